"""The commands of the journal, declared for click: `log`, `replay`, `stats`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from hooks_cli import events, hosts
from hooks_cli.cli_common import NameType, example, json_option
from hooks_cli.model import WORDS

if TYPE_CHECKING:
    from collections.abc import Callable

    from hooks_cli.journal.query import Filter


_FILTERS = (
    click.option("--since", metavar="TIME", help="From then on: 30m, 1h, 2d, today, 2026-12-01."),
    click.option("--until", metavar="TIME", help="Before then."),
    click.option(
        "--event",
        metavar="EVENT",
        type=NameType("event", events.NAMES),
        help="Of this event, canonical or the host's own name; * and ? are wildcards.",
    ),
    click.option("--decision", type=click.Choice(WORDS), help="With this decision."),
    click.option("--hook", metavar="NAME", help="In which this hook ran or failed."),
    click.option(
        "--host", metavar="HOST", type=NameType("host", hosts.NAMES), help="From this host."
    ),
    click.option("--session", metavar="ID", help="Of the session whose id begins so."),
    click.option("--failed", is_flag=True, help="In which a hook, or hookctl itself, has failed."),
)


def filtered(command: Callable[..., int]) -> Callable[..., int]:
    """Give a command the options that choose records."""
    for option in reversed(_FILTERS):
        command = option(command)
    return command


def wanted(options: dict[str, Any]) -> Filter:
    """Return the filter that the options ask for. Usage error for a time that is none."""
    from hooks_cli.journal import query  # noqa: PLC0415 - each command loads its own

    times: dict[str, Any] = {}
    for name in ("since", "until"):
        text = options.pop(name)
        try:
            times[name] = query.moment(text) if text else ""
        except query.TimeError as error:
            raise click.BadParameter(
                f"{error.message}; {error.hint}", param_hint=f"--{name}"
            ) from None
    given = {key: value for key, value in options.items() if value}
    return query.Filter(**times, **given)


@click.group(
    invoke_without_command=True,
    epilog=example(
        "hookctl log --since 1h --decision block", "hookctl log -f", "hookctl log show 8b119e297b"
    ),
)
@filtered
@click.option(
    "-n", "count", metavar="N", type=click.IntRange(min=0), help="The last N only; 0 is all."
)
@click.option("-f", "--follow", is_flag=True, help="Go on with each new record.")
@json_option
@click.pass_context
def log(
    context: click.Context, /, count: int | None, follow: bool, as_json: bool, **options: Any
) -> int:
    """Print what was dispatched, oldest first; `log show ID` tells all about one dispatch."""
    if context.invoked_subcommand:
        return 0
    from hooks_cli.commands import log as command  # noqa: PLC0415

    return command.run(wanted(options), count=count, follow=follow, as_json=as_json)


@log.command("show", epilog=example("hookctl log show 01a22f740489-8b119e297b"))
@click.argument("part", metavar="ID")
@json_option
def log_show(part: str, as_json: bool) -> int:
    """Tell the whole story of one dispatch; any part of its ID that no other has will do."""
    from hooks_cli.commands import log as command  # noqa: PLC0415

    return command.show(part, as_json=as_json)


@click.command(
    epilog=example("hookctl replay --since 2d", "hookctl replay --config new/hooks.json")
)
@click.option(
    "--config",
    "configs",
    multiple=True,
    metavar="FILE",
    type=click.Path(),
    help="Use exactly this file (repeatable) instead of today's configuration.",
)
@filtered
@click.option(
    "-n", "count", metavar="N", type=click.IntRange(min=0), help="The last N only; 0 is all."
)
@json_option
def replay(configs: tuple[str, ...], count: int | None, as_json: bool, **options: Any) -> int:
    """Run recorded events through today's configuration and show which decisions would change.

    Hooks run for real, except those that say they have side effects: these are named. Needs
    records with a payload ("journal": {"payload": true}). Exit status 1 if a decision would
    change.
    """
    from hooks_cli.commands import replay as command  # noqa: PLC0415

    return command.run(wanted(options), configs, count=count, as_json=as_json)


@click.command(epilog=example("hookctl stats --since 1w", "hookctl stats --html report.html"))
@filtered
@click.option(
    "--days",
    metavar="N",
    default=7,
    show_default=True,
    type=click.IntRange(min=1),
    help="Name hooks that have not matched for N days.",
)
@click.option(
    "--in-a-row",
    metavar="K",
    default=3,
    show_default=True,
    type=click.IntRange(min=1),
    help="Name hooks that have failed K times in a row.",
)
@click.option(
    "--html", metavar="FILE", type=click.Path(dir_okay=False), help="Write a page with charts."
)
@json_option
def stats(days: int, in_a_row: int, html: str | None, as_json: bool, **options: Any) -> int:
    """Count decisions, failures, time per hook, and the tokens that models have reported."""
    from hooks_cli.commands import stats as command  # noqa: PLC0415

    return command.run(wanted(options), days=days, in_a_row=in_a_row, html=html, as_json=as_json)
