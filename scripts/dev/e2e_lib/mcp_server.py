"""An MCP server on stdio with one tool, `touch_it`, that makes the file it is told to make."""

from __future__ import annotations

import json
import sys
from typing import Any

TOOL = {
    "name": "touch_it",
    "description": "Make a file.",
    "inputSchema": {
        "type": "object",
        "properties": {"path": {"type": "string"}},
        "required": ["path"],
    },
}


def answer(method: str, params: dict[str, Any]) -> dict[str, Any]:
    """Return the result of a request."""
    if method == "initialize":
        return {
            "protocolVersion": params.get("protocolVersion", "2025-03-26"),
            "capabilities": {"tools": {}},
            "serverInfo": {"name": "demo", "version": "1"},
        }
    if method == "tools/list":
        return {"tools": [TOOL]}
    if method == "tools/call":
        with open(params["arguments"]["path"], "w", encoding="utf-8"):
            return {"content": [{"type": "text", "text": "touched it"}]}
    return {}


def main() -> None:
    """Answer one JSON object a line until there are no more."""
    for line in sys.stdin:
        message = json.loads(line)
        if "id" in message and "method" in message:
            result = answer(message["method"], message.get("params") or {})
            print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result}), flush=True)


if __name__ == "__main__":
    main()
