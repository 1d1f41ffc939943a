"""The dialects of four model APIs: how each is asked, and how it answers with a call or a text."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

FINAL = "finished"
_USAGE = {"input_tokens": 1, "output_tokens": 1}


class Call(NamedTuple):
    """A call of a tool: arguments as an object, or as a text for a tool that takes only that."""

    tool: str
    arguments: dict[str, Any] | str


class Dialect(NamedTuple):
    """One API.

    `ends` are the ends of the paths under which it is asked. `results` returns the tool results
    that a request carries, as texts by the number of the call. `offers` tells whether a request
    lets a tool be called. `events` makes the answer, given the number of the first call and the
    calls: objects, in the order of the stream; `named` says that each is sent with its type as the
    name of the event.
    """

    name: str
    ends: tuple[str, ...]
    results: Callable[[dict[str, Any]], dict[int, str]]
    offers: Callable[[dict[str, Any], Call], bool]
    events: Callable[[dict[str, Any], int, Sequence[Call]], list[Any]]
    named: bool = False


def text_of(value: object) -> str:
    """Return a tool result as one text, however the API wraps it."""
    if isinstance(value, str):
        return value
    if isinstance(value, list) and all(isinstance(part, dict) and "text" in part for part in value):
        return "\n".join(str(part["text"]) for part in value)
    return json.dumps(value, ensure_ascii=False)


def _number(name: object) -> int:
    """Return the number of a call, with which its id ends whatever a host puts before it."""
    found = re.search(r"\d+\Z", str(name))
    return int(found[0]) if found else -1


# ---------------------------------------------------------------- Anthropic messages


def _messages_results(body: dict[str, Any]) -> dict[int, str]:
    contents = [message.get("content") for message in body.get("messages", [])]
    blocks = [block for content in contents if isinstance(content, list) for block in content]
    found = [block for block in blocks if block.get("type") == "tool_result"]
    return {_number(block["tool_use_id"]): text_of(block.get("content")) for block in found}


def _messages_offers(body: dict[str, Any], call: Call) -> bool:
    return call.tool in [tool.get("name") for tool in body.get("tools", [])]


def _messages_events(body: dict[str, Any], number: int, calls: Sequence[Call]) -> list[Any]:
    message: dict[str, Any] = {
        "id": f"msg_{number}",
        "type": "message",
        "role": "assistant",
        "model": body.get("model"),
        "content": [],
        "stop_reason": None,
        "stop_sequence": None,
        "usage": _USAGE,
    }
    blocks: list[tuple[dict[str, Any], dict[str, Any]]] = [
        (
            {"type": "tool_use", "id": f"toolu_{at:02}", "name": call.tool, "input": {}},
            {"type": "input_json_delta", "partial_json": json.dumps(call.arguments)},
        )
        for at, call in enumerate(calls, number)
    ]
    blocks = blocks or [({"type": "text", "text": ""}, {"type": "text_delta", "text": FINAL})]
    events: list[Any] = [{"type": "message_start", "message": message}]
    for index, (block, delta) in enumerate(blocks):
        events += [
            {"type": "content_block_start", "index": index, "content_block": block},
            {"type": "content_block_delta", "index": index, "delta": delta},
            {"type": "content_block_stop", "index": index},
        ]
    stop = {"stop_reason": "tool_use" if calls else "end_turn", "stop_sequence": None}
    return [
        *events,
        {"type": "message_delta", "delta": stop, "usage": {"output_tokens": 1}},
        {"type": "message_stop"},
    ]


# ---------------------------------------------------------------- OpenAI responses


def _responses_results(body: dict[str, Any]) -> dict[int, str]:
    found = [i for i in body.get("input", []) if str(i.get("type")).endswith("_call_output")]
    return {_number(item["call_id"]): text_of(item.get("output")) for item in found}


def _responses_offers(body: dict[str, Any], call: Call) -> bool:
    del call  # a tool may be offered under a name space, so the names are not looked at
    return bool(body.get("tools"))


def _responses_events(body: dict[str, Any], number: int, calls: Sequence[Call]) -> list[Any]:
    del body
    items = [_responses_item(at, call) for at, call in enumerate(calls, number)]
    text = {"type": "output_text", "text": FINAL}
    final = {"type": "message", "role": "assistant", "id": "m1", "content": [text]}
    usage = {
        **_USAGE,
        "input_tokens_details": None,
        "output_tokens_details": None,
        "total_tokens": 2,
    }
    return [
        {"type": "response.created", "response": {"id": "r1"}},
        *({"type": "response.output_item.done", "item": item} for item in items or [final]),
        {"type": "response.completed", "response": {"id": "r1", "usage": usage}},
    ]


def _responses_item(number: int, call: Call) -> dict[str, Any]:
    if isinstance(call.arguments, str):
        kind = {"type": "custom_tool_call", "name": call.tool, "input": call.arguments}
        return {**kind, "call_id": f"c{number}"}
    # A tool of an MCP server has a name space, "server/tool" here.
    space, _, name = call.tool.rpartition("/")
    item = {"type": "function_call", "name": name, "arguments": json.dumps(call.arguments)}
    return {**item, "call_id": f"c{number}", **({"namespace": space} if space else {})}


# ---------------------------------------------------------------- Gemini generateContent


def _gemini_results(body: dict[str, Any]) -> dict[int, str]:
    parts = [part for content in body.get("contents", []) for part in content.get("parts", [])]
    found = [part["functionResponse"] for part in parts if "functionResponse" in part]
    return {_number(part.get("id")): text_of(part.get("response")) for part in found}


def _gemini_offers(body: dict[str, Any], call: Call) -> bool:
    groups = [group.get("functionDeclarations", []) for group in body.get("tools", [])]
    return call.tool in [tool.get("name") for group in groups for tool in group]


def _gemini_events(body: dict[str, Any], number: int, calls: Sequence[Call]) -> list[Any]:
    del body
    parts: list[dict[str, Any]] = [
        {"functionCall": {"id": f"fc{at}", "name": call.tool, "args": call.arguments}}
        for at, call in enumerate(calls, number)
    ]
    content = {"role": "model", "parts": parts or [{"text": FINAL}]}
    counts = {"promptTokenCount": 1, "candidatesTokenCount": 1, "totalTokenCount": 2}
    candidates = [{"content": content, "finishReason": "STOP", "index": 0}]
    return [{"candidates": candidates, "usageMetadata": counts}]


# ---------------------------------------------------------------- OpenAI chat completions


def _chat_results(body: dict[str, Any]) -> dict[int, str]:
    found = [m for m in body.get("messages", []) if m.get("role") == "tool"]
    return {_number(m.get("tool_call_id")): text_of(m.get("content")) for m in found}


def _chat_offers(body: dict[str, Any], call: Call) -> bool:
    tools = [tool.get("function", {}) for tool in body.get("tools", [])]
    return call.tool in [tool.get("name") for tool in tools]


def _chat_events(body: dict[str, Any], number: int, calls: Sequence[Call]) -> list[Any]:
    items = [
        {
            "index": at - number,
            "id": f"call_{at}",
            "type": "function",
            "function": {"name": call.tool, "arguments": json.dumps(call.arguments)},
        }
        for at, call in enumerate(calls, number)
    ]
    delta: dict[str, Any] = {"role": "assistant", "content": FINAL}
    if items:
        delta = {"role": "assistant", "content": None, "tool_calls": items}
    end = "tool_calls" if items else "stop"
    usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
    base = {"id": "x", "created": 1, "model": "m"}
    if not body.get("stream"):
        choice = {"index": 0, "message": delta, "finish_reason": end}
        return [{**base, "object": "chat.completion", "usage": usage, "choices": [choice]}]
    chunk = {**base, "object": "chat.completion.chunk"}
    return [
        {**chunk, "choices": [{"index": 0, "delta": delta, "finish_reason": None}]},
        {**chunk, "choices": [{"index": 0, "delta": {}, "finish_reason": end}], "usage": usage},
        "[DONE]",
    ]


DIALECTS = {
    dialect.name: dialect
    for dialect in (
        Dialect(
            "messages",
            ("/v1/messages",),
            _messages_results,
            _messages_offers,
            _messages_events,
            named=True,
        ),
        Dialect(
            "responses",
            ("/responses",),
            _responses_results,
            _responses_offers,
            _responses_events,
            named=True,
        ),
        Dialect(
            "gemini",
            (":streamGenerateContent", ":generateContent"),
            _gemini_results,
            _gemini_offers,
            _gemini_events,
        ),
        Dialect("chat", ("/chat/completions",), _chat_results, _chat_offers, _chat_events),
    )
}
