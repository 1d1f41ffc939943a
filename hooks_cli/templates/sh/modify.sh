#!/bin/sh
# @NAME@: changes @FIELD@ at @EVENT@; put your own change there.
. "${0%/*}/../lib/hookctl.sh" || exit 1
hookctl_read
value=$(hookctl_get @FIELD@ "") || exit 1
case $value in
  *'@WORD@'*) hookctl_set @FIELD@ "$(printf '%s\n' "$value" | sed 's/@WORD@/allowed/g')" ;;
esac
