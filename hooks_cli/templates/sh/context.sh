#!/bin/sh
# @NAME@: tells the model something at @EVENT@; put your own text there.
. "${0%/*}/../lib/hookctl.sh" || exit 1
hookctl_read
hookctl_context "@REASON@"
