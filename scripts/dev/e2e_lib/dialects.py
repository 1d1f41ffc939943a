"""The dialects of four model APIs: how each is asked, and how it answers with a call or a text."""

from __future__ import annotations

import json
from collections.abc import Callable
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
    that a request carries, oldest first, as text. `offers` tells whether a request lets a tool be
    called. `events` makes the answer: objects, in the order of the stream; `named` says that each
    is sent with its type as the name of the event.
    """

    name: str
    ends: tuple[str, ...]
    results: Callable[[dict[str, Any]], list[str]]
    offers: Callable[[dict[str, Any], Call], bool]
    events: Callable[[dict[str, Any], int, Call | None], list[Any]]
    named: bool = False


def text_of(value: object) -> str:
    """Return a tool result as one text, however the API wraps it."""
    if isinstance(value, str):
        return value
    if isinstance(value, list) and all(isinstance(part, dict) and "text" in part for part in value):
        return "\n".join(str(part["text"]) for part in value)
    return json.dumps(value, ensure_ascii=False)


# ---------------------------------------------------------------- Anthropic messages


def _messages_results(body: dict[str, Any]) -> list[str]:
    contents = [message.get("content") for message in body.get("messages", [])]
    blocks = [block for content in contents if isinstance(content, list) for block in content]
    return [text_of(block.get("content")) for block in blocks if block["type"] == "tool_result"]


def _messages_offers(body: dict[str, Any], call: Call) -> bool:
    return call.tool in [tool.get("name") for tool in body.get("tools", [])]


def _messages_events(body: dict[str, Any], number: int, call: Call | None) -> list[Any]:
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
    block: dict[str, Any] = {"type": "text", "text": ""}
    delta: dict[str, Any] = {"type": "text_delta", "text": FINAL}
    if call:
        block = {"type": "tool_use", "id": f"toolu_{number:02}", "name": call.tool, "input": {}}
        delta = {"type": "input_json_delta", "partial_json": json.dumps(call.arguments)}
    stop = {"stop_reason": "tool_use" if call else "end_turn", "stop_sequence": None}
    return [
        {"type": "message_start", "message": message},
        {"type": "content_block_start", "index": 0, "content_block": block},
        {"type": "content_block_delta", "index": 0, "delta": delta},
        {"type": "content_block_stop", "index": 0},
        {"type": "message_delta", "delta": stop, "usage": {"output_tokens": 1}},
        {"type": "message_stop"},
    ]


# ---------------------------------------------------------------- OpenAI responses


def _responses_results(body: dict[str, Any]) -> list[str]:
    items = body.get("input", [])
    return [text_of(i.get("output")) for i in items if str(i.get("type")).endswith("_call_output")]


def _responses_offers(body: dict[str, Any], call: Call) -> bool:
    del call  # a tool may be offered under a name space, so the names are not looked at
    return bool(body.get("tools"))


def _responses_events(body: dict[str, Any], number: int, call: Call | None) -> list[Any]:
    del body
    item: dict[str, Any] = {
        "type": "message",
        "role": "assistant",
        "id": "m1",
        "content": [{"type": "output_text", "text": FINAL}],
    }
    if call and isinstance(call.arguments, str):
        item = {"type": "custom_tool_call", "name": call.tool, "input": call.arguments}
    elif call:
        # A tool of an MCP server has a name space, "server/tool" here.
        space, _, name = call.tool.rpartition("/")
        item = {"type": "function_call", "name": name, "arguments": json.dumps(call.arguments)}
        if space:
            item["namespace"] = space
    if call:
        item["call_id"] = f"c{number}"
    usage = {
        **_USAGE,
        "input_tokens_details": None,
        "output_tokens_details": None,
        "total_tokens": 2,
    }
    return [
        {"type": "response.created", "response": {"id": "r1"}},
        {"type": "response.output_item.done", "item": item},
        {"type": "response.completed", "response": {"id": "r1", "usage": usage}},
    ]


# ---------------------------------------------------------------- Gemini generateContent


def _gemini_results(body: dict[str, Any]) -> list[str]:
    parts = [part for content in body.get("contents", []) for part in content.get("parts", [])]
    found = [part["functionResponse"] for part in parts if "functionResponse" in part]
    return [text_of(response.get("response")) for response in found]


def _gemini_offers(body: dict[str, Any], call: Call) -> bool:
    groups = [group.get("functionDeclarations", []) for group in body.get("tools", [])]
    return call.tool in [tool.get("name") for group in groups for tool in group]


def _gemini_events(body: dict[str, Any], number: int, call: Call | None) -> list[Any]:
    del body
    part: dict[str, Any] = {"text": FINAL}
    if call:
        name, arguments = call
        part = {"functionCall": {"id": f"fc{number}", "name": name, "args": arguments}}
    content = {"role": "model", "parts": [part]}
    counts = {"promptTokenCount": 1, "candidatesTokenCount": 1, "totalTokenCount": 2}
    candidates = [{"content": content, "finishReason": "STOP", "index": 0}]
    return [{"candidates": candidates, "usageMetadata": counts}]


# ---------------------------------------------------------------- OpenAI chat completions


def _chat_results(body: dict[str, Any]) -> list[str]:
    messages = body.get("messages", [])
    return [text_of(m.get("content")) for m in messages if m.get("role") == "tool"]


def _chat_offers(body: dict[str, Any], call: Call) -> bool:
    tools = [tool.get("function", {}) for tool in body.get("tools", [])]
    return call.tool in [tool.get("name") for tool in tools]


def _chat_events(body: dict[str, Any], number: int, call: Call | None) -> list[Any]:
    delta: dict[str, Any] = {"role": "assistant", "content": FINAL}
    if call:
        function = {"name": call.tool, "arguments": json.dumps(call.arguments)}
        item = {"index": 0, "id": f"call_{number}", "type": "function", "function": function}
        delta = {"role": "assistant", "content": None, "tool_calls": [item]}
    end = "tool_calls" if call else "stop"
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
