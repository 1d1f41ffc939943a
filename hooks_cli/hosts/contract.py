"""A host's hook protocol as data: what each host module is a literal of.

Nothing here acts. `foreign.py` reads payloads by these tables, the encoders write answers by
them, `simulate.py` checks the answers against them, and `hookctl show hosts` prints them.
"""

from __future__ import annotations

from hooks_cli._record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

# What a host can honour at an event, and the decisions that this stands for here.
LETTERS = {
    "B": ("block",),
    "A": ("ask",),
    "M": ("modify",),
    "O": ("block", "modify"),
    "C": (),
    "K": ("block",),
}
MEANINGS = {
    "B": "block",
    "A": "ask the user",
    "M": "modify the input",
    "O": "modify or hide the output",
    "C": "add context for the model",
    "K": "refuse the stop",
    "-": "observe only",
}
# kind of tool: the specific event before a call, and the one after it
KINDS = {
    "shell": ("beforeShellExecution", "afterShellExecution"),
    "read": ("beforeReadFile", "afterReadFile"),
    "create": ("beforeEditFile", "afterEditFile"),
    "edit": ("beforeEditFile", "afterEditFile"),
    "patch": ("beforeEditFile", "afterEditFile"),
    "mcp": ("beforeMCPExecution", "afterMCPExecution"),
    "agent": ("subagentStart", ""),
    "skill": ("beforeLoadSkill", "afterLoadSkill"),
}
BEFORE, AFTER = 0, 1
GENERAL = {"preToolUse": BEFORE, "postToolUse": AFTER, "postToolUseFailure": AFTER}
ANY = "*"
OWN_CAP = 5  # refusals of a stop in a row, on a host that does not count them itself


class Tool(Record):
    """How a tool's arguments are read, by the native names of the keys.

    `where` are the keys that hold the subject (a command, a path, a name), each with one string
    or with a list; `item` are keys inside the objects of such a list. All keys that are there
    count. `operation` is a key whose value tells what kind of call it is, `operations` maps it
    to a kind. `edits` holds a list of replacements, whose keys are `old` and `new`. `seconds` is
    the key of a time limit and the length of its unit. `instead` are keys beside which a call
    without a subject is in order.
    """

    kind: str
    where: tuple[str, ...] = ()
    item: tuple[str, ...] = ()
    content: str = ""
    old: str = ""
    new: str = ""
    edits: str = ""
    about: str = ""
    operation: str = ""
    operations: Mapping[str, str] = {}
    seconds: tuple[str, float] = ("", 1.0)
    instead: tuple[str, ...] = ()


class Fire(Record):
    """One canonical event that a native one stands for.

    `can` are LETTERS. `fields` maps a canonical field to its native path: keys with dots between,
    alternatives with "|", a literal behind "=". `when` and `unless` are a path and the value that
    it must, or must not, have; ANY is any value but null and "".
    """

    event: str
    can: str = ""
    fields: Mapping[str, str] = {}
    when: tuple[str, str] | None = None
    unless: tuple[str, str] | None = None


class Row(Record):
    """One native event.

    `answer` names the shape of the answer that the host reads there, which the encoder knows.
    `aliases` are other spellings of the name. `verified` is how sure the row is: `ran` (measured
    on the product), `src` (its source), `doc`, `2nd` (a third party), `assumed`; `date` says
    when; both are the table's if empty. `timeout` is the default in seconds, if it is another
    than elsewhere in the host.
    """

    native: str
    fires: tuple[Fire, ...] = ()
    answer: str = "none"
    verified: str = ""
    date: str = ""
    aliases: tuple[str, ...] = ()
    timeout: float = 0.0
    note: str = ""


class Table(Record):
    """One host.

    `names` are the keys under which a payload names its event; `base`, `tool_name`, `tool_input`,
    `tool_use_id`, `tool_output` and `error` are native paths. `mcp` says how a call of an MCP tool
    is recognised. `derived` are the kinds of tools whose specific events come from the general
    one. `outputs` maps a tool to the path of its text in a structured result. `exit_code` is a
    regular expression on the text of a result; `failure_is_status` says that a result without a
    failure is status 0. `workspace` are sources in order: `env:NAME`, `process`, or a path.
    `timeout` is the host's default in seconds, `unit` that of its configuration; `cap` how many
    refusals of a stop in a row the host allows, 0 if it does not count. `options` is for the
    encoder. `exact_input` says that a rewrite must keep exactly the keys that were there.
    """

    name: str
    title: str
    versions: str
    verified: str
    date: str
    rows: tuple[Row, ...]
    tools: Mapping[str, Tool] = {}
    names: tuple[str, ...] = ("hook_event_name",)
    base: Mapping[str, str] = {}
    tool_name: str = "tool_name"
    tool_input: str = "tool_input"
    tool_use_id: str = "tool_use_id"
    tool_output: str = "tool_response"
    error: str = "error"
    mcp: str = ""
    derived: frozenset[str] = frozenset(KINDS)
    outputs: Mapping[str, str] = {}
    exit_code: str = ""
    failure_is_status: bool = False
    workspace: tuple[str, ...] = ("cwd",)
    timeout: float = 60.0
    unit: str = "s"
    timeout_key: str = "timeout"
    settings: str = ""
    exits: str = ""
    cap: int = 0
    reason_bytes: int = 4096
    context_bytes: int = 9000
    exact_input: bool = False
    options: Mapping[str, str] = {}

    def row(self, name: str) -> Row | None:
        """Return the native event of a name or another spelling of it."""
        for row in self.rows:
            if name == row.native or name in row.aliases:
                return row
        return None


def pairs(table: Table) -> Iterator[tuple[Row, str, str]]:
    """Yield (row, canonical event, letters) for all that a host fires, derived events included."""
    kinds = {tool.kind for tool in table.tools.values()}
    for tool in table.tools.values():
        kinds.update(tool.operations.values())
    if table.mcp:
        kinds.add("mcp")
    for row in table.rows:
        for fire in row.fires:
            yield row, fire.event, fire.can
            if fire.event in GENERAL:
                side = GENERAL[fire.event]
                events = {specific(table, kind, side) for kind in kinds & table.derived}
                for event in sorted(events - {""}):
                    yield row, event, fire.can


def specific(table: Table, kind: str, side: int) -> str:
    """Return the specific event of a kind of tool, "" if there is none.

    Where a sub-agent is a tool that ends when the sub-agent does, its end is an event too.
    """
    if side == AFTER and table.options.get("after") == "own":
        return ""  # the host fires the events after a call itself
    if kind == "agent" and side == AFTER:
        return "subagentStop" if table.options.get("agent_ends") else ""
    return KINDS[kind][side]


def matrix(table: Table) -> dict[str, str]:
    """Return the letters of each canonical event that the host has; "-" is observe only."""
    found: dict[str, set[str]] = {}
    for _, event, letters in pairs(table):
        found.setdefault(event, set()).update(letters)
    return {
        event: "".join(letter for letter in LETTERS if letter in letters) or "-"
        for event, letters in found.items()
    }


def words(letters: str) -> frozenset[str]:
    """Return the decisions that letters stand for."""
    return frozenset(word for letter in letters for word in LETTERS.get(letter, ()))
