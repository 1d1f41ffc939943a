#!/bin/sh
# @NAME@: blocks @EVENT@ if @FIELD@ has the text below; put your own condition there.
. "${0%/*}/../lib/hookctl.sh" || exit 1
hookctl_read
value=$(hookctl_get @FIELD@) || exit 1
case $value in
  *'@WORD@'*) hookctl_block "@REASON@" ;;
esac
