"""What a verdict comes to at one native event: what cannot be carried is never dropped silently.

The rules of design section 7, on top of `degrade`: a modification must have a place in the
native arguments and still be a call of the tool; a refused stop must come to an end.
"""

from __future__ import annotations

from hooks_cli import degrade, strictjson
from hooks_cli._record import Record
from hooks_cli.hosts import after, contract, paths, routes, targets, writing
from hooks_cli.hosts.writing import CannotWriteError
from hooks_cli.text import cut

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from hooks_cli.hosts.call import Call
    from hooks_cli.hosts.targets import Target
    from hooks_cli.model import Verdict


class Spot(Record):
    """Where a verdict is asked for: a call, and what can be honoured just there.

    `target` belongs to a specific event before a call, `refused` is how often the stop has been
    refused in a row.
    """

    native: Call
    letters: str
    target: Target | None = None
    refused: int = 0


def settle(spot: Spot, verdict: Verdict, providers: Mapping[str, Any] | None) -> Verdict:
    """Return the verdict as the host can carry it out. Pure: it may be called more than once."""
    native, letters, target = spot.native, spot.letters, spot.target
    event = verdict.event.name
    if verdict.word == "route":
        shell = native.known is not None and native.known.kind == "shell"
        verdict = routes.settle(verdict, providers, rewritable=shell and "M" in letters)
    hidden = "O" in letters and can_hide(native)
    can_change = "M" in letters or (event == "postToolUse" and "O" in letters)
    if verdict.changes and verdict.word in ("modify", "ask") and can_change:
        try:
            written(native, event, target, verdict)
        except CannotWriteError as error:
            changes = cut(strictjson.dumps(verdict.changes).decode(), 400)
            text = f"{verdict.hook} wanted to modify the action ({changes}), but {error}"
            letters = (
                letters.replace("M", "") if hidden else letters.replace("M", "").replace("O", "")
            )
            verdict = _lost(verdict, letters, text)
    if verdict.word != "modify" and not hidden:
        letters = letters.replace("O", "")
    if verdict.word == "block" and "K" in letters:
        reached = cap(native, spot.refused)
        if reached:
            text = f"the stop was refused {reached} times in a row, and is let go now"
            return _unenforced(verdict, text)
    told = verdict.reason
    before = verdict.word
    verdict = degrade.degrade(verdict, contract.words(letters))
    if before == "block" and verdict.word == "allow" and "C" in letters and told:
        verdict = verdict.replace(
            context=(*verdict.context, told)
        )  # at least the model hears of it
    return _context(verdict, letters)


def cap(native: Call, refused: int) -> int:
    """Return how many refusals are enough if that many have been, else 0."""
    if native.table.cap:
        count = paths.get(native.content, "loop_count")
        over = isinstance(count, int) and count >= native.table.cap
        return native.table.cap if over else 0
    return contract.OWN_CAP if refused >= contract.OWN_CAP else 0


def can_hide(native: Call) -> bool:
    """Tell whether the result of this very call can be replaced by a text."""
    style = native.table.options.get("output", "text")
    if style == "structure":
        result = paths.get(native.content, native.table.tool_output)
        return after.with_text(native.table, native.tool, result, "") is not None
    if style == "mcp":
        return native.tool.startswith(native.table.options["output_of"])
    return True


def written(native: Call, event: str, target: Target | None, verdict: Verdict) -> Any:
    """Return the new native arguments, prompt or output. CannotWriteError says why not."""
    new = verdict.payload
    changed = set(verdict.changes)
    if target is not None:
        may = verdict.event.modifiable
        before = {key: value for key, value in target.fields.items() if key in may}
        after_it = {key: value for key, value in new.items() if key in may}
        return checked(native, writing.write(target, native.tool, native.input, before, after_it))
    if event == "preToolUse":
        if changed & {"tool_name", "tool_id"} and not native.table.options.get("rename"):
            raise CannotWriteError("another tool cannot be called instead")
        if native.wrapped and "tool_input" in changed:
            raise CannotWriteError("its arguments are no object")
        return checked(native, new["tool_input"]) if "tool_input" in changed else native.input
    if event == "postToolUse":
        style = native.table.options.get("output", "text")
        result = paths.get(native.content, native.table.tool_output)
        text = new.get("tool_output")
        if not can_hide(native):
            raise CannotWriteError("the output of this tool cannot be replaced")
        if style != "structure":
            return text
        value = after.with_text(native.table, native.tool, result, str(text))
        if value is None:
            raise CannotWriteError("the output must keep the structure of the original")
        return value
    if event == "beforeSubmitPrompt":
        if changed != {"prompt"}:
            raise CannotWriteError("only the prompt itself can be changed")
        return new["prompt"]
    if event == "beforeModelRequest":
        if changed & {"system_prompt", "instructions"}:
            raise CannotWriteError("the texts of the request cannot be changed")
        return {key: new.get(key) for key in changed}
    raise CannotWriteError("nothing can be changed there")


def checked(native: Call, value: Any) -> Any:
    """Return new arguments that still make a call of the tool. CannotWriteError otherwise.

    Some hosts drop arguments that do not fit, and run the original.
    """
    old = native.input
    if isinstance(old, dict) and isinstance(value, dict):
        for key, item in old.items():
            known = strictjson.type_name(item)
            if key in value and strictjson.type_name(value[key]) != known and item is not None:
                raise CannotWriteError(f"invalid modification: {key} must remain a {known}")
        if native.table.exact_input and set(old) != set(value):
            keys = ", ".join(sorted(set(old) ^ set(value)))
            raise CannotWriteError(f"invalid modification: {keys} may not come or go")
        tool = native.known
        needed = f"{tool.content}|{tool.old}|{tool.new}".split("|") if tool else []
        for key in needed:
            if key in old and key not in value:
                raise CannotWriteError(f"invalid modification: {key} is needed")
    if native.known is not None and native.known.kind != "mcp":
        try:
            targets.targets(native.table, native.known, native.tool, value, native.content)
        except targets.UnrecognisedError as error:
            raise CannotWriteError(f"invalid modification: {error}") from None
    return value


def _lost(verdict: Verdict, letters: str, text: str) -> Verdict:
    """Return a modification that has no place: a block, or unenforced where there is none."""
    if "block" in contract.words(letters):
        return verdict.replace(word="block", reason=text)
    return _unenforced(verdict, text)


def _unenforced(verdict: Verdict, text: str) -> Verdict:
    return verdict.replace(
        word="allow",
        reason="",
        hook="",
        changes={},
        warnings=(*verdict.warnings, f"unenforced: {text}"),
        unenforced=(*verdict.unenforced, text),
    )


def _context(verdict: Verdict, letters: str) -> Verdict:
    """Take care of context that the host has no place for: the reason has it, or a warning."""
    if not verdict.context or "C" in letters:
        return verdict
    if verdict.word == "block":
        return verdict.replace(reason="\n".join((verdict.reason, *verdict.context)), context=())
    warning = f"context for the model cannot be delivered at {verdict.event.name} of this host"
    return verdict.replace(context=(), warnings=(*verdict.warnings, warning))
