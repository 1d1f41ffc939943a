#!/bin/sh
# no-force-push: runs for `git push` only, as hooks.json says, and blocks it with --force or -f.
. "${0%/*}/../lib/hookctl.sh" || exit 1
hookctl_read
command=$(hookctl_get command) || exit 1
case " $command " in
  *' --force '* | *' -f '*) hookctl_block "a force push rewrites what others have: push without it" ;;
esac
