#!/bin/sh
# Audit: append every event, with the decision that was taken, to a log. Observes only.
log=${AUDIT_LOG:-$HOME/.local/state/hookctl/audit.jsonl}
mkdir -p "$(dirname "$log")" && { tr -d '\n'; echo; } >>"$log"
