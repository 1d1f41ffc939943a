"""How the main hosts are wired, as data. What the fields mean is in `table.py`."""

from __future__ import annotations

from hooks_cli.wiring.table import Place, Wiring

CLAUDE_FILES = (".claude/settings.json", ".claude/settings.local.json", "~/.claude/settings.json")

CLAUDE_CODE = Wiring(
    host="claude-code",
    verified="ran",
    places=(
        Place("user", "~/.claude/settings.json", variable="CLAUDE_CONFIG_DIR", root="~/.claude"),
        Place("project", ".claude/settings.json"),
    ),
    handler={"type": "command"},
    gate={"onFailure": "block"},
    reads=(".claude/settings.local.json",),
    off=(("disableAllHooks",),),
    notes=(
        (
            "onFailure: block needs Claude Code 2.1.295 or later; an earlier one lets an action "
            "go on if hookctl cannot be started"
        ),
        (
            "Cursor, Copilot CLI, VS Code, Devin and Continue read this file too: do not wire them "
            "for the same project as well, or every hook runs twice"
        ),
    ),
)

CURSOR = Wiring(
    host="cursor",
    verified="doc",
    places=(Place("user", "~/.cursor/hooks.json"), Place("project", ".cursor/hooks.json")),
    shape="flat",
    gate={"failClosed": True},
    head={"version": 1},
    version="required",
    reads=CLAUDE_FILES,
    unknown_event="fatal",
)

CODEX = Wiring(
    host="codex",
    verified="ran",
    places=(
        Place("user", "~/.codex/hooks.json", variable="CODEX_HOME", root="~/.codex"),
        Place("project", ".codex/hooks.json"),
    ),
    handler={"type": "command"},
    wrapper=True,
    top=("description", "hooks"),
    run_by="bash",
    notes=(
        (
            "Codex runs a new or changed hook only once you have trusted it: start codex and open "
            "/hooks; codex exec skips an untrusted hook without a word"
        ),
        "a project's hooks also need the project to be trusted",
    ),
)

GEMINI_CLI = Wiring(
    host="gemini-cli",
    verified="ran",
    places=(Place("user", "~/.gemini/settings.json"), Place("project", ".gemini/settings.json")),
    handler={"type": "command", "name": "hookctl"},
    comments=True,
    wrapper=True,  # it takes a hook that was killed for one that ended with 0
    leave_out=("AfterModel",),
    run_by="bash",
    notes=(
        "AfterModel is not registered: it fires for every piece of a streamed answer",
        "Gemini CLI runs hooks in trusted folders only",
    ),
)

COPILOT = Wiring(
    host="copilot",
    verified="ran",
    places=(
        Place("user", "~/.copilot/hooks/hookctl.json", variable="COPILOT_HOME", root="~/.copilot"),
        Place("project", ".github/hooks/hookctl.json"),
    ),
    shape="flat",
    command="bash",
    handler={"type": "command"},
    head={"version": 1},
    version="1",
    reads=(".github/hooks/*.json", "~/.copilot/hooks/*.json", *CLAUDE_FILES[:2]),
    off=(("disableAllHooks",),),
    notes=(
        "Copilot CLI loads a project's hooks in trusted folders only, and says nothing otherwise",
        "VS Code reads the same directory: wire one of the two",
    ),
)

VSCODE = Wiring(
    host="vscode",
    verified="src",
    places=(
        Place("project", ".github/hooks/hookctl-vscode.json"),
        Place("user", "~/.copilot/hooks/hookctl-vscode.json"),
    ),
    shape="flat",
    handler={"type": "command"},
    wrapper=True,
    workspace=True,
    reads=(".github/hooks/*.json", "~/.copilot/hooks/*.json", *CLAUDE_FILES),
    notes=(
        "this is for VS Code's Local harness; for the Copilot harness wire copilot instead",
        (
            "VS Code does not say which workspace a hook is for: the project file names it with "
            "its absolute path, so keep that file out of version control"
        ),
    ),
)

WINDSURF = Wiring(
    host="windsurf",
    verified="doc",
    places=(
        Place("user", "~/.codeium/windsurf/hooks.json"),
        Place("project", ".windsurf/hooks.json"),
    ),
    shape="flat",
    handler={"show_output": True},
    wrapper=True,
    run_by="bash",
)

QWEN_CODE = Wiring(
    host="qwen-code",
    verified="ran",
    places=(Place("user", "~/.qwen/settings.json"), Place("project", ".qwen/settings.json")),
    handler={"type": "command", "name": "hookctl"},
    wrapper=True,
    comments=True,
    off=(("disableAllHooks",),),
    run_by="bash",
)

AI4J = Wiring(
    host="ai4j",
    verified="src",
    places=(Place("project", ".ai4j/workspace.json"),),
    shape="flat",
    wrapper=True,
    notes=("ai4j has no time limit for hooks and takes every status but 2 for allow",),
)

POSITRON = Wiring(
    host="positron",
    verified="doc",
    manual=(
        "Positron's hooks are configured in its AI add-on, in a file that hookctl does not write.",
        "Name this command for each event, or call it from a Java handler:",
        "  {command} dispatch EVENT --host positron",
        "The payload goes to its standard input. Status 2 is the veto; the reason is on standard",
        "error, and on standard output as JSON. Any other status than 0 must stop the action too.",
    ),
)

BY_HOST = {
    wiring.host: wiring
    for wiring in (
        CLAUDE_CODE,
        CURSOR,
        CODEX,
        GEMINI_CLI,
        COPILOT,
        VSCODE,
        WINDSURF,
        QWEN_CODE,
        POSITRON,
        AI4J,
    )
}
