#!/usr/bin/env python3
"""Control sub-agents: only those on the list may start; a very long text needs a person's yes."""

import json
import sys

ALLOWED = {"improve-readability", "correct-grammar", "translate"}
LONG = 100_000  # characters

payload = json.load(sys.stdin)
name = payload.get("sub_action_or_agent_id")
if name not in ALLOWED:
    print(f"sub-agent {name} is not on the list of allowed ones", file=sys.stderr)
    sys.exit(2)
if len(payload.get("content") or "") > LONG:
    print(json.dumps({"decision": "ask", "reason": f"{name} would process a very long text"}))
