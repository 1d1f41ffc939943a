#!/usr/bin/env python3
"""Force a working directory: a command line tool runs in the workspace, whatever was asked."""

import json
import os
import sys

arguments = json.load(sys.stdin)["tool_input"]
workspace = os.environ["HOOKCTL_WORKSPACE"]
if arguments.get("working_directory") != workspace:
    changes = {"tool_input": {"working_directory": workspace}}
    print(json.dumps({"decision": "modify", "changes": changes}))
