"""The rules of the hosts that were run: each reads an answer as the product was seen to."""

from __future__ import annotations

import json
from typing import Any

from hooks_cli.hosts import effects
from hooks_cli.hosts.effects import Effect, Said

# ------------------------------------------------------------------ Claude Code


def claude(said: Said) -> Effect:
    """JSON counts at any status, 2 blocks, a wrong word or name voids the object."""
    if said.fate != "exit":
        return Effect(note="a failure, ignored")
    data = (
        effects.object_in(effects.text(said))
        if effects.text(said).removeprefix("\ufeff").lstrip()[:1] == "{"
        else {}
    )
    inner = data.get("hookSpecificOutput")
    inner = inner if isinstance(inner, dict) else {}
    wrong = (
        (inner and inner.get("hookEventName") != said.event)
        or data.get("decision") not in (None, "approve", "block")
        or inner.get("permissionDecision") not in (None, "allow", "deny", "ask", "defer")
    )
    if wrong:
        data, inner = {}, {}
    reason = str(inner.get("permissionDecisionReason") or data.get("reason") or "")
    context = str(inner.get("additionalContext") or "")
    word = inner.get("permissionDecision")
    if said.shape == "permission":
        decision = inner.get("decision")
        if isinstance(decision, dict) and decision.get("behavior") == "deny":
            return Effect("blocks", reason=str(decision.get("message") or ""))
        return Effect()
    if said.status == 2 and said.shape not in ("context", "none"):  # noqa: PLR2004
        return effects.negative(said, reason or said.err)
    if data.get("decision") == "block":
        return effects.negative(said, reason)
    if said.shape == "post_tool":
        output = inner.get("updatedToolOutput", inner.get("updatedMCPToolOutput"))
        # A text instead of the structure is ignored; MCP results are lists of blocks.
        return Effect(output=None if isinstance(output, str) else output, context=context)
    if said.shape == "pre_tool" and word == "deny":
        return Effect("blocks", reason=reason)
    if said.shape == "pre_tool" and word == "ask":
        return effects.asked(said, reason, inner.get("updatedInput"))
    if word == "defer":
        return Effect("ends", note="tool_deferred")
    if said.shape == "pre_tool" and "updatedInput" in inner:
        return effects.rewritten(said, inner["updatedInput"], context=context)
    if data.get("continue") is False:
        return Effect(note="the tool runs, then the turn ends")
    if word == "allow":
        return Effect("approves", context=context)
    return Effect(context=context, note="an error notice" if wrong else "")


# ------------------------------------------------------------------ Codex

_UNIVERSAL = {"continue", "stopReason", "suppressOutput", "systemMessage"}
_CODEX_TOP = {
    "pre_tool": {"decision", "reason", "hookSpecificOutput"},
    "permission": {"hookSpecificOutput"},
    "post_tool": {"decision", "reason", "hookSpecificOutput"},
    "prompt": {"decision", "reason", "hookSpecificOutput"},
    "stop": {"decision", "reason"},
    "context": {"hookSpecificOutput"},
    "halt": set(),
    "none": set(),
}
_CODEX_INNER = {
    "pre_tool": {
        "permissionDecision",
        "permissionDecisionReason",
        "updatedInput",
        "additionalContext",
    },
    "permission": {"decision"},
    "post_tool": {"additionalContext", "updatedMCPToolOutput"},
    "prompt": {"additionalContext"},
    "context": {"additionalContext"},
}


def codex_mistake(event_shape: str, data: Any) -> str:
    """Return what Codex rejects in an answer, "" if nothing: the keys and words of its schemas."""
    if not isinstance(data, dict):
        return "no object"
    unknown = set(data) - _UNIVERSAL - _CODEX_TOP[event_shape]
    if unknown:
        return f"unknown key {min(unknown)}"
    if data.get("decision") not in (None, "block", "approve"):
        return "unknown decision"
    inner = data.get("hookSpecificOutput")
    if inner is None:
        return ""
    if not isinstance(inner, dict) or not isinstance(inner.get("hookEventName"), str):
        return "no hookEventName"
    unknown = set(inner) - {"hookEventName"} - _CODEX_INNER.get(event_shape, set())
    if unknown:
        return f"unknown key {min(unknown)}"
    if inner.get("permissionDecision") not in (None, "allow", "deny", "ask"):
        return "unknown permissionDecision"
    return ""


