"""Secrets do not reach the journal, and what is no secret stays readable."""

from __future__ import annotations

import itertools
import json
import time

import pytest

from hooks_cli import mask

_B = "AbCdEfGhIjKlMnOpQrStUvWxYz0123456789abcdefghijklmnopqrstuvwxyz"
BLOCK = "-----BEGIN {0}PRIVATE KEY-----\nMIIEcanary\nq+/==\n-----END {0}PRIVATE KEY-----"

# A secret of every shape that the design names; none of them is real.
CANARIES = {
    "aws-id": "AKIA" + "CANARY7EXAMPLE42",
    "aws-session-id": "ASIA" + "CANARY7EXAMPLE42",
    "github": "ghp_" + _B[:36],
    "github-oauth": "gho_" + _B[:36],
    "github-server": "ghs_" + _B[:36],
    "github-fine": "github_pat_" + _B[:22] + "_" + _B[:59],
    "gitlab": "glpat-" + _B[:20],
    "gitlab-runner": "glrt-" + _B[:20],
    "gitlab-routable": "glpat-" + _B[:27] + ".01.0a1b2c3d4",
    "openai": "sk-" + _B[:48],
    "openai-project": "sk-proj-" + _B + "_-" + _B,
    "anthropic": "sk-ant-api03-" + _B + "-_" + _B[:30] + "AA",
    "google": "AIza" + _B[:35],
    "google-access": "ya29." + _B[:40],
    "google-client": "GOCSPX-" + _B[:28],
    "slack-bot": "xoxb-123456789012-1234567890123-" + _B[:24],
    "slack-user": "xoxp-123456789012-" + _B[:24],
    "slack-app": "xapp-1-A0123456789-" + _B[:24],
    "slack-hook": "https://hooks.slack.com/services/T0CANARY0/B0CANARY0/" + _B[:24],
    "stripe": "sk_live_" + _B[:24],
    "stripe-test": "sk_test_" + _B[:24],
    "stripe-restricted": "rk_live_" + _B[:24],
    "stripe-hook": "whsec_" + _B[:32],
    "npm": "npm_" + _B[:36],
    "pypi": "pypi-AgEIcHlwaS5vcmc" + _B,
    "jwt": "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJjYW5hcnkifQ." + _B[:43],
    "rsa-key": BLOCK.format("RSA "),
    "ssh-key": BLOCK.format("OPENSSH "),
    "ec-key": BLOCK.format("EC "),
    "pkcs8-key": BLOCK.format(""),
    "pgp-key": BLOCK.format("PGP ").replace("KEY-----", "KEY BLOCK-----"),
    "hugging-face": "hf_" + _B[:34],
}
# Around a secret: `%s` is it.
PLACES = (
    "%s",
    "echo %s | base64",
    "x='%s'",
    '{"a":"%s","b":1}',
    '{\\"a\\":\\"%s\\"}',
    "line\\n%s\\nline",
    "https://example.com/?q=%s&r=1",
    "a%%3D%s",
    "[%s]",
    "(%s)",
    "see %s.",
)


