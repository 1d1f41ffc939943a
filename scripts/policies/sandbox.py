#!/usr/bin/env python3
"""Route bash into a sandbox instead of running it here."""

import json
import sys

command = json.load(sys.stdin)["tool_input"].get("command") or ""
if command.strip():
    route = {"provider": "daytona", "profile": "default", "command": command}
    print(json.dumps({"decision": "route", "reason": "bash runs in the sandbox", "route": route}))
