"""The shapes that credentials have, as data: one table for hiding them, one for finding them.

`LOOSE` is for text that is written somewhere (`mask.py`): too much is the right mistake there.
`STRICT` is for rules that decide about an action (`secret_find.py`): there a false alarm costs,
so each shape has its full length, and a checksum or a measure of chance where it has one. The
sources are the documents of the issuers. Every pattern is linear in the length of the text.
"""

from __future__ import annotations

# Where a word can begin, also behind an escape in quoted JSON and in a URL.
_EDGE = r"(?:(?<![A-Za-z0-9])|(?<=\\[nrtbf])|(?<=%[0-9A-Fa-f][0-9A-Fa-f]))"

# (plain words in lower case, one of which must occur; pattern). A group `value` is all of it that
# is secret.
LOOSE: tuple[tuple[tuple[str, ...], str], ...] = (
    (("akia", "asia", "abia", "acca"), r"(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}"),
    (("ghp_", "gho_", "ghu_", "ghs_", "ghr_"), r"gh[pousr]_[A-Za-z0-9_.-]{16,}"),
    (("github_pat_",), r"github_pat_\w{16,}"),
    (
        ("glpat-", "gldt-", "glrt-", "glptt-", "glcbt-", "gloas-", "glft-", "glsoat-", "glimt-"),
        r"gl(?:pat|dt|rt|ptt|cbt|oas|ft|soat|imt)-[\w.-]{16,}",
    ),
    (("glagent-", "glffct-", "gr1348941"), r"gl(?:agent|ffct)-[\w.-]{16,}|GR1348941[\w-]{16,}"),
    (("sk-ant-",), r"sk-ant-[\w-]{12,}"),
    (("sk-", "sess-"), rf"{_EDGE}(?:sk|sess)-[\w-]{{16,}}"),
    (("aiza", "ya29.", "gocspx-"), r"AIza[\w-]{30,}|ya29\.[\w.-]{16,}|GOCSPX-[\w-]{16,}"),
    (("1//0",), r"1//0[\w-]{24,}"),
    (("xox", "xapp-", "xwfp-"), r"xox[a-z](?:[.-]xox[a-z])?-[\w-]{8,}|x(?:app|wfp)-[\w-]{8,}"),
    (("hooks.slack.com",), r"hooks\.slack\.com/(?P<value>[\w/-]{12,})"),
    (("k_live_", "k_test_"), r"[a-z]{1,2}k_(?:live|test)_\w{10,}"),
    (("whsec_",), r"whsec_[\w+/=-]{16,}"),
    (("npm_",), r"npm_[A-Za-z0-9]{30,}"),
    (("pypi-",), r"pypi-(?:AgE[\w-]{16,}|[\w-]{60,})"),
    (
        (
            "hf_",
            "dckr_",
            "hvs.",
            "sg.",
            "gsk_",
            "xai-",
            "dop_v1_",
            "age-secret",
            "lin_api_",
            "ntn_",
        ),
        (
            r"(?:hf_|dckr_[po]at_|hvs\.|gsk_|xai-|dop_v1_|lin_api_|ntn_)[\w.-]{24,}"
            r"|SG\.[\w.-]{40,}|AGE-SECRET-KEY-1[0-9A-Z]{20,}"
        ),
    ),
)

_START = r"(?<![A-Za-z0-9_-])"
_END = r"(?![A-Za-z0-9_-])"

