#!/usr/bin/env python3
"""@NAME@: tells the model something at @EVENT@; put your own text there."""
import json, sys

payload = json.load(sys.stdin.buffer)
print(json.dumps({"context": "@REASON@"}))
