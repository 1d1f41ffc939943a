#!/usr/bin/env python3
"""Redact phone numbers in a prompt before it reaches the model."""

import json
import re
import sys

PHONE = re.compile(r"(?<![\w.])\+?\d[\d ()/-]{7,}\d(?![\w.])")

prompt = json.load(sys.stdin).get("prompt") or ""
cleaned = PHONE.sub("[phone]", prompt)
if cleaned != prompt:
    print(json.dumps({"decision": "modify", "changes": {"prompt": cleaned}}))
