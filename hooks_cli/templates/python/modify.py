#!/usr/bin/env python3
"""@NAME@: changes @FIELD@ at @EVENT@; put your own change there."""
import json, sys

payload = json.load(sys.stdin.buffer)
value = payload@GET@ or ""
if "@WORD@" in value:
    value = value.replace("@WORD@", "allowed")
    print(json.dumps({"decision": "modify", "changes": @CHANGES@}))
