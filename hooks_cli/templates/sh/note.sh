#!/bin/sh
# @NAME@: looks on at @EVENT@. What it prints on stderr is kept in the journal (hookctl log).
. "${0%/*}/../lib/hookctl.sh" || exit 1
hookctl_read
echo "$(hookctl_get decision.decision): $(hookctl_get @FIELD@ "")" >&2
