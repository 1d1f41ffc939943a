"""The detector of credentials: what it finds, and what it must leave alone."""

from __future__ import annotations

import base64
import binascii
import json
import random
import string
import time
from pathlib import Path
from typing import Any

import pytest

from hooks_cli import events, match, secret_find

LETTERS = string.ascii_letters + string.digits
chance = random.Random(4)


def some(size: int, alphabet: str = LETTERS) -> str:
    return "".join(chance.choice(alphabet) for _ in range(size))


def with_checksum(prefix: str) -> str:
    """Return a token as GitHub makes them: CRC-32 in base 62 at the end."""
    body = some(30)
    number = binascii.crc32(body.encode())
    digits = ""
    for _ in range(6):
        number, digit = divmod(number, 62)
        digits = (string.digits + string.ascii_uppercase + string.ascii_lowercase)[digit] + digits
    return prefix + body + digits


def web_token(head: dict[str, Any]) -> str:
    parts = [json.dumps(head), json.dumps({"sub": "someone", "iat": 1516239022})]
    texts = [base64.urlsafe_b64encode(part.encode()).decode().rstrip("=") for part in parts]
    return ".".join([*texts, some(43)])


HEX = "0123456789abcdef"
BASE32 = string.ascii_uppercase + "234567"
KEY = f"-----BEGIN RSA PRIVATE KEY-----\nMIIEow{some(60)}\n{some(64)}\n"
FOUND = {
    "GitHub classic": with_checksum("ghp_"),
    "GitHub app": with_checksum("ghs_"),
    "GitHub fine-grained": f"github_pat_{some(22)}_{some(59)}",
    "GitLab": f"glpat-{some(20)}",
    "AWS": f"AKIA{some(16, BASE32)}",
    "AWS temporary": f"ASIA{some(16, BASE32)}",
    "AWS secret": f'aws_secret_access_key = "{some(40)}"',
    "Anthropic": f"sk-ant-api03-{some(93)}AA",
    "OpenAI": f"sk-{some(20)}T3BlbkFJ{some(20)}",
    "OpenAI project": f"sk-proj-{some(74)}T3BlbkFJ{some(74)}",
    "OpenAI legacy": f"sk-{some(48)}",
    "Google": f"AIza{some(35)}",
    "Google client": f"GOCSPX-{some(28)}",
    "Slack bot": f"xoxb-{some(12, string.digits)}-{some(12, string.digits)}-{some(24)}",
    "Slack webhook": f"hooks.slack.com/services/T{some(8, BASE32)}/B{some(8, BASE32)}/{some(24)}",
    "Stripe": f"sk_live_{some(24)}",
    "Stripe restricted": f"rk_live_{some(99)}",
    "npm": with_checksum("npm_"),
    "PyPI": f"pypi-AgEIcHlwaS5vcmc{some(150)}",
    "Hugging Face": f"hf_{some(34, string.ascii_letters)}",
    "Docker": f"dckr_pat_{some(27)}",
    "SendGrid": f"SG.{some(22)}.{some(43)}",
    "DigitalOcean": f"dop_v1_{some(64, HEX)}",
    "JSON web token": web_token({"alg": "RS256", "typ": "JWT"}),
    "private key": KEY,
    "private key in JSON": json.dumps({"key": KEY}),
    "encrypted key": KEY.replace("\n", "\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES,0\n\n", 1),
    "PGP key": f"-----BEGIN PGP PRIVATE KEY BLOCK-----\n\nlQOYBF{some(60)}\n",
    "OpenSSH key": f"-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjEA{some(50)}\n",
    "URL": f"postgres://app:{some(14)}@db.internal:5432/app",
    "URL without a user": f"redis://:{some(14)}@cache:6379",
}
WRONG_SUM = with_checksum("ghp_")[:-1]
NOT_FOUND = {
    "wrong checksum": WRONG_SUM + next(char for char in "ab" if char != with_checksum("x")[-1]),
    "placeholder": "ghp_" + "x" * 36,
    "short": "ghp_abc",
    "in a word": "my" + with_checksum("ghp_") + "0",
    "AWS in a word": f"XAKIA{some(16, BASE32)}",
    "AWS lower case": f"AKIA{some(16, string.ascii_lowercase)}",
    "key name": "sk-your-key-here",
    "class names": "task-list-item-with-a-very-long-name-in-a-style-sheet disk-cache-size",
    "sk- words": "sk-learn-contrib-imbalanced-learn-something",
    "public key": KEY.replace("PRIVATE", "PUBLIC"),
    "key without a key": "-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----",
    "key in prose": "lines between -----BEGIN PRIVATE KEY----- and the end",
    "URL with stand-ins": "https://user:password@host, https://$USER:$PASS@host, http://a:<pw>@h",
    "URL with a port": "https://example.com:8080/@scope/name http://[::1]:80/",
    "URL with the same twice": "postgres://postgres:postgres@localhost/db",
    "web token that is none": "eyJhbGciOiJ.eyJzdWIiOiIxMjM0.abc",
    "web token unsigned head": web_token({"typ": "JWT", "x": "yyyyyyyyyyyyyyyyy"}),
    "hash": some(40, HEX) + " " + some(64, HEX),
    "uuid": "123e4567-e89b-12d3-a456-426614174000",
    "integrity": "sha512-" + some(86) + "==",
    "base64 image": "data:image/png;base64," + some(300),
}


