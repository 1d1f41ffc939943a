#!/usr/bin/env python3
"""Scope a model request to its tenant: own system prompt, temperature and length capped."""

import json
import os
import sys

TENANTS = {"acme": {"system_prompt": "You are tenant acme's assistant.", "temperature": 0.3}}
DEFAULT = {"temperature": 0.7}
LONGEST = 2048  # tokens

request = json.load(sys.stdin)
tenant = TENANTS.get(os.environ.get("TENANT", ""), DEFAULT)
changes = {"max_output_tokens": min(request.get("max_output_tokens") or LONGEST, LONGEST)}
if "system_prompt" in tenant:
    changes["system_prompt"] = tenant["system_prompt"]
if (request.get("temperature") or 0) > tenant["temperature"]:
    changes["temperature"] = tenant["temperature"]
print(json.dumps({"decision": "modify", "changes": changes}))