@pytest.mark.parametrize("name", CANARIES)
def test_a_key_shape_is_masked_wherever_it_stands(name: str) -> None:
    """The secret part is gone, and the words around it are still there."""
    secret = CANARIES[name]
    tails = [secret[-16:], secret[len(secret) // 2 :]]
    for place in PLACES:
        shown = mask.text(place % secret)
        assert mask.MASK in shown, (place, shown)
        assert not [tail for tail in tails if tail in shown], (place, shown)
        if place.startswith("echo"):
            assert shown.startswith("echo ")
            assert shown.endswith("| base64")


NAMES = (
    *("TOKEN", "GITHUB_TOKEN", "SECRET", "CLIENT_SECRET", "PASSWORD", "DB_PASSWORD", "PGPASSWORD"),
    *("API_KEY", "APIKEY", "OPENAI_API_KEY", "api_key", "apiKey", "api-key", "accessToken"),
    *(
        "AWS_SECRET_ACCESS_KEY",
        "aws_access_key_id",
        "AWS_SESSION_TOKEN",
        "private_key",
        "PRIVATE-KEY",
    ),
    *("passwd", "passphrase", "DB_PASS", "MYSQL_PWD", "credentials", "AccountKey", "TOKEN_2"),
    *("X-Api-Key", "Private-Token", "_authToken", "client_secret", "refresh_token"),
)
FORMS = (
    *(
        "{0}={1}",
        "export {0}={1}; run",
        '{0}="{1}" run',
        "{0}='{1}' run",
        "{0}: {1}",
        '"{0}": "{1}"',
    ),
    *(
        '{{"{0}":"{1}","b":2}}',
        "{{'{0}': '{1}'}}",
        '{{\\"{0}\\": \\"{1}\\"}}',
        "{0} = {1}",
        "{0} := {1}",
    ),
    *(
        "?a=1&{0}={1}&b=2",
        "-H '{0}: {1}'",
        "-e {0}={1}",
        'os.environ["{0}"] = "{1}"',
        "{0} => '{1}'",
    ),
    *(
        "<{0}>{1}</{0}>",
        "<{0} a='b'>{1}</{0}>",
        "--{0}={1}",
        "--{0} {1}",
        '--{0} "{1}"',
        "--my-{0} {1} -x",
    ),
)


@pytest.mark.parametrize("name", NAMES)
def test_the_value_of_a_secret_name_is_masked(name: str) -> None:
    """In every way in which shells, JSON, YAML, URLs, headers and XML assign."""
    for form in FORMS:
        if "<" in form and name.startswith("_"):
            continue
        shown = mask.text(form.format(name, "c4n4ry"))
        assert "c4n4ry" not in shown, (form, shown)
        assert name in shown, (form, shown)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            'curl -H "Authorization: Bearer c4n4ry99" -X GET',
            'curl -H "Authorization: [masked]" -X GET',
        ),
        ("Authorization: Basic dXNlcjpwdw==", "Authorization: [masked]"),
        ("bearer c4n4ry-c4n4ry", "bearer [masked]"),
        ("Cookie: session=c4n4ry; a=b", "Cookie: [masked]"),
        ("git clone https://ada:c4n4ry@host/x.git", "git clone https://ada:[masked]@host/x.git"),
        ("postgres://ada:p@ss@host/db", "postgres://ada:[masked]@host/db"),
        ("redis://:c4n4ry@host:6379/0", "redis://:[masked]@host:6379/0"),
        ("curl -u ada:c4n4ry https://h", "curl -u ada:[masked] https://h"),
        ("sshpass -p c4n4ry ssh h", "sshpass -p [masked] ssh h"),
        ('PASSWORD="a \\"b\\" c" run', 'PASSWORD="[masked]" run'),
        ("PASSWORD=$(pass show x)", "PASSWORD=[masked] show x)"),
        ('{"password": "a, b"}', '{"password": "[masked]"}'),
        ("-----BEGIN RSA PRIVATE KEY-----\nMIIE cut off", "[masked]"),
        ("q+/=\nMIIE\n-----END RSA PRIVATE KEY-----\nafter", "[masked]\nafter"),
    ],
)
def test_one_by_one(text: str, expected: str) -> None:
    """Headers, URLs, command lines, blocks of which a part is missing."""
    assert mask.text(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        *("npm test && ls -la", "git push origin main", "disk-usage-of-the-whole-file-system"),
        *("tokens_usage: 12, max_tokens=4096", "compass=5 bypass=3", "TOKEN=$GITHUB_TOKEN run"),
        *("token=${{ secrets.TOKEN }}", "password=", '"api_key": null', "https://host:8080/a@b"),
        *("--password-stdin", "the author's secretary", "monkey: banana", "key: value"),
        *("a-task-that-takes-long-to-finish-1234", "SECRETARY=ada", "file:///home/ada/guide.dita"),
    ],
)
def test_what_is_no_secret_stays(text: str) -> None:
    """A journal of asterisks helps nobody."""
    assert mask.text(text) == text


