"""ai4j's command line: bare payloads without a name of the event, answers by exit 2 or JSON.

The event must stand on the command line. Only the first decision of several hooks counts there,
so that hookctl must be the only hook of an event.
"""

from __future__ import annotations

from hooks_cli import strictjson
from hooks_cli.hosts import foreign
from hooks_cli.hosts.contract import Fire, Row, Table, Tool

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from hooks_cli.hosts.foreign import Final
    from hooks_cli.model import Reply

_SRC = "2026-08-19"

TABLE = Table(
    name="ai4j",
    title="ai4j CLI",
    versions=">=2.4.2",
    verified="src",
    date=_SRC,
    names=(),
    rows=(
        Row("preToolUse", (Fire("preToolUse", "BM"),), "pre_tool"),
        Row(
            "postToolUse",
            (Fire("postToolUse", "B"),),
            "post_tool",
            note="a modification here changes nothing, and silences the hooks behind it",
        ),
        Row("userPromptSubmit", (Fire("beforeSubmitPrompt", "BM", {"prompt": "input"}),), "prompt"),
        Row("stop", (Fire("agentFinish", "", {"status": "=completed"}),)),
        Row("preCompact", (Fire("beforeCompact", "", {"trigger": "type"}),)),
        Row("sessionStart", (Fire("sessionStart", "", {"session_type": "=chat"}),)),
        Row(
            "sessionEnd", (Fire("sessionEnd", "", {"session_type": "=chat", "reason": "message"}),)
        ),
    ),
    # The names are those that the agents of the project use; others still fire the general event.
    tools={
        "bash": Tool("shell", ("command",), instead=("action",)),
        "read_file": Tool("read", ("path", "file_path")),
        "write_file": Tool("create", ("path", "file_path"), content="content"),
        "apply_patch": Tool("patch", ("patch", "input")),
    },
    base={"session_id": "sessionId"},
    tool_name="name|call.name",
    tool_input="arguments|call.arguments",
    tool_use_id="callId|call.callId",
    tool_output="output",
    workspace=("process",),
    timeout=750.0,
    timeout_key="",
    settings=".ai4j/workspace.json",
    exits="2 blocks, with stderr as the reason; 0 reads JSON; any other status goes on",
    options={"rename": "yes"},
)


def encode(final: Final) -> Reply:
    """Return the answer of a native event."""
    shape = final.row.answer if final.row else "none"
    if final.word == "block" and shape != "none":
        reason = foreign.bounded("\n\n".join((final.reason, *final.context)))
        body = {"decision": "block", "reason": reason}
        return foreign.answer(body, 2, foreign.line(reason))
    if shape == "pre_tool" and (final.input is not None or final.renamed):
        value: Any = final.input if final.input is not None else {}
        arguments = strictjson.dumps(value).decode()
        name = final.renamed or final.tool
        return foreign.answer({"decision": "modify", "name": name, "arguments": arguments})
    if shape == "prompt" and final.prompt is not None:
        return foreign.answer({"decision": "modify", "input": final.prompt})
    return foreign.answer({})


HOST = foreign.host(TABLE, encode)
