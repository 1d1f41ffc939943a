#!/usr/bin/env python3
"""Hide leaked credentials in what a tool has printed, before the model reads it."""

import json
import re
import sys

SECRET = re.compile(
    r"\b(?:AKIA|ASIA)[0-9A-Z]{16}\b|\bgh[pousr]_[0-9A-Za-z]{36,}\b|\bsk-[0-9A-Za-z_-]{20,}"
    r"|-----BEGIN [A-Z ]*PRIVATE KEY-----.*?(?:-----END [A-Z ]*PRIVATE KEY-----|\Z)",
    re.DOTALL,
)

output = json.load(sys.stdin).get("tool_output") or ""
cleaned = SECRET.sub("[credential removed]", output)
if cleaned != output:
    reason = "the output of the tool contained a credential"
    changes = {"tool_output": cleaned}
    print(json.dumps({"decision": "modify", "reason": reason, "changes": changes}))
