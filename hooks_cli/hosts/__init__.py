"""The hosts that hookctl speaks to: one module each, loaded by name."""

from __future__ import annotations

from importlib import import_module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hooks_cli.hosts.base import Host

# name of the host: its module in this package
MODULES = {
    "generic": "generic",
    "positron": "positron",
    "claude-code": "claude_code",
    "cursor": "cursor",
    "codex": "codex",
    "gemini-cli": "gemini_cli",
    "copilot": "copilot",
    "vscode": "vscode",
    "windsurf": "windsurf",
    "ai4j": "ai4j",
    "devin": "devin",
    "qwen-code": "qwen_code",
    "factory-droid": "factory_droid",
    "continue": "continue_cli",
    "augment": "augment",
    "kiro": "kiro",
    "amazon-q": "amazon_q",
    "goose": "goose",
    "openhands": "openhands",
    "cline": "cline",
    "junie": "junie",
}
NAMES = tuple(MODULES)
AUTO = "auto"  # recognises the host by its payload


def load(name: str) -> Host:
    """Return a host by its name, AUTO included; KeyError if there is none."""
    host: Host = import_module(f"hooks_cli.hosts.{AUTO if name == AUTO else MODULES[name]}").HOST
    return host
