"""A network of its own: nothing but loopback, so that no CLI can reach anything outside."""

from __future__ import annotations

import fcntl
import functools
import os
import shutil
import socket
import struct
import subprocess
import sys
from collections.abc import Sequence

_SIOCGIFFLAGS, _SIOCSIFFLAGS, _IFF_UP = 0x8913, 0x8914, 0x1
# The first that works here is taken. With a process namespace, nothing outlives the run.
_WAYS = (
    ("--map-root-user", "--net", "--pid", "--fork", "--kill-child", "--mount-proc"),
    ("--map-root-user", "--net"),
)
INSIDE = "HOOKCTL_E2E_INSIDE"


@functools.cache
def way() -> list[str] | None:
    """Return the command that runs another one without a network, None if there is none."""
    program = shutil.which("unshare")
    for options in _WAYS if program else ():
        command = [str(program), *options]
        done = subprocess.run([*command, "true"], capture_output=True, check=False, timeout=20)
        if done.returncode == 0:
            return command
    return None


def inside() -> bool:
    """Tell whether this process is in such a network."""
    return os.environ.get(INSIDE) == "1"


def again(command: Sequence[str], arguments: Sequence[str], scratch: str) -> int:
    """Run this program once more, inside, with a scratch directory. Return its exit status."""
    words = [*command, sys.executable, "-m", "e2e_lib", *arguments]
    environ = {**os.environ, INSIDE: "1", "TMPDIR": scratch}
    return subprocess.run(words, env=environ, check=False).returncode


def loopback_up() -> None:
    """Switch on the loopback interface of a fresh network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        name = b"lo".ljust(16, b"\0")
        answer = fcntl.ioctl(sock, _SIOCGIFFLAGS, name + bytes(24))
        (flags,) = struct.unpack_from("H", answer, 16)
        request = name + struct.pack("H", flags | _IFF_UP) + bytes(22)
        fcntl.ioctl(sock, _SIOCSIFFLAGS, request)
