#!/usr/bin/env python3
"""@NAME@: looks on at @EVENT@. What it prints on stderr is kept in the journal (hookctl log)."""
import json, sys

payload = json.load(sys.stdin.buffer)
print(payload["decision"]["decision"], payload@GET@, file=sys.stderr)
