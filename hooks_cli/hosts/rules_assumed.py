"""The rules of the hosts that were not run, from their source or documentation."""

from __future__ import annotations

from hooks_cli.hosts import effects
from hooks_cli.hosts.effects import Effect, Said

# ------------------------------------------------------------------ Cursor


def cursor(said: Said) -> Effect:
    """Flat words; the status 2 refuses at a gate."""
    if said.fate != "exit" or said.status not in (0, 2):
        return Effect(note="failed; failClosed would block")
    data = effects.object_in(effects.text(said))
    reason = str(data.get("user_message") or data.get("agent_message") or said.err)
    if said.shape == "gate":
        shell = said.event in ("beforeShellExecution", "beforeMCPExecution")
        if said.status == 2 or data.get("permission") == "deny":  # noqa: PLR2004
            return Effect("blocks", reason=reason)
        if data.get("permission") == "ask":
            if said.event == "subagentStart":
                return Effect("blocks", reason=reason)
            return effects.asked(said, reason) if shell else Effect(note="ask is not enforced here")
        if said.event == "preToolUse" and "updated_input" in data:
            return effects.rewritten(said, data["updated_input"])
        return Effect(note="" if data.get("permission") == "allow" else "some versions block")
    if said.shape == "prompt":
        blocked = said.status == 2 or data.get("continue") is False  # noqa: PLR2004
        return Effect("blocks", reason=reason) if blocked else Effect()
    if said.shape == "stop" and data.get("followup_message"):
        return Effect("continues", reason=str(data["followup_message"]))
    return Effect(
        output=data.get("updated_mcp_tool_output"),
        context=str(data.get("additional_context") or ""),
    )


# ------------------------------------------------------------------ VS Code

_ONE_WAY = {("SubagentStop", "Stop"), ("SubagentStart", "SessionStart")}


def vscode(said: Said) -> Effect:
    """As Claude Code; the name of the event must be right."""
    if said.fate != "exit" or said.status not in (0, 2):
        return Effect(note="a warning")
    if said.status == 2:  # noqa: PLR2004
        return effects.negative(said, said.err)
    data = effects.object_in(effects.text(said))
    inner = data.get("hookSpecificOutput")
    name = inner.get("hookEventName") if isinstance(inner, dict) else None
    if name != said.event and (said.event, name) not in _ONE_WAY:
        inner = {}
    assert isinstance(inner, dict)
    word, reason = inner.get("permissionDecision"), str(inner.get("permissionDecisionReason") or "")
    context = str(inner.get("additionalContext") or "")
    if said.shape == "pre_tool":
        if word == "deny":
            return Effect("blocks", reason=reason)
        if word == "ask":
            return Effect("asks", reason=reason, value=inner.get("updatedInput"))
        if "updatedInput" in inner:
            value = inner["updatedInput"]
            fits = isinstance(value, dict) and all(key in value for key in said.required)
            return Effect("rewrites", value=value, context=context) if fits else Effect()
        return Effect("approves" if word == "allow" else "runs", context=context)
    if said.shape == "stop":
        refused = inner.get("decision") == "block" and bool(inner.get("reason"))
        return Effect("continues", reason=str(inner["reason"])) if refused else Effect()
    if data.get("decision") == "block":
        return effects.negative(said, str(data.get("reason") or ""))
    return Effect(context=context)


# ------------------------------------------------------------------ the others


def by_status(said: Said) -> Effect:
    """Apply what the documentation of most hosts has in common: 2 or a refusal in words blocks."""
    if said.fate != "exit":
        return Effect(note="assumed")
    data = effects.object_in(effects.text(said))
    inner = data.get("hookSpecificOutput")
    data = {**data, **inner} if isinstance(inner, dict) else data
    reason = str(data.get("reason") or data.get("permissionDecisionReason") or said.err)
    refused = data.get("decision") in ("block", "deny") or data.get("permissionDecision") == "deny"
    if said.status == 2 or (refused and said.status == 0):  # noqa: PLR2004
        return effects.negative(said, reason)
    if said.status:
        return Effect(note="a failure, ignored")
    if "ask" in (data.get("decision"), data.get("permissionDecision")):
        return effects.asked(said, reason)
    if said.shape == "pre_tool" and data.get("updatedInput") is not None:
        return effects.rewritten(said, data["updatedInput"])
    context = data.get("additionalContext")
    if not data and said.shape in ("context", "prompt"):
        context = effects.text(said).strip()
    return Effect(context=str(context or ""))


def only_status(said: Said) -> Effect:
    """Nothing but the status 2 before an action counts."""
    if said.fate == "exit" and said.status == 2 and said.shape in ("pre_tool", "prompt"):  # noqa: PLR2004
        return Effect("blocks", reason=said.err)
    return Effect()


def cline(said: Said) -> Effect:
    """Nothing but the object on stdout counts."""
    data = effects.object_in(effects.text(said))
    if data.get("cancel") is True and said.shape == "pre_tool":
        return Effect("blocks", reason=str(data.get("errorMessage") or ""))
    if data.get("review") is True:
        return effects.asked(said, str(data.get("errorMessage") or ""))
    context = str(data.get("contextModification") or "")
    if data.get("overrideInput") is not None:
        return Effect("rewrites", value=data["overrideInput"], context=context)
    return Effect(context=context)


def ai4j(said: Said) -> Effect:
    """2 blocks; at 0 the words block and modify count, all else goes on."""
    if said.shape == "none":
        return Effect()
    if said.status == 2:  # noqa: PLR2004
        reason = said.err or effects.text(said).strip() or "blocked by hook"
        return (
            Effect(output=reason) if said.shape == "post_tool" else Effect("blocks", reason=reason)
        )
    data = effects.object_in(effects.text(said)) if said.status == 0 else {}
    word = str(data.get("decision") or "").lower()
    if word == "block":
        reason = str(data.get("reason") or "")
        return (
            Effect(output=reason) if said.shape == "post_tool" else Effect("blocks", reason=reason)
        )
    if word == "modify" and said.shape == "pre_tool" and data.get("name"):
        return effects.rewritten(said, effects.object_in(str(data.get("arguments") or "")))
    if word == "modify" and said.shape == "prompt" and isinstance(data.get("input"), str):
        return Effect("rewrites", value=data["input"])
    return Effect()
