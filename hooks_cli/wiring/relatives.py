"""How the relatives of the main hosts are wired: from their documentation, none was run."""

from __future__ import annotations

from hooks_cli.wiring.rows import CLAUDE_FILES
from hooks_cli.wiring.table import Place, Wiring

DEVIN = Wiring(
    host="devin",
    verified="doc",
    places=(
        Place("project", ".devin/hooks.v1.json", ()),
        Place("user", "~/.config/devin/config.json"),
    ),
    handler={"type": "command"},
    wrapper=True,
    reads=CLAUDE_FILES,
)

FACTORY_DROID = Wiring(
    host="factory-droid",
    verified="doc",
    places=(
        Place("user", "~/.factory/hooks.json", ()),
        Place("project", ".factory/hooks.json", ()),
    ),
    handler={"type": "command"},
    wrapper=True,
    notes=("Factory reads its hooks when it starts: start it again",),
)

CONTINUE = Wiring(
    host="continue",
    verified="src",
    places=(
        Place("user", "~/.continue/settings.json"),
        Place("project", ".continue/settings.json"),
    ),
    handler={"type": "command"},
    wrapper=True,
    reads=CLAUDE_FILES,
)

OPENHANDS = Wiring(
    host="openhands",
    verified="2nd",
    places=(
        Place("project", ".openhands/hooks.json", ()),
        Place("user", "~/.openhands/hooks.json", ()),
    ),
    handler={"type": "command"},
    wrapper=True,
    unknown_event="fatal",
    notes=("OpenHands takes the first file that it finds: the project's hides the user's",),
)


def _by_hand(host: str, verified: str, *lines: str) -> Wiring:
    return Wiring(host=host, verified=verified, manual=lines)


_COMMAND = "  {command} dispatch EVENT --host "

AUGMENT = _by_hand(
    "augment",
    "doc",
    "Augment wants a script file as its command. Write one for each event, executable:",
    "  #!/bin/sh",
    "  exec {command} dispatch EVENT --host augment",
    "and name it in ~/.augment/settings.json or .augment/settings.json, timeout in milliseconds.",
)
KIRO = _by_hand(
    "kiro",
    "doc",
    "Make one file per trigger in .kiro/hooks or ~/.kiro/hooks, with version v1, and the action:",
    _COMMAND + "kiro",
    "with EVENT one of {events}; timeout in seconds.",
)
AMAZON_Q = _by_hand(
    "amazon-q",
    "src",
    "Put this command into the hooks of each agent file (.amazonq/cli-agents/*.json):",
    _COMMAND + "amazon-q",
    "with EVENT one of {events}; timeout_ms in milliseconds.",
    "Never set cache_ttl_seconds: it replays an old allow for a new command.",
)
GOOSE = _by_hand(
    "goose",
    "src",
    "Put this command into hooks/hooks.json of a plugin:",
    _COMMAND + "goose",
    'with EVENT one of {events}, "timeout": 30 and, at PreToolUse, "on_failure": "block".',
)
CLINE = _by_hand(
    "cline",
    "src",
    "Cline runs executable files that are named after the event. Write one for each event, in",
    ".clinerules/hooks or ~/Documents/Cline/Hooks:",
    "  #!/bin/sh",
    "  exec {command} dispatch EVENT --host cline",
    "with EVENT one of {events}.",
)
JUNIE = _by_hand(
    "junie",
    "2nd",
    "Put this command into ~/.junie/config.json:",
    _COMMAND + "junie",
    "with EVENT one of {events}.",
)

BY_HOST = {
    wiring.host: wiring
    for wiring in (
        DEVIN,
        FACTORY_DROID,
        CONTINUE,
        OPENHANDS,
        AUGMENT,
        KIRO,
        AMAZON_Q,
        GOOSE,
        CLINE,
        JUNIE,
    )
}