def codex(said: Said) -> Effect:
    """Strict: an unknown key, a missing reason, and the hook has failed."""
    if said.fate != "exit":
        return Effect(note="a failure, ignored")
    if said.status == 2 and said.shape not in ("context", "none", "halt"):  # noqa: PLR2004
        return _codex_negative(said, said.err) if said.err else Effect(note="failed: no reason")
    text = effects.text(said).strip()
    if said.status or not text:
        return Effect(note="failed" if said.status else "")
    if text[0] not in "{[":
        return Effect(note="failed" if said.shape == "stop" or text[0] == "\ufeff" else "text")
    try:
        data = json.loads(text)
    except ValueError:
        return Effect(note="failed: not JSON")
    mistake = codex_mistake(said.shape, data)
    if mistake:
        return Effect(note=f"failed: {mistake}")
    inner = data.get("hookSpecificOutput") or {}
    context = str(inner.get("additionalContext") or "")
    if said.shape == "halt":
        return (
            Effect("blocks", reason=str(data.get("stopReason") or ""))
            if _halted(data)
            else Effect()
        )
    if said.shape == "permission":
        decision = inner.get("decision") or {}
        denied = decision.get("behavior") == "deny"
        return Effect("blocks", reason=str(decision.get("message"))) if denied else Effect()
    word, reason = inner.get("permissionDecision"), str(inner.get("permissionDecisionReason") or "")
    top = str(data.get("reason") or "")
    if said.shape == "pre_tool":
        rejected = _halted(data) or data.get("suppressOutput") is True or word == "ask"
        rejected = rejected or (word == "allow" and "updatedInput" not in inner)
        rejected = rejected or (word != "allow" and "updatedInput" in inner)
        rejected = rejected or (word == "deny" and not reason.strip())
        rejected = rejected or (data.get("decision") == "block" and not top.strip())
        if rejected or data.get("decision") == "approve":
            return Effect(note="failed: rejected")
        if word == "deny" or data.get("decision") == "block":
            return Effect("blocks", reason=reason or top)
        if "updatedInput" in inner:
            return effects.rewritten(said, inner["updatedInput"], context=context)
        return Effect(context=context)
    if data.get("decision") == "block":
        return _codex_negative(said, top) if top.strip() else Effect(note="failed: no reason")
    return Effect(context=context)


def _halted(data: dict[str, Any]) -> bool:
    return data.get("continue") is False


def _codex_negative(said: Said, reason: str) -> Effect:
    if said.shape == "post_tool":
        return Effect(output=reason)
    return effects.negative(said, reason)


# ------------------------------------------------------------------ Copilot


def copilot(said: Said) -> Effect:
    """Flat, and nested only under a PascalCase event; any status but 0 refuses a call."""
    gate = said.shape in ("pre_tool", "permission")
    if said.fate == "timeout":
        return Effect(note="a timeout, ignored")
    lines = effects.text(said).removeprefix("\ufeff").split("\n")
    kept = [line for line in lines if effects.object_in(line).get("type") != "progress"]
    data = effects.object_in("\n".join(kept))
    inner = data.get("hookSpecificOutput")
    if said.event[:1].isupper() and isinstance(inner, dict) and gate:
        data = {"modifiedArgs": inner.get("updatedInput"), **inner, **data}
    reason = str(data.get("permissionDecisionReason") or "")
    if (said.status or said.fate == "signal") and gate:
        return Effect("blocks", reason=reason if said.status == 2 else "")  # noqa: PLR2004
    if said.status or said.fate == "signal":
        return Effect(note="a failure, ignored")
    context = data.get("additionalContext")
    context = context if isinstance(context, str) else ""
    blocked = data.get("decision") == "block" and bool(data.get("reason"))
    if said.shape == "permission":
        denied = data.get("behavior") == "deny"
        return Effect("blocks", reason=str(data.get("message"))) if denied else Effect()
    if said.shape == "pre_tool":
        word, value = data.get("permissionDecision"), data.get("modifiedArgs")
        if word == "deny":
            return Effect("blocks", reason=reason or "No reason provided")
        if word == "ask":
            return effects.asked(said, reason, value)
        if value is not None:
            value = effects.object_in(value) if isinstance(value, str) else value
            return effects.rewritten(said, value, context=context)
        return Effect("approves" if word == "allow" else "runs", context=context)
    if said.shape == "post_tool":
        if blocked:
            return Effect(output=str(data["reason"]))
        result = data.get("modifiedResult")
        text = result.get("textResultForLlm") if isinstance(result, dict) else None
        return Effect(output=text if isinstance(text, str) else None, context=context)
    if said.shape == "prompt" and isinstance(data.get("modifiedPrompt"), str):
        return Effect("rewrites", value=data["modifiedPrompt"], context=context)
    if blocked and said.shape in ("prompt", "stop"):
        return effects.negative(said, str(data["reason"]))
    return Effect(context=context)


