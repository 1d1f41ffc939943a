#!/usr/bin/env python3
"""@NAME@: blocks @EVENT@ if @FIELD@ has the text below; put your own condition there."""
import json, sys

payload = json.load(sys.stdin.buffer)
if "@WORD@" in payload@ITEM@:
    print("@REASON@", file=sys.stderr)
    sys.exit(2)