def test_objects_are_masked_by_their_keys_too() -> None:
    """Keys, nested values, lists of arguments, and pairs of name and value."""
    masker = mask.Masker()
    value = {
        "apiKey": "c4n4ry",
        "pin_password": 4711,
        "credentials": {"user": "c4n4ry", "list": ["c4n4ry"], "on": True, "no": None},
        "args": ["login", "--password", "c4n4ry", "-v", "--token=c4n4ry"],
        "env": [{"name": "MY_TOKEN", "value": "c4n4ry"}, {"name": "LANG", "value": "de"}],
        "TOKEN=c4n4ry": "a key",
        "usage": {"total_tokens": 5},
    }
    shown = masker.value(value)
    assert masker.changed
    assert "c4n4ry" not in json.dumps(shown)
    assert "4711" not in json.dumps(shown)
    assert shown["usage"] == {"total_tokens": 5}
    assert shown["env"][1] == {"name": "LANG", "value": "de"}
    assert shown["credentials"]["on"] is True
    assert shown["args"][::3] == ["login", "-v"]


def test_keys_that_become_equal_are_kept_apart() -> None:
    """Two masked keys must not become one."""
    shown = mask.Masker().value({"TOKEN=a1": 1, "TOKEN=b2": 2})
    assert list(shown.values()) == [1, 2]


def test_values_of_secret_variables_are_masked_everywhere() -> None:
    """What the environment calls a secret is one in any text."""
    secrets = mask.environment_secrets(
        {
            "MY_API_KEY": "plainlooking-canary",
            "X_TOKEN": "short",
            "SSH_KEY": "/home/ada/.ssh/id",
            "A": "b",
        }
    )
    assert secrets == ("plainlooking-canary",)
    assert mask.Masker((), secrets).text("echo plainlooking-canary!") == "echo [masked]!"


def test_patterns_of_the_user() -> None:
    """They are applied as they stand; an empty match changes nothing."""
    masker = mask.Masker([r"ticket-\d+", r"x*"])
    assert masker.text("see ticket-4711 and ticket-12") == "see [masked] and [masked]"
    assert masker.problems == []


def test_a_pattern_that_cannot_be_compiled_is_named() -> None:
    """The others still work."""
    masker = mask.Masker(["(", "canary"])
    assert masker.text("a canary") == "a [masked]"
    assert masker.problems == [
        (
            "journal.mask: /journal/mask/0: not a regular expression: missing ), unterminated "
            "subpattern at position 0; nothing was masked by it"
        )
    ]


def test_a_pattern_that_never_ends_withholds_the_text() -> None:
    """Nothing is written that the user's patterns have not seen, and nothing hangs."""
    start = time.monotonic()
    masker = mask.Masker([r"(a+)+$"], seconds=0.05)
    assert masker.text("a" * 60 + "!") == mask.WITHHELD
    assert masker.text("harmless") == mask.WITHHELD
    assert len(masker.problems) == 1
    assert time.monotonic() - start < 20


_ATOMS = (
    *(
        "eyJ",
        "eyJ.",
        "-----BEGIN PRIVATE KEY-----",
        "-----BEGIN ",
        "-",
        "token=",
        'token="',
        'token=\\"',
    ),
    *(
        "token='",
        "--token ",
        "--a",
        "<token",
        "<token>",
        "<a",
        "://",
        "://a:",
        "://a:b@",
        "bearer a",
    ),
    *(
        "Authorization:",
        "curl -u a",
        "sk-",
        "ghp_",
        "\\",
        '"',
        "'",
        " ",
        "a",
        "_",
        "key",
        "-----END KEY-----",
    ),
)


@pytest.mark.parametrize("first", _ATOMS)
def test_no_text_makes_masking_slow(first: str) -> None:
    """Linear: pieces that begin a secret, repeated; a quadratic pattern would take minutes."""
    start = time.monotonic()
    for unit in [first, *(first + second for second in _ATOMS)]:
        size = 100_000 if unit == first else 10_000
        mask.text("private key token curl ://" + unit * (size // len(unit)))
    assert time.monotonic() - start < 30


def test_masking_twice_changes_nothing_more() -> None:
    """A masked text can go through again."""
    for secret, place in itertools.product(CANARIES.values(), PLACES):
        once = mask.text(place % secret)
        assert mask.text(once) == once
