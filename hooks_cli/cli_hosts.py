"""The commands that deal with hosts' own files, declared for click; `cli.py` registers COMMANDS."""

from __future__ import annotations

import click

from hooks_cli import hosts
from hooks_cli.cli_common import NameType, example, json_option

SCOPE = click.Choice(("user", "project"))

_host = click.argument("host", type=NameType("host", hosts.NAMES))
_scope = click.option("--scope", type=SCOPE, help="The user's file, or the project's.")
_workspace = click.option(
    "--workspace", metavar="DIR", type=click.Path(), help="The project; default: here."
)
_dry_run = click.option("--dry-run", is_flag=True, help="Show the difference and write nothing.")


@click.command(
    epilog=example(
        "hookctl install claude-code", "hookctl install cursor --scope project --dry-run"
    )
)
@_host
@_scope
@_workspace
@_dry_run
@json_option
def install(
    host: str,
    scope: str | None,
    workspace: str | None,
    dry_run: bool,
    as_json: bool,
) -> int:
    """Register hookctl for every event of HOST, in the host's own file.

    Everything else in the file stays as it is, to the byte; a backup is made beside it. A second
    run changes nothing.
    """
    from hooks_cli.commands import install as command  # noqa: PLC0415 - each loads its own

    return command.install(host, scope, workspace, dry_run=dry_run, as_json=as_json)


@click.command(epilog=example("hookctl uninstall claude-code"))
@_host
@_scope
@_workspace
@_dry_run
@json_option
def uninstall(
    host: str,
    scope: str | None,
    workspace: str | None,
    dry_run: bool,
    as_json: bool,
) -> int:
    """Take exactly hookctl's entries out of the files of HOST; without --scope, of all."""
    from hooks_cli.commands import install as command  # noqa: PLC0415 - each loads its own

    return command.uninstall(host, scope, workspace, dry_run=dry_run, as_json=as_json)


@click.command(epilog=example("hookctl doctor", "hookctl doctor claude-code --json"))
@click.argument("host", required=False, type=NameType("host", hosts.NAMES))
@_workspace
@json_option
def doctor(host: str | None, workspace: str | None, as_json: bool) -> int:
    """Check that hookctl is wired into HOST, runs, and blocks; without HOST, into any.

    Finds what makes hooks dead without a word: mistakes in the host's file, programs that cannot
    be started, hooks that can never match. Then fires a harmless probe through the registered
    commands; no hook is run. Exit status 1 if something was found.
    """
    from hooks_cli.commands import doctor as command  # noqa: PLC0415 - each loads its own

    return command.run(host, workspace, as_json=as_json)


@click.command(
    "import",
    epilog=example("hookctl import .claude/settings.json > .hookctl/hooks.json"),
)
@click.argument("file", type=click.Path())
@click.option(
    "--from", "source", type=NameType("host", hosts.NAMES), metavar="HOST", help="Whose file it is."
)
@click.option("--output", metavar="FILE", type=click.Path(), help="Write it here; must not exist.")
@json_option
def import_(file: str, source: str | None, output: str | None, as_json: bool) -> int:
    """Turn a host's own hooks FILE into a hookctl configuration.

    Units and matchers are converted; what has no counterpart is named on stderr.
    """
    from hooks_cli.commands import importer as command  # noqa: PLC0415 - each loads its own

    return command.run(file, source, output, as_json=as_json)


COMMANDS = (install, uninstall, doctor, import_)