@pytest.mark.parametrize("name", FOUND)
@pytest.mark.parametrize("around", ["{}", "key: {} # x", '{{"a": "{}"}}', "export X='{}'\nls"])
def test_a_credential_is_found(name: str, around: str) -> None:
    assert secret_find.has(around.format(FOUND[name]))


@pytest.mark.parametrize("name", NOT_FOUND)
def test_what_only_looks_like_one_is_left_alone(name: str) -> None:
    assert list(secret_find.find(NOT_FOUND[name])) == []


def test_a_find_says_which_kind_and_where() -> None:
    token = FOUND["GitHub classic"]
    text = f"a {token} b {token}"
    assert [(found.name, text[found.start : found.end]) for found in secret_find.find(text)] == [
        ("GitHub token", token),
        ("GitHub token", token),
    ]


def test_the_checksum_is_that_of_the_issuer() -> None:
    token = FOUND["GitHub classic"]
    assert secret_find.has_github_checksum(token)
    for at in range(4, 40):
        other = "a" if token[at] != "a" else "b"
        assert not secret_find.has_github_checksum(token[:at] + other + token[at + 1 :])


def test_the_installed_packages_hold_hardly_any() -> None:
    """Real text with thousands of random-looking words: nearly none is taken for a credential."""
    files = sorted(Path(pytest.__file__ or "").parent.parent.rglob("*.py"))
    read = hits = 0
    for path in files:
        if read < 5_000_000:
            text = path.read_text(errors="replace")
            read += len(text)
            hits += len(list(secret_find.find(text)))
    assert read > 1_000_000
    assert hits <= 3


@pytest.mark.parametrize(
    "unit",
    ["ghp_", "sk-", "://a:", "eyJ", "-----BEGIN PRIVATE KEY-----", "AKIA", "a", "xoxb-1", "x:AA"],
)
def test_the_time_is_linear_in_the_length(unit: str) -> None:
    """A megabyte of beginnings takes seconds at most; a square would take hours."""
    start = time.monotonic()
    secret_find.has(unit * (1_000_000 // len(unit)))
    assert time.monotonic() - start < 20


@pytest.mark.parametrize(
    ("event", "payload", "wanted"),
    [
        ("beforeSubmitPrompt", {"prompt": f"my key is {FOUND['Stripe']}"}, True),
        ("beforeSubmitPrompt", {"prompt": "my key is secret"}, False),
        ("postToolUse", {"tool_name": "x", "tool_output": FOUND["private key"]}, True),
        ("preToolUse", {"tool_id": "x", "tool_input": {"a": [{"b": FOUND["AWS"]}]}}, True),
        ("beforeSubmitPrompt", {"prompt": "x", "session_id": FOUND["AWS"]}, False),
    ],
)
def test_match_text_secret_looks_at_the_fields_of_the_event(
    event: str, payload: dict[str, Any], wanted: bool
) -> None:
    subject = match.subject(events.get(event), payload)
    assert match.holds({"text": {"secret": True}}, subject) is wanted


def test_a_secret_may_be_looked_for_in_one_field_and_beside_words() -> None:
    payload = {"tool_id": "x", "tool_input": {"a": FOUND["AWS"], "b": "internal"}}
    subject = match.subject(events.get("preToolUse"), payload)
    assert match.holds({"text": {"secret": True, "in": "tool_input.a"}}, subject)
    assert not match.holds({"text": {"secret": True, "in": "tool_input.b"}}, subject)
    both = {"text": {"secret": True, "contains": "internal", "in": "tool_input.b"}}
    assert match.holds(both, subject)
