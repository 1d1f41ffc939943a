"""The entry point: a dispatch takes the short way, every other command goes through click."""

from __future__ import annotations

import gc
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn

    from hooks_cli.argv import Arguments
    from hooks_cli.model import Reply
    from hooks_cli.standard import Signals

DRAIN_SECONDS = 2.0
LAST_RESORT = b'{"decision":"block","failures":[{"hook":"hookctl","kind":"internal"}]}\n'


def main() -> NoReturn:
    """Run hookctl with the words of the command line, and leave."""
    words = sys.argv[1:]
    if words[:1] == ["dispatch"]:
        gc.disable()  # one short run; collecting only costs
        from hooks_cli import argv, standard  # noqa: PLC0415 - not for the other commands

        standard.repair()
        arguments = argv.parse(words[1:])
        if arguments is not None:
            run_dispatch(arguments)
    from hooks_cli import cli  # noqa: PLC0415 - click is slow to import

    cli.main(words)


def run_dispatch(arguments: Arguments) -> NoReturn:
    """Dispatch, answer and leave; whatever goes wrong becomes an answer too."""
    from hooks_cli import standard  # noqa: PLC0415 - see main

    signals = standard.install_signals()
    leave(answer(arguments, signals), signals)


def answer(arguments: Arguments, signals: Signals) -> Reply:
    """Return the answer of a dispatch, or of the error that prevented it."""
    from hooks_cli import errors  # noqa: PLC0415 - see main
    from hooks_cli.model import Reply  # noqa: PLC0415

    try:
        from hooks_cli import dispatch  # noqa: PLC0415 - a broken installation is an answer too

        return dispatch.dispatch(arguments, os.environ, signals)
    except errors.UsageError as error:
        drain(signals)
        hint = f"\n{error.hint}" if error.hint else ""
        text = f"hookctl: {error.message}{hint}\n"
        return Reply(error.exit_status, b"", text.encode("utf-8", "replace"))
    except BaseException as error:
        if os.environ.get("HOOKCTL_DEBUG"):
            raise
        text = f"hookctl: internal error: {type(error).__name__}: {error}\n"
        if arguments.host != "generic":  # most hosts take an unknown status for "go on"
            from hooks_cli.hosts import foreign  # noqa: PLC0415 - see main

            return foreign.last_resort(text.strip())
        return Reply(errors.HookctlError.exit_status, LAST_RESORT, text.encode("utf-8", "replace"))


def drain(signals: Signals) -> None:
    """Read stdin to its end after a mistake in usage: whoever writes there is to see no error."""
    from hooks_cli import errors, standard  # noqa: PLC0415 - see main

    try:
        if not os.isatty(0):
            standard.read_all(0, 0, DRAIN_SECONDS, signals)
    except errors.HookctlError:
        return  # the mistake in usage is what the user has to know


def leave(reply: Reply, signals: Signals) -> NoReturn:
    """Write the answer once, checked, and leave so that nothing can change the status."""
    from hooks_cli import standard  # noqa: PLC0415 - see main

    standard.write_all(2, reply.stderr, signals)
    if reply.stdout and not standard.write_all(1, reply.stdout, signals):
        standard.write_all(2, b"hookctl: the answer could not be written to stdout\n", signals)
    standard.leave(reply.status)


if __name__ == "__main__":
    main()
