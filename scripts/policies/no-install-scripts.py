#!/usr/bin/env python3
"""Change a command: `npm ci` runs without the install scripts of the packages."""

import json
import sys

command = json.load(sys.stdin).get("command") or ""
if command.split()[:2] == ["npm", "ci"] and "--ignore-scripts" not in command:
    changed = command.replace("npm ci", "npm ci --ignore-scripts", 1)
    print(json.dumps({"decision": "modify", "changes": {"command": changed}}))
