"""The commands of the workbench, declared for click: what a policy author lives in."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any

import click

from hooks_cli import hosts
from hooks_cli.cli_common import EVENT, NameType, example, json_option
from hooks_cli.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextlib.contextmanager
def usage() -> Iterator[None]:
    """Make a mistake on the command line that only a command can see one of click's."""
    try:
        yield
    except UsageError as error:
        hint = f" ({error.hint})" if error.hint else ""
        raise click.UsageError(f"{error.message}{hint}") from None


@click.command(
    epilog=example("hookctl test", "hookctl test .hookctl/tests -k force --junit report.xml")
)
@click.argument("paths", nargs=-1, type=click.Path())
@click.option(
    "-k", "text", metavar="TEXT", default="", help="Only cases with TEXT in path or about."
)
@click.option("-x", "--fail-fast", is_flag=True, help="Begin no further case after a miss.")
@click.option(
    "--junit", metavar="FILE", type=click.Path(dir_okay=False), help="Write a report for CI."
)
@json_option
def test(paths: tuple[str, ...], **options: Any) -> int:
    """Run the policy test cases in PATHS: .hookctl/tests and tests, or the current directory.

    Each runs in a scratch directory. Hooks with "side_effects": true are named, and not run. Exit
    status: 0 all passed, 1 a miss or a case that cannot be used, 2 nothing could be run.
    """
    from hooks_cli.commands import test as command  # noqa: PLC0415 - each loads its own

    return command.run(paths, command.Options(**options))


@click.command(
    epilog=example(
        "hookctl explain beforeShellExecution < payload.json",
        "hookctl explain PreToolUse --host claude-code --run < payload.json",
        "hookctl explain --id 8b119e297b",
    )
)
@click.argument("event", required=False, type=EVENT)
@click.option(
    "--host", default="generic", type=NameType("host", hosts.NAMES), help="The host's dialect."
)
@click.option(
    "--config",
    "configs",
    multiple=True,
    metavar="FILE",
    type=click.Path(),
    help="Use exactly this file (repeatable) instead of searching.",
)
@click.option(
    "--workspace",
    metavar="DIR",
    type=click.Path(),
    help="Take this as the workspace instead of the payload's.",
)
@click.option("--strict", is_flag=True, help="Refuse payloads with unknown or missing fields.")
@click.option("--run", is_flag=True, help="Run the hooks and show every step.")
@click.option(
    "--id", "dispatch_id", metavar="ID", help="Explain a dispatch of the journal instead."
)
@json_option
def explain(event: str | None, dispatch_id: str | None, **options: Any) -> int:
    """Show which hooks would run at EVENT, in which order, and why the others would not.

    The payload is read from stdin; on a terminal the sample payload is taken. Nothing is run
    without --run. Exit status 1 if there is a mistake in the configuration, or a program that
    cannot run.
    """
    from hooks_cli.commands import explain as command  # noqa: PLC0415

    if dispatch_id:
        if event or options["run"]:
            raise click.UsageError("--id explains a recorded dispatch: no EVENT, no --run")
        return command.recorded(dispatch_id, as_json=options["as_json"])
    if event is None and options["host"] == "generic":
        raise click.UsageError("Missing argument 'EVENT' (see hookctl show events), or --id ID.")
    with usage():
        return command.run(event, command.Options(**options))


@click.command(epilog=example("hookctl init", "hookctl init path/to/project"))
@click.argument("directory", metavar="[DIR]", default=".", type=click.Path())
def init(directory: str) -> int:
    """Make a .hookctl directory that works: one policy, and its test.

    Nothing that exists is overwritten.
    """
    from hooks_cli.commands import init as command  # noqa: PLC0415

    return command.run(directory)


@click.command(
    epilog=example(
        "hookctl new no-secrets --event beforeReadFile",
        "hookctl new tenant --event beforeModelRequest --lang python",
    )
)
@click.argument("name")
@click.option("--event", required=True, type=EVENT, help="The event to decide about.")
@click.option("--lang", default="sh", type=click.Choice(("sh", "python")), show_default=True)
@click.option(
    "--kind",
    type=click.Choice(("guardrail", "interceptor", "lifecycle")),
    help="What it is entitled to; the default depends on the event.",
)
def new(name: str, event: str, lang: str, kind: str | None) -> int:
    """Make a policy script NAME and its test, and add it to the nearest .hookctl/hooks.json.

    Nothing that exists is overwritten.
    """
    from hooks_cli.commands import new as command  # noqa: PLC0415

    with usage():
        return command.run(name, event, lang, kind)


COMMANDS = (test, explain, init, new)
