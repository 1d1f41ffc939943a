"""Cursor running a hook from Claude Code's files: its payload, with Claude's name on the command.

Which shape it reads then depends on its version, so that the answer has both, and a block exits
with 2 as well. The events that Cursor has beside preToolUse are not registered there: the specific
ones are derived from the tool, as for Claude.
"""

from __future__ import annotations

from hooks_cli import strictjson
from hooks_cli.hosts import claude_code, contract, cursor, foreign, nested

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hooks_cli.hosts.base import Conversation, Request
    from hooks_cli.hosts.foreign import Final
    from hooks_cli.model import Reply

# Cursor's event: that of Claude's files which it is fired for
EVENTS = {
    "preToolUse": "PreToolUse",
    "postToolUse": "PostToolUse",
    "beforeSubmitPrompt": "UserPromptSubmit",
    "stop": "Stop",
    "subagentStop": "SubagentStop",
    "sessionStart": "SessionStart",
    "sessionEnd": "SessionEnd",
    "preCompact": "PreCompact",
}
TABLE = cursor.TABLE.replace(
    rows=tuple(
        row.replace(
            aliases=(*row.aliases, *((EVENTS[row.native],) if row.native in EVENTS else ()))
        )
        for row in cursor.TABLE.rows
    ),
    derived=frozenset(contract.KINDS),
    options={key: value for key, value in cursor.TABLE.options.items() if key != "after"},
    tools={
        **claude_code.TOOLS,
        "Shell": contract.Tool("shell", ("command",)),
        "Read": contract.Tool("read", ("file_path", "path", "target_file")),
        **cursor.TABLE.tools,
    },
)


def converse(request: Request) -> Conversation:
    """Read a Cursor payload and answer in both shapes."""
    return foreign.converse(TABLE, encode, request)


def encode(final: Final) -> Reply:
    """Return the answer in both shapes."""
    reply = cursor.encode(final)
    name = EVENTS.get(final.row.native) if final.row else None
    row = claude_code.TABLE.row(name) if name else None
    if row is None:
        return reply
    # Cursor knows the text of an MCP result only, which is not a structure of Claude's.
    other = nested.encode(final.replace(table=_CLAUDE, row=row))
    inner = strictjson.loads(other.stdout) if other.stdout else {}
    body = {**strictjson.loads(reply.stdout), **inner}
    status = 2 if final.word == "block" and row.answer in ("pre_tool", "prompt") else reply.status
    return reply.replace(status=status, stdout=strictjson.dumps(body) + b"\n")


_CLAUDE = claude_code.TABLE.replace(options={})