# (name, words with which it begins, pattern, check of the group `key`): see `secret_find.py`.
STRICT: tuple[tuple[str, str, str, str], ...] = (
    (
        "GitHub token",
        "ghp_ gho_ ghu_ ghs_ ghr_",
        _START + r"gh[pousr]_(?P<key>[A-Za-z0-9]{36,255})(?![A-Za-z0-9])",
        "github",
    ),
    (
        "GitHub token",
        "github_pat_",
        _START + r"github_pat_(?P<key>[A-Za-z0-9]{22}_[A-Za-z0-9]{59})" + _END,
        "random 4.0",
    ),
    (
        "GitLab token",
        "glpat- gldt- glrt- glptt- glcbt- gloas- glft- glsoat- glagent- glimt-",
        _START + r"gl(?:pat|dt|rt|ptt|cbt|oas|ft|soat|agent|imt)-(?P<key>[\w.-]{20,300})",
        "random 3.0",
    ),
    (
        "AWS access key",
        "AKIA ASIA ABIA ACCA",
        r"(?<![A-Za-z0-9])(?:AKIA|ASIA|ABIA|ACCA)(?P<key>[A-Z2-7]{16})(?![A-Za-z0-9])",
        "random 2.5",
    ),
    (
        "AWS secret key",
        "aws_secret_access_key AWS_SECRET_ACCESS_KEY SecretAccessKey secretAccessKey",
        (
            r"(?i)(?:aws_secret_access_key|secretaccesskey|aws_secret_key|secret_access_key)"
            r"[\"']?[ \t]{0,8}[:=][ \t]{0,8}[\"']?(?P<key>[A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])"
        ),
        "mixed",
    ),
    (
        "Anthropic key",
        "sk-ant-",
        _START + r"sk-ant-[a-z]{2,8}\d{2}-(?P<key>[\w-]{32,200})",
        "random 3.5",
    ),
    (
        "OpenAI key",
        "sk-",
        _START + r"sk-(?:[a-z]{2,10}-)?(?P<key>[\w-]{16,120}?T3BlbkFJ[\w-]{16,120})",
        "any",
    ),
    (
        "OpenAI key",
        "sk-proj- sk-svcacct- sk-admin-",
        _START + r"sk-(?:proj|svcacct|admin)-(?P<key>[\w-]{32,200})",
        "random 3.5",
    ),
    ("API key", "sk-", _START + r"sk-(?:or-v1-)?(?P<key>[A-Za-z0-9]{32,100})" + _END, "mixed"),
    (
        "OpenRouter key",
        "sk-or-v1-",
        _START + r"sk-or-v1-(?P<key>[a-f0-9]{64})" + _END,
        "random 3.0",
    ),
    ("Google API key", "AIza", _START + r"AIza(?P<key>[\w-]{35})" + _END, "random 3.5"),
    (
        "Google secret",
        "GOCSPX- ya29.",
        _START + r"(?:GOCSPX-(?P<key>[\w-]{28})|ya29\.[\w-]{40,400})" + _END,
        "any",
    ),
    (
        "Slack token",
        "xoxb- xoxp- xoxa- xoxr- xoxs- xoxe xapp- xoxc- xoxd- xoxo-",
        _START + r"(?:xox[abceoprsd](?:\.xox[bp])?|xapp)-(?P<key>[\w%/+=-]{16,300})",
        "random 3.0",
    ),
    (
        "Slack webhook",
        "hooks.slack.com",
        r"hooks\.slack\.com/(?:services|workflows|triggers)/(?P<key>T[A-Z0-9]{6,12}/[\w/-]{20,80})",
        "random 3.0",
    ),
    (
        "Stripe key",
        "sk_live_ rk_live_",
        _START + r"[sr]k_live_(?P<key>[A-Za-z0-9]{20,250})" + _END,
        "random 3.0",
    ),
    ("Stripe secret", "whsec_", _START + r"whsec_(?P<key>[A-Za-z0-9+/=]{32,100})", "random 3.5"),
    ("npm token", "npm_", _START + r"npm_(?P<key>[A-Za-z0-9]{36})" + _END, "npm"),
    ("PyPI token", "pypi-AgE", _START + r"pypi-(?P<key>AgE[\w-]{50,300})", "random 3.5"),
    ("Hugging Face token", "hf_", _START + r"hf_(?P<key>[A-Za-z]{34})" + _END, "random 4.0"),
    ("Docker token", "dckr_", _START + r"dckr_[po]at_(?P<key>[\w-]{24,64})" + _END, "random 3.5"),
    ("Vault token", "hvs. hvb.", _START + r"hv[sb]\.(?P<key>[\w-]{60,300})", "random 4.0"),
    (
        "SendGrid key",
        "SG.",
        _START + r"SG\.(?P<key>[\w-]{20,24}\.[\w-]{39,50})" + _END,
        "random 4.0",
    ),
    ("Groq key", "gsk_", _START + r"gsk_(?P<key>[A-Za-z0-9]{48,60})" + _END, "mixed"),
    ("xAI key", "xai-", _START + r"xai-(?P<key>[A-Za-z0-9]{70,90})" + _END, "mixed"),
    (
        "DigitalOcean token",
        "dop_v1_ doo_v1_",
        _START + r"do[po]_v1_(?P<key>[a-f0-9]{64})" + _END,
        "random 3.0",
    ),
    (
        "Shopify token",
        "shpat_ shpca_ shppa_ shpss_",
        _START + r"shp(?:at|ca|pa|ss)_(?P<key>[a-fA-F0-9]{32})" + _END,
        "random 3.0",
    ),
    ("Linear key", "lin_api_", _START + r"lin_api_(?P<key>[A-Za-z0-9]{40})" + _END, "mixed"),
    ("Telegram token", ":AA", r"(?<=\d{8}):(?P<key>AA[\w-]{33})" + _END, "mixed"),
    ("Azure storage key", "AccountKey=", r"AccountKey=(?P<key>[A-Za-z0-9+/]{86}==)", "random 4.0"),
    ("age key", "AGE-SECRET-KEY-1", r"AGE-SECRET-KEY-1(?P<key>[0-9A-Z]{58})", "random 3.5"),
    (
        "JSON web token",
        "eyJ",
        r"(?<![\w-])(?P<head>eyJ[\w-]{10,400})\.eyJ[\w-]{10,8000}\.(?P<key>[\w-]{16,2000})",
        "web_token",
    ),
    (
        "private key",
        "-----BEGIN",
        r"-----BEGIN (?:[A-Z0-9]{1,12} ){0,4}PRIVATE KEY(?: BLOCK)?-----",
        "private_key",
    ),
    (
        "password in a URL",
        "://",
        r"(?<=[A-Za-z0-9])://(?P<user>[^\s:@/\"'<>?#]{0,64}):(?P<key>[^\s@/:]{4,200})@[\w\[]",
        "url_password",
    ),
)
