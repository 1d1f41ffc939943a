"""What the declarations of commands have in common: names that complete, examples, options."""

from __future__ import annotations

import click

from hooks_cli import events, hosts


class NameType(click.ParamType):  # type: ignore[type-arg,unused-ignore]
    """A name that the shell can complete; any other is accepted too."""

    def __init__(self, name: str, known: tuple[str, ...]) -> None:
        """Keep the names to offer."""
        self.name = name
        self.known = known

    def shell_complete(
        self,
        ctx: click.Context,  # noqa: ARG002 - click's signature
        param: click.Parameter,  # noqa: ARG002 - as above
        incomplete: str,
    ) -> list[click.shell_completion.CompletionItem]:
        """Offer the known names."""
        names = [name for name in self.known if name.startswith(incomplete)]
        return [click.shell_completion.CompletionItem(name) for name in names]


def example(*lines: str) -> str:
    """Return an epilog that click prints as it is."""
    return "\n".join(("\b", "Example:", *(f"  {line}" for line in lines)))


EVENT = NameType("event", events.NAMES)
HOST = NameType("host", (*hosts.NAMES, hosts.AUTO))

config_option = click.option(
    "--config",
    "configs",
    multiple=True,
    metavar="FILE",
    type=click.Path(),
    help="Use exactly this file (repeatable) instead of searching.",
)
workspace_option = click.option(
    "--workspace",
    metavar="DIR",
    type=click.Path(),
    help="Take this as the workspace instead of the payload's.",
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")
