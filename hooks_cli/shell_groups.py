"""Programs that do the same kind of thing, as data: `@delete`, `@network`, ...

Each group is a list of entries: names of programs (with `*` for versions), or whole matchers as
in `match.shell` for programs that belong to the group only in some of their uses.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# fmt: off
SHELLS = (
    "sh", "bash", "rbash", "dash", "ash", "zsh", "rzsh", "ksh", "ksh93", "mksh", "oksh", "lksh",
    "yash",
    "fish", "csh", "tcsh", "elvish", "nu", "xonsh", "osh", "hush", "busybox", "pwsh",
    "powershell", "cmd",
    "iex", "Invoke-Expression",
)
INTERPRETERS = (
    "python", "python[0-9]*", "pypy", "pypy[0-9]*", "ipython", "perl", "perl5*", "ruby", "irb",
    "node",
    "nodejs", "deno", "bun", "tsx", "ts-node", "php", "php[0-9]*", "lua", "lua5*", "luajit",
    "Rscript", "R",
    "julia", "osascript", "tclsh", "expect", "guile", "racket", "scala", "groovy", "jshell",
    "elixir",
    "erl", "awk", "gawk", "mawk", "nawk",
)
_NPM = (
    "install|i|in|ins|inst|insta|instal|isnt|isnta|isntal|add|a|ci|clean-install|ic|install-clean"
    "|install-test|it|cit|update|up|upgrade|dlx"
)
GROUPS: dict[str, tuple[str, tuple[Any, ...]]] = {
    "@delete": ("takes files away", (
        "rm", "rmdir", "unlink", "shred", "srm", "rimraf", "del", "rd", "erase", "Remove-Item",
        "ri", "grm",
        "wipe", "trash-empty", "del-cli",
        {"program": "find", "flags": {"any": ["-delete"]}},
        {"program": ["fd", "fdfind"], "flags": {"any": ["--exec=rm", "-x=rm", "-X=rm",
        "--exec-batch=rm"]}},
    )),
    "@network": ("moves data over the network", (
        "curl", "wget", "wget2", "nc", "ncat", "netcat", "socat", "telnet", "ftp", "sftp", "scp",
        "tftp", "ssh",
        "aria2c", "http", "https", "httpie", "xh", "xhs", "axel", "lynx", "w3m", "links", "fetch",
        "curlie",
        "Invoke-WebRequest", "iwr", "Invoke-RestMethod", "irm", "Start-BitsTransfer", "certutil",
        "bitsadmin",
        {"program": "rsync", "args": {"any": ["*:*"]}},
        {"program": "gh", "sub": ["api|gist|release"]},
        {"program": "openssl", "sub": ["s_client"]},
    )),
    "@shells": ("runs text as shell commands", SHELLS),
    "@interpreters": ("runs text in a programming language", INTERPRETERS),
    "@privilege": ("acts with other rights", (
        "sudo", "sudoedit", "doas", "su", "runuser", "pkexec", "run0", "gsudo", "dzdo", "pfexec",
        "runas",
        "please", "setpriv", "machinectl",
    )),
    "@wrappers": ("runs another command that it is given", (
        "env", "command", "builtin", "exec", "nohup", "nice", "ionice", "timeout", "time",
        "stdbuf", "setsid",
        "xargs", "parallel", "watch", "script", "flock", "chroot", "unshare", "nsenter",
        "taskset", "chrt",
        "strace", "ltrace", "caffeinate", "direnv", "mise", "rtk", "entr", "dotenv", "with-env",
        "unbuffer",
        "find", "busybox", "noglob", "systemd-run", "at", "batch", "gdb", "valgrind", "prlimit",
        "cpulimit",
    )),
    "@package-install": ("puts packages of others on the machine", (
        {"program": ["npm", "pnpm", "cnpm", "bun"],
         "sub": [_NPM]},
        {"program": "yarn", "sub": ["install|add|up|upgrade|dlx"]},
        {"program": "yarn", "args": {"none": ["*"]},
         "flags": {"none": ["-v|--version", "-h|--help"]}},
        {"program": "yarn", "sub": ["global"], "args": {"any": ["add"]}},
        {"program": ["pip", "pip[0-9]*", "pipx", "pipenv", "pip-sync"], "sub":
        ["install|inject|upgrade|sync|download"]},
        {"program": "pip-sync"},
        {"program": "uv", "sub": ["pip"], "args": {"any": ["install", "sync"]}},
        {"program": "uv", "sub": ["add|sync"]},
        {"program": "uv", "sub": ["tool"], "args": {"any": ["install", "upgrade"]}},
        {"program": "uv", "sub": ["python"], "args": {"any": ["install"]}},
        {"program": ["poetry", "pdm", "rye", "hatch"], "sub": ["install|add|update|sync"]},
        {"program": ["conda", "mamba", "micromamba"], "sub": ["install|create|update|upgrade"]},
        {"program": ["easy_install", "easy_install-*", "cpanm", "cpan"]},
        {"program": ["gem", "gem[0-9]*"], "sub": ["install|i|update"]},
        {"program": "bundle", "sub": ["install|add|update"]},
        {"program": "cargo", "sub": ["install|add|binstall"]},
        {"program": "go", "sub": ["install|get"]},
        {"program": "composer", "sub": ["install|require|update"]},
        {"program": "dotnet", "sub": ["add"], "args": {"any": ["package"]}},
        {"program": "dotnet", "sub": ["tool"], "args": {"any": ["install"]}},
        {"program": ["luarocks", "opam", "nimble", "cabal", "stack", "ghcup", "juliaup", "dart",
        "mix", "hex"],
         "sub": ["install|add"]},
        {"program": ["apt", "apt-get", "aptitude", "dnf", "yum", "microdnf", "zypper", "tdnf"],
         "sub": ["install|in|reinstall|upgrade|full-upgrade|dist-upgrade|update-to"]},
        {"program": "apk", "sub": ["add|upgrade"]},
        {"program": ["pacman", "yay", "paru"], "flags": {"any": ["-S", "-U", "--sync",
        "--upgrade"]},
         "not": {"flags": {"any": ["-s", "--search", "-i", "--info"]}}},
        {"program": ["dpkg", "rpm"], "flags": {"any": ["-i", "--install", "-U", "--upgrade"]},
         "not": {"flags": {"any": ["-q", "--query", "-qi"]}}},
        {"program": ["brew", "port", "snap", "flatpak", "nix-env", "guix", "choco", "winget",
        "scoop", "pkg"],
         "sub": ["install|upgrade|reinstall"]},
        {"program": "nix-env", "flags": {"any": ["-i", "--install"]}},
        {"program": "nix", "sub": ["profile"], "args": {"any": ["install", "add"]}},
        {"program": ["mvn", "mvnw"], "args": {"any": ["install", "*:install"]}},
        {"program": ["gradle", "gradlew"], "args": {"any": ["install", "*:install",
        "publishToMavenLocal"]}},
        {"program": ["asdf", "mise", "rustup", "nvm", "pyenv", "rbenv", "fnm", "volta", "sdk",
        "goenv"],
         "sub": ["install|use-install|update|toolchain"]},
        {"program": ["code", "cursor", "codium"], "flags": {"any": ["--install-extension"]}},
        {"program": ["Install-Module", "Install-Package", "Install-Script", "Add-AppxPackage"]},
    )),
}
# fmt: on


def expand(name: str) -> tuple[Any, ...]:
    """Return the entries of a group. KeyError if there is none of this name."""
    return GROUPS[name][1]
