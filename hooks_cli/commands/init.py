"""`hookctl init`: a .hookctl directory that works, with one policy and its test."""

from __future__ import annotations

import os

from hooks_cli import console, scaffold
from hooks_cli.config import files
from hooks_cli.errors import HookctlError

# Made in this order: the configuration last, so that it never names what is not there yet.
_PARTS = (
    ("policies/no-force-push.sh", 0o755),
    ("tests/no-force-push.yaml", 0o644),
    ("hooks.json", 0o644),
)
_NEXT = (
    ("hookctl test", "try the policy; its test is beside it"),
    ("hookctl new NAME --event EVENT", "write your own (hookctl show events)"),
    ("hookctl install HOST", "wire it into your agent (hookctl show hosts)"),
)


def run(directory: str) -> int:
    """Make the files that are missing, and say what to do next. Return 0.

    HookctlError if there is a configuration already.
    """
    place = os.path.join(directory, ".hookctl")
    for name in (*files.FILE_NAMES, *files.LOCAL_NAMES):
        path = os.path.normpath(os.path.join(place, name))
        if os.path.lexists(path):
            raise HookctlError(
                f"{path}: exists already, and nothing was changed",
                "add a policy with hookctl new NAME --event EVENT",
            )
    texts = [("lib/hookctl.sh", 0o644, scaffold.library())]
    texts += [(name, mode, scaffold.template(os.path.join("init", name))) for name, mode in _PARTS]
    for name, mode, text in texts:
        path = os.path.normpath(os.path.join(place, name))
        if os.path.lexists(path):
            print(console.visible(f"kept {path}"))
            continue
        scaffold.make(path, text, mode)
        print(console.visible(f"made {path}"))
    print("next:")
    steps = [*_NEXT] if directory == "." else [(f"cd {directory}", ""), *_NEXT]
    for line in console.aligned([[f"  {command}", what] for command, what in steps]):
        print(console.visible(line))
    return 0