# ------------------------------------------------------------------ Gemini


def gemini(said: Said) -> Effect:
    """JSON counts at any status, text from 2 on; silence is an allow."""
    if said.fate != "exit":
        return Effect(note="allowed")
    text = (effects.text(said) if effects.text(said).strip() else said.err).strip()
    if not text:
        return Effect()
    try:
        data = effects.lenient(text)
        if isinstance(data, str):
            data = effects.lenient(data)
    except ValueError:
        if said.status in (0, 1):
            return Effect(note=f"shown: {text}")
        return _gemini_negative(said, text)
    if not isinstance(data, dict):
        return Effect()
    reason = str(data.get("stopReason") or data.get("reason") or "No reason provided")
    if data.get("decision") in ("deny", "block"):
        return _gemini_negative(said, reason)
    if data.get("continue") is False:
        return Effect("blocks", reason=reason, note="the run ends")
    inner = data.get("hookSpecificOutput")
    inner = inner if isinstance(inner, dict) else {}
    if data.get("decision") == "ask" and said.shape == "pre_tool":
        return Effect("hangs") if said.headless else Effect("asks", reason=reason)
    if said.shape == "pre_tool" and isinstance(inner.get("tool_input"), dict):
        return effects.rewritten(said, inner["tool_input"])
    if said.shape == "model" and isinstance(inner.get("llm_request"), dict):
        return Effect("rewrites", value=inner["llm_request"])
    context = inner.get("additionalContext")
    heard = said.shape in ("context", "prompt", "post_tool") and isinstance(context, str)
    return Effect(context=str(context) if heard else "")


def _gemini_negative(said: Said, reason: str) -> Effect:
    if said.shape == "post_tool":
        return Effect(output=reason)
    return effects.negative(said, reason)


# ------------------------------------------------------------------ Qwen


def qwen(said: Said) -> Effect:
    """As Claude Code, but what would rewrite a call is ignored."""
    if said.fate != "exit":
        return Effect(note="a failure, ignored")
    if said.status == 2:  # noqa: PLR2004
        return effects.negative(said, said.err) if said.err else Effect(note="failed: no reason")
    data = effects.object_in(effects.text(said))
    inner = data.get("hookSpecificOutput")
    inner = inner if isinstance(inner, dict) else {}
    reason = str(inner.get("permissionDecisionReason") or data.get("reason") or "")
    if said.shape == "permission":
        decision = inner.get("decision")
        decision = decision if isinstance(decision, dict) else {}
        denied = decision.get("behavior") == "deny"
        return Effect("blocks", reason=str(decision.get("message"))) if denied else Effect()
    if inner.get("permissionDecision") == "deny" or data.get("decision") in ("block", "deny"):
        return effects.negative(said, reason)
    if _halted(data):
        return effects.negative(said, reason)
    if inner.get("permissionDecision") == "ask":
        return effects.asked(said, reason)
    heard = said.shape in ("prompt", "context", "post_tool")
    return Effect(context=str(inner.get("additionalContext") or "") if heard else "")
