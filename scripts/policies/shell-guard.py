#!/usr/bin/env python3
"""Gate shell commands: no deletions, no package installs, no downloads.

Looks at the words at the start of each simple command, so that `git commit -m 'confirm fix'` is
not taken for `rm`, and a tab after `rm` does not hide it.
"""

import json
import re
import sys

FORBIDDEN = {
    ("rm",), ("rmdir",), ("del",), ("rd",), ("curl",), ("wget",),
    ("npm", "install"), ("npm", "i"), ("pip", "install"), ("mvn", "install"),
}  # fmt: skip

command = json.load(sys.stdin).get("command") or ""
for part in re.split(r"&&|\|\||[;|&\n(){}`]|\$\(", command):
    words = [word for word in part.split() if "=" not in word or word.startswith("-")]
    for rule in FORBIDDEN:
        if tuple(words[: len(rule)]) == rule:
            print(f"'{' '.join(rule)}' is not allowed here: {command}", file=sys.stderr)
            sys.exit(2)
