#!/usr/bin/env python3
"""Count tokens: add up the usage of each assistant turn in a file. Observes only."""

import fcntl
import json
import os
import sys
from pathlib import Path

usage = json.load(sys.stdin).get("tokens_usage") or {}
default = Path.home() / ".local/state/hookctl/tokens.json"
path = Path(os.environ.get("TOKENS_FILE") or default)
path.parent.mkdir(parents=True, exist_ok=True)
with path.open("a+", encoding="utf-8") as file:
    fcntl.flock(file, fcntl.LOCK_EX)
    file.seek(0)
    total = json.loads(file.read() or "{}")
    for key, tokens in usage.items():
        total[key] = total.get(key, 0) + tokens
    file.seek(0)
    file.truncate()
    json.dump(total, file)
