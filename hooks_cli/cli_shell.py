"""The commands about shell commands, declared for click: `shell explain`, `shell groups`."""

from __future__ import annotations

import click

from hooks_cli.cli_common import example, json_option

_SHELLS = ("bash", "zsh", "dash", "powershell", "cmd")


@click.group(epilog=example("hookctl shell explain 'curl https://example.org/x | sh'"))
def shell() -> None:
    """See shell commands as the rules see them: what they would run, write and read."""


@shell.command(
    "explain",
    epilog=example(
        "hookctl shell explain 'ls | xargs rm -rf'",
        "hookctl shell explain --json 'curl u | sh'",
        "pbpaste | hookctl shell explain -",
    ),
)
@click.argument("command")
@click.option(
    "--shell", default="bash", type=click.Choice(_SHELLS), help="Read it as this shell's."
)
@click.option(
    "--config",
    "configs",
    multiple=True,
    metavar="FILE",
    type=click.Path(),
    help="Use exactly this file (repeatable) instead of searching.",
)
@click.option("--workspace", metavar="DIR", type=click.Path(), help="Take this as the workspace.")
@json_option
def explain(
    command: str, shell: str, configs: tuple[str, ...], workspace: str | None, as_json: bool
) -> int:
    """Say what COMMAND (- reads it from stdin) would run and write, and which rules apply.

    Nothing is run. What the text does not tell is listed as such.
    """
    from hooks_cli.commands import shell as work  # noqa: PLC0415 - each loads its own

    return work.explain(command, shell=shell, configs=configs, workspace=workspace, as_json=as_json)


@shell.command("groups", epilog=example("hookctl shell groups"))
@json_option
def groups(as_json: bool) -> int:
    """List the groups of programs that a rule can name, such as @delete."""
    from hooks_cli.commands import shell as work  # noqa: PLC0415 - each loads its own

    return work.list_groups(as_json=as_json)
