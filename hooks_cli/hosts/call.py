"""Read a native payload: which event, which tool, and the canonical payloads that follow."""

from __future__ import annotations

import os

from hooks_cli import events, payload, strictjson
from hooks_cli._record import Record
from hooks_cli.errors import PayloadError
from hooks_cli.hosts import contract, paths, targets
from hooks_cli.hosts.after import AfterCall
from hooks_cli.model import Incoming

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from hooks_cli.hosts.base import Request
    from hooks_cli.hosts.contract import Fire, Row, Table, Tool
    from hooks_cli.hosts.targets import Target
    from hooks_cli.model import JsonObject


class Call(Record):
    """A native payload that has been read.

    `name` is the event as the host spells it. `input` are the arguments of the tool as JSON,
    `wrapped` says that they are no object, and are shown to hooks inside one.
    """

    table: Table
    row: Row
    name: str
    content: JsonObject
    environ: Mapping[str, str]
    tool: str = ""
    known: Tool | None = None
    input: Any = None

    @property
    def wrapped(self) -> bool:
        """Tell whether the arguments are no object."""
        return not isinstance(self.input, dict)


def read(table: Table, request: Request) -> Call:
    """Return the payload as a call of this host. PayloadError says what is wrong with it."""
    content = load(request.data)
    wanted = table.row(request.native.name) if request.native else None
    named = next((content[key] for key in table.names if content.get(key) is not None), None)
    if named is not None and not isinstance(named, str):
        raise PayloadError(f"payload: /{table.names[0]}: expected a string")
    row = table.row(named) if named else wanted
    if row is None and named is None:
        raise PayloadError(
            f"payload: it does not name its event ({' or '.join(table.names) or 'no key for it'})",
            f"name it on the command line: hookctl dispatch EVENT --host {table.name}",
        )
    if row is None:
        known = ", ".join(row.native for row in table.rows)
        raise PayloadError(
            f"payload: unknown event {str(named)[:60]!r} of {table.title}", f"known: {known}"
        )
    if wanted is not None and wanted is not row:
        raise PayloadError(
            f"payload: it is of the event {named!r}, the command line says {wanted.native!r}",
            "name the event that has fired",
        )
    call = Call(table, row, str(named or row.native), content, request.environ)
    is_tool = any(fire.event in (*contract.GENERAL, "permissionRequest") for fire in row.fires)
    return with_tool(call) if is_tool else call


def load(data: bytes) -> dict[str, Any]:
    """Return the object in a payload. All byte-order marks in front are dropped."""
    while data.startswith(strictjson.BOM):
        data = data[len(strictjson.BOM) :]
    try:
        return strictjson.load_object(data)
    except strictjson.JsonError as error:
        raise PayloadError(f"payload: {error}", "send one JSON object on stdin") from None


def with_tool(call: Call) -> Call:
    """Return the call with its tool's name and arguments. PayloadError without a name."""
    table, content = call.table, call.content
    name = paths.get(content, table.tool_name)
    if table.options.get("tool_from_event"):
        name = call.row.native.partition("_")[2]
    if not isinstance(name, str) or not name:
        raise PayloadError(f"payload: no name of the tool ({table.tool_name})")
    value = paths.get(content, table.tool_input)
    known = targets.tool_of(table, name, content)
    if isinstance(value, str) and (text := value.lstrip())[:1] in ("{", "["):
        try:
            value = strictjson.loads(text.encode("utf-8"))
        except (strictjson.JsonError, UnicodeEncodeError) as error:
            raise PayloadError(f"payload: /{table.tool_input}: {error}") from None
    return call.replace(tool=name, known=known, input={} if value is None else value)


def fires(call: Call) -> tuple[Fire, ...]:
    """Return the canonical events that this payload stands for, the derived ones left out."""
    return tuple(
        fire
        for fire in call.row.fires
        if (fire.when is None or paths.holds(call.content, fire.when))
        and (fire.unless is None or not paths.holds(call.content, fire.unless))
    )


def found_targets(call: Call) -> tuple[Target, ...]:
    """Return what the tool call acts on. PayloadError if a known tool's subject is not found."""
    tool = call.known
    if tool is None or tool.kind not in call.table.derived:
        return ()
    try:
        return targets.targets(call.table, tool, call.tool, call.input, call.content)
    except targets.UnrecognisedError as error:
        raise PayloadError(f"payload: {error}", "a known tool must name what it acts on") from None


def has_several(call: Call) -> bool:
    """Tell whether the tool call acts on several things, so that it cannot be rewritten."""
    try:
        return sum(not target.extra for target in found_targets(call)) > 1
    except PayloadError:  # comes up again at the specific event
        return False


def general(call: Call, fire: Fire) -> dict[str, Any]:
    """Return the fields of an event that the host itself fires."""
    fields = {
        key: fitting(key, value)
        for key, path in fire.fields.items()
        if (value := paths.get(call.content, path)) is not None
    }
    if not call.tool:
        return fields
    fields.update(tool_name=call.tool, tool_id=call.tool, tool_input=shown_input(call))
    identifier = paths.get(call.content, call.table.tool_use_id)
    if isinstance(identifier, str):
        fields["tool_use_id"] = identifier
    if contract.GENERAL.get(fire.event) == contract.AFTER:
        report = AfterCall(call.table, call.content, call.tool)
        key = "error_message" if fire.event == "postToolUseFailure" else "tool_output"
        fields[key] = report.text
    return fields


def fitting(key: str, value: Any) -> Any:
    """Return a native value in the form of the canonical field: no JSON in a string, no fraction.

    PayloadError for arguments in a string that are not JSON.
    """
    if key.endswith("_ms") and isinstance(value, float):
        return int(value)
    if isinstance(value, str) and key in ("tool_input", "result_json"):
        try:
            return strictjson.loads(value.encode("utf-8", "replace"))
        except strictjson.JsonError as error:
            if key == "tool_input":
                raise PayloadError(f"payload: /{key}: {error}") from None
    return value


def shown_input(call: Call) -> JsonObject:
    """Return the arguments as an object, for the canonical payload."""
    value: JsonObject = call.input if not call.wrapped else {"input": call.input}
    return value


def canonical(call: Call, event: str, fields: JsonObject) -> Incoming:
    """Return a canonical event for the hooks. PayloadError if a field is of the wrong type."""
    spec = events.get(event)
    base = {key: paths.get(call.content, path) for key, path in call.table.base.items()}
    base["workspace_root"] = workspace(call)
    base["cwd"] = call.content.get("cwd")
    content = {"hook_event_name": event, **fields}
    for key, value in base.items():
        if isinstance(value, str) and value and key not in content:
            content[key] = value
    content.update(host=call.table.name, native_event=call.name, native=call.content)
    wrong = payload.problems(spec, content)
    if wrong:
        text = "; ".join(f"{pointer}: {message}" for pointer, message in wrong)
        raise PayloadError(f"payload of {call.name} as {event}: {text}")
    return Incoming(spec, content, strictjson.dumps(content))


def workspace(call: Call) -> str:
    """Return the workspace as the host tells it, "" if it does not."""
    for source in call.table.workspace:
        if source.startswith("env:"):
            value: Any = call.environ.get(source[4:])
        elif source == "process":
            try:
                value = os.getcwd()
            except OSError:
                value = None
        else:
            value = paths.get(call.content, source)
        if isinstance(value, str) and os.path.isabs(value):
            return value
    return ""


def deadline(table: Table, row: Row) -> float:
    """Return the seconds that a dispatch may take: 80 % of the host's own limit."""
    return 0.8 * (row.timeout or table.timeout)
