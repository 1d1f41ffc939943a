"""The command line, declared for click. Every body is one call into a command."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any, NoReturn

import click

from hooks_cli import argv, cli_bench, cli_hosts, cli_journal, cli_shell
from hooks_cli.cli_common import (
    EVENT,
    HOST,
    config_option,
    example,
    json_option,
    workspace_option,
)
from hooks_cli.errors import HookctlError, UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

INTERRUPTED = 130
USAGE = 2
DISPATCH_USAGE = 64


@click.group(
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog=example("hookctl dispatch beforeShellExecution < payload.json"),
)
@click.version_option(None, "--version", package_name="hookctl", prog_name="hookctl")
def hookctl() -> None:
    """Dispatch the events of AI agents and editors to policy scripts.

    One event in, one decision out: allow, block, modify, route or ask.
    """


@hookctl.command(
    epilog=example(
        "hookctl dispatch beforeShellExecution < payload.json",
        "hookctl dispatch --config sample-hooks.json preToolUse < payload.json",
    )
)
@click.argument("event", required=False, type=EVENT)
@click.option("--host", default="generic", type=HOST, help="Speak this host's dialect.")
@config_option
@workspace_option
@click.option("--strict", is_flag=True, help="Refuse payloads with unknown or missing fields.")
@click.option(
    "--skip-side-effects", is_flag=True, help="Do not run hooks that say they have side effects."
)
def dispatch(event: str | None, host: str, **options: Any) -> None:
    """Run the hooks of EVENT on the JSON payload on stdin, and answer with one decision.

    Exit status: 0 the action may go ahead as it was, 2 block, 3 modify, 4 route, 5 ask; own
    errors: 64 usage, 65 payload, 70 internal, 78 configuration, 130 or 143 interrupted.
    """
    from hooks_cli import __main__, standard  # noqa: PLC0415 - the short way's own modules

    standard.repair()
    arguments = argv.Arguments(event, host, **options)
    __main__.run_dispatch(arguments)


@hookctl.command(epilog=example("hookctl check", "hookctl check sample-hooks.json --json"))
@click.argument("files", nargs=-1, type=click.Path())
@workspace_option
@json_option
def check(files: tuple[str, ...], workspace: str | None, as_json: bool) -> int:
    """Validate configuration FILES, or those that a dispatch here would use.

    Every problem at once, with file, line, place and the way out. Exit status 1 if there is one.
    """
    from hooks_cli.commands import check as command  # noqa: PLC0415 - each loads its own

    return command.run(files, workspace, as_json=as_json)


@hookctl.group(epilog=example("hookctl show events", "hookctl show payload preToolUse"))
def show() -> None:
    """Print what hookctl knows: events, schemas, payloads, samples, limits."""


@show.command("events", epilog=example("hookctl show events"))
@json_option
def show_events(as_json: bool) -> int:
    """List the events, what they mean, and what a decision may do there."""
    from hooks_cli.commands import show as command  # noqa: PLC0415

    return command.events(as_json=as_json)


@show.command(
    "hosts",
    epilog=example(
        "hookctl show hosts",
        """echo '{"event": "PreToolUse", "status": 1}' | hookctl show hosts --simulate codex""",
    ),
)
@click.option(
    "--simulate",
    metavar="HOST",
    type=HOST,
    help="Say what HOST would do with the answers on stdin, one JSON object a line: "
    "event, status, stdout, stderr.",
)
@json_option
def show_hosts(simulate: str | None, as_json: bool) -> int:
    """Print what each host can honour at each event."""
    from hooks_cli.commands import hosts as command  # noqa: PLC0415

    if simulate:
        return command.run_simulation(simulate, as_json=as_json)
    return command.show(as_json=as_json)


@show.command("schema", epilog=example("hookctl show schema config > config.schema.json"))
@click.argument("name", required=False)
def show_schema(name: str | None) -> int:
    """Print a published JSON Schema; without NAME, list them."""
    from hooks_cli.commands import show as command  # noqa: PLC0415

    return command.schema(name)


@show.command(
    "payload",
    epilog=example(
        "hookctl show payload beforeShellExecution | hookctl dispatch beforeShellExecution"
    ),
)
@click.argument("event", type=EVENT)
def show_payload(event: str) -> int:
    """Print a valid sample payload of EVENT."""
    from hooks_cli.commands import show as command  # noqa: PLC0415

    return command.payload(event)


@show.command("sample", epilog=example("hookctl show sample", "hookctl show sample --to ."))
@click.option("--to", "target", metavar="DIR", type=click.Path(), help="Copy it, with its scripts.")
def show_sample(target: str | None) -> int:
    """Print the sample configuration, or copy it with its policies."""
    from hooks_cli.commands import show as command  # noqa: PLC0415

    return command.sample(target)


@show.command("limits", epilog=example("hookctl show limits"))
@json_option
def show_limits(as_json: bool) -> int:
    """List every limit and what happens beyond it."""
    from hooks_cli.commands import show as command  # noqa: PLC0415

    return command.limits(as_json=as_json)


for command in (
    *(cli_bench.test, cli_bench.explain, cli_bench.init, cli_bench.new),
    *cli_hosts.COMMANDS,
    *(cli_journal.log, cli_journal.replay, cli_journal.stats),
    cli_shell.shell,
):
    hookctl.add_command(command)


def drain() -> None:
    """Read stdin to its end after a mistake in the usage of dispatch."""
    from hooks_cli import __main__, standard  # noqa: PLC0415 - the short way's own modules

    __main__.drain(standard.install_signals())


def main(words: Sequence[str]) -> NoReturn:
    """Run a command and leave with its status; every error is one message and a hint."""
    usage = DISPATCH_USAGE if words[:1] == ["dispatch"] else USAGE
    try:
        result = hookctl.main(list(words), prog_name="hookctl", standalone_mode=False)
        status = result if isinstance(result, int) else 0
    except click.ClickException as error:
        error.show()
        status = usage
        if usage == DISPATCH_USAGE:
            drain()
    except (click.Abort, KeyboardInterrupt):
        status = INTERRUPTED
    except HookctlError as error:
        click.echo(f"hookctl: {error.message}", err=True)
        if error.hint:
            click.echo(f"hint: {error.hint}", err=True)
        status = usage if isinstance(error, UsageError) else 1
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        status = 0
    except OSError as error:  # a full disk, a directory that is gone
        click.echo(f"hookctl: {error}", err=True)
        status = 1
    sys.exit(status)
