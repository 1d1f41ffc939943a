#!/bin/sh
# The configuration has matched already: say why, and veto.
echo "force pushes rewrite what others have pulled: push without --force" >&2
exit 2
