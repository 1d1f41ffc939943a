"""What programs do with their arguments: the one place for knowledge about programs.

Sources are the manual pages of the programs. A row says which options take a value, so that the
word behind them is not taken for the command.
"""

from __future__ import annotations


class Prefix:
    """A program that runs the rest of its words as a command.

    `values` are the letters and `longs` the long options that take the next word, `operands` how
    many words of its own come before the command. `assigns`: `NAME=value` words come first.
    `quiet`: with one of these letters nothing is run.
    """

    __slots__ = ("assigns", "kind", "longs", "operands", "quiet", "values")

    def __init__(
        self,
        values: str = "",
        longs: str = "",
        operands: int = 0,
        *,
        assigns: bool = False,
        quiet: str = "",
        kind: str = "wrapper",
    ) -> None:
        """Keep the row."""
        self.values = values
        self.longs = frozenset(longs.split())
        self.operands = operands
        self.assigns = assigns
        self.quiet = quiet
        self.kind = kind


PREFIXES = {
    "sudo": Prefix(
        "ugpCThDRrtU",
        "user group prompt close-from command-timeout host chdir chroot role type other-user",
        assigns=True,
        quiet="elvVKk",
        kind="sudo",
    ),
    "doas": Prefix("uCa", assigns=True, quiet="LCs", kind="sudo"),
    "pkexec": Prefix("", "user", kind="sudo"),
    "run0": Prefix("ugD", "user group chdir setenv unit property", kind="sudo"),
    "runuser": Prefix("ugGsTw", "user group supp-group shell", kind="sudo"),
    "setpriv": Prefix("", "reuid regid groups inh-caps ambient-caps bounding-set securebits"),
    "env": Prefix("uCa", "unset chdir argv0", assigns=True),
    "nohup": Prefix(),
    "timeout": Prefix("ks", "kill-after signal", 1),
    "gtimeout": Prefix("ks", "kill-after signal", 1),
    "nice": Prefix("n", "adjustment"),
    "ionice": Prefix("cnpPu", "class classdata pid pgid uid"),
    "chrt": Prefix("TPD", "sched-runtime sched-period sched-deadline", 1),
    "taskset": Prefix("", "", 1, quiet="p"),
    "numactl": Prefix("NmpPCil", "cpunodebind membind preferred physcpubind interleave"),
    "setsid": Prefix(),
    "stdbuf": Prefix("ioe", "input output error"),
    "unbuffer": Prefix(),
    "chronic": Prefix(),
    "time": Prefix("fo", "format output"),
    "gtime": Prefix("fo", "format output"),
    "strace": Prefix(
        "aeEIobOPpsSuUX", "attach trace output env summary-sort-by string-limit user expr"
    ),
    "ltrace": Prefix("aADeFlnopsuwx", "output config library indent align user where"),
    "perf": Prefix(),
    "valgrind": Prefix(),
    "gdbserver": Prefix("", "", 1),
    "prlimit": Prefix("po", "pid output"),
    "chroot": Prefix("", "userspec groups", 1, kind="container"),
    "unshare": Prefix("RwSG", "root wd setuid setgid map-user map-group propagation"),
    "nsenter": Prefix("tSG", "target setuid setgid"),
    "firejail": Prefix(),
    "bwrap": Prefix("", "chdir setenv unsetenv bind ro-bind dev proc tmpfs uid gid hostname"),
    "fakeroot": Prefix("lsibu", "lib faked"),
    "proot": Prefix("rbqwv", "rootfs bind qemu cwd verbose"),
    "systemd-run": Prefix(
        "upEMHdt", "unit property description slice setenv uid gid nice service-type machine host"
    ),
    "systemd-inhibit": Prefix("", "what who why mode"),
    "caffeinate": Prefix("tw"),
    "dbus-run-session": Prefix("", "config-file dbus-daemon"),
    "xvfb-run": Prefix("nefspw", "server-num server-args error-file auth-file wait"),
    "ssh-agent": Prefix("aEPt", "", quiet="k"),
    "setarch": Prefix("", "", 1),
    "linux32": Prefix(),
    "linux64": Prefix(),
    "cgexec": Prefix("g"),
    "catchsegv": Prefix(),
    "torsocks": Prefix(),
    "proxychains": Prefix("f"),
    "proxychains4": Prefix("f"),
    "dotenv": Prefix("fev"),
    "direnv": Prefix(),
    "entr": Prefix(),
    "arch": Prefix("e", "", assigns=False),
    "retry": Prefix("tdm", "times delay"),
    "faketime": Prefix("f", "", 1),
    "cpulimit": Prefix("lpPe", "limit pid path exe"),
    "tsp": Prefix("LND"),
    "nodemon": Prefix("xew", "exec ext watch"),
    "hyperfine": Prefix("wrmMn", "warmup runs"),
    "busybox": Prefix(),
    "toybox": Prefix(),
    "screen": Prefix("ceDRSTstph"),
    "bundle": Prefix(),
    "npx": Prefix("pc", "package call"),
    "bunx": Prefix("p", "package"),
    "pnpx": Prefix(),
}

# Programs whose subcommand runs the rest: (words of the subcommand) -> how the rest is read.
SUBCOMMANDS = {
    ("uv", "run"): Prefix("p", "python with project directory package extra group env-file"),
    ("poetry", "run"): Prefix(),
    ("pdm", "run"): Prefix(),
    ("pipenv", "run"): Prefix(),
    ("hatch", "run"): Prefix(),
    ("rye", "run"): Prefix(),
    ("conda", "run"): Prefix("np", "name prefix cwd"),
    ("mamba", "run"): Prefix("np", "name prefix cwd"),
    ("micromamba", "run"): Prefix("np", "name prefix cwd"),
    ("direnv", "exec"): Prefix("", "", 1),
    ("mise", "exec"): Prefix("", "", 0),
    ("mise", "x"): Prefix("", "", 0),
    ("asdf", "exec"): Prefix(),
    ("rbenv", "exec"): Prefix(),
    ("pyenv", "exec"): Prefix(),
    ("nodenv", "exec"): Prefix(),
    ("bundle", "exec"): Prefix(),
    ("pnpm", "dlx"): Prefix(),
    ("yarn", "dlx"): Prefix("p", "package"),
    ("bun", "x"): Prefix(),
    ("npm", "exec"): Prefix("pc", "package call"),
    ("pnpm", "exec"): Prefix(),
    ("yarn", "exec"): Prefix(),
    ("nix", "develop"): Prefix(),
    ("perf", "record"): Prefix("eoFcgpt", "event output"),
    ("perf", "stat"): Prefix("eorpt", "event output repeat"),
    ("docker", "exec"): Prefix("euw", "env env-file user workdir detach-keys", 1, kind="container"),
    ("podman", "exec"): Prefix("euw", "env env-file user workdir detach-keys", 1, kind="container"),
    ("nerdctl", "exec"): Prefix("euw", "env env-file user workdir", 1, kind="container"),
    ("docker", "run"): Prefix("aehlmpuvwc", "", 1, kind="container"),
    ("podman", "run"): Prefix("aehlmpuvwc", "", 1, kind="container"),
    ("nerdctl", "run"): Prefix("aehlmpuvwc", "", 1, kind="container"),
    ("compose", "exec"): Prefix("euw", "env index user workdir", 1, kind="container"),
    ("compose", "run"): Prefix("epuvwl", "env name user volume workdir publish", 1,
                               kind="container"),
    ("docker-compose", "exec"): Prefix("euw", "env index user workdir", 1, kind="container"),
    ("docker-compose", "run"): Prefix("epuvwl", "env name user volume workdir", 1,
                                      kind="container"),
    ("kubectl", "exec"): Prefix("cnf", "container namespace filename", 1, kind="container"),
    ("oc", "exec"): Prefix("cnf", "container namespace filename", 1, kind="container"),
    ("lxc", "exec"): Prefix("", "env user group cwd", 1, kind="container"),
    ("netns", "exec"): Prefix("", "", 1),
    ("vagrant", "ssh"): Prefix("c", "command", quiet="c"),
    ("bisect", "run"): Prefix(),
}  # fmt: skip
# Long options of `docker run` that stand alone; all others take a value.
DOCKER_SWITCHES = frozenset(
    [
        "detach",
        "interactive",
        "tty",
        "rm",
        "privileged",
        "init",
        "read-only",
        "publish-all",
        "no-healthcheck",
        "oom-kill-disable",
        "quiet",
        "help",
        "sig-proxy",
        "disable-content-trust",
        "replace",
    ]
)

SHELLS = frozenset(
    [
        "sh",
        "bash",
        "rbash",
        "dash",
        "ash",
        "zsh",
        "ksh",
        "ksh93",
        "mksh",
        "oksh",
        "yash",
        "hush",
        "fish",
        "csh",
        "tcsh",
        "posh",
    ]
)

# Interpreters: letters and long options whose value is a program, letters that take a value.
INTERPRETERS = {
    "python": ("c", "", "WXQm"),
    "pypy": ("c", "", "WXQm"),
    "perl": ("eE", "", "IMmxCDlF0i"),
    "ruby": ("e", "", "IrCEFKTWx"),
    "node": ("ep", "eval print", "rC"),
    "nodejs": ("ep", "eval print", "rC"),
    "bun": ("ep", "eval print", "r"),
    "deno": ("", "", ""),
    "php": ("rBRE", "run", "dfFStzc"),
    "lua": ("e", "", "l"),
    "luajit": ("e", "", "ljO"),
    "osascript": ("e", "", "ls"),
    "Rscript": ("e", "", ""),
    "R": ("e", "", "f"),
    "julia": ("eE", "eval print", "LJptm"),
    "elixir": ("e", "eval", "rS"),
    "erl": ("", "eval", ""),
    "groovy": ("e", "", ""),
    "scala": ("e", "", ""),
    "tclsh": ("", "", ""),
    "swift": ("e", "", ""),
    "ghc": ("e", "", ""),
    "guile": ("ce", "", "lsL"),
    "racket": ("e", "eval", "ftlr"),
    "sbcl": ("", "eval load", ""),
    "emacs": ("", "eval execute", "lfL"),
    "gjs": ("c", "command", ""),
    "expect": ("c", "", ""),
    "wish": ("", "", ""),
    "irb": ("", "", ""),
    "jshell": ("", "", ""),
    "iex": ("e", "", ""),
}
_AS = {"python2": "python", "python3": "python", "pypy3": "pypy", "pythonw": "python"}


def interpreter(name: str) -> tuple[str, str, str] | None:
    """Return the row of an interpreter; version numbers behind a name do not count."""
    name = _AS.get(name, name)
    if name not in INTERPRETERS:
        name = name.rstrip("0123456789.") or name
    return INTERPRETERS.get(name)


# Options whose value is a command. "run": a shell reads it, so it is parsed. "kind": it is only
# reported, since more words are added to it. A name of one letter is a short option.
OPTION_COMMANDS = {
    "tar": {"I": "run", "use-compress-program": "run", "to-command": "run", "F": "run",
            "info-script": "run", "new-volume-script": "run", "rsh-command": "kind",
            "checkpoint-action": "action"},
    "rsync": {"e": "kind", "rsh": "kind", "rsync-path": "kind"},
    "scp": {"S": "kind"},
    "sftp": {"S": "kind"},
    "zip": {"TT": "kind", "unzip-command": "kind"},
    "rg": {"pre": "kind", "hostname-bin": "kind"},
    "sort": {"compress-program": "kind"},
    "split": {"filter": "run"},
    "nc": {"e": "kind", "c": "run"},
    "ncat": {"e": "kind", "exec": "kind", "c": "run", "sh-exec": "run", "lua-exec": "kind"},
    "netcat": {"e": "kind", "c": "run"},
    "man": {"P": "kind", "pager": "kind", "H": "kind"},
    "tcpdump": {"z": "kind"},
    "git-grep": {"O": "kind", "open-files-in-pager": "kind"},
    "git-rebase": {"x": "run", "exec": "run"},
    "git-clone": {"u": "kind", "upload-pack": "kind"},
    "git-fetch": {"upload-pack": "kind"},
    "git-pull": {"upload-pack": "kind"},
    "git-ls-remote": {"upload-pack": "kind", "exec": "kind"},
    "git-push": {"receive-pack": "kind", "exec": "kind"},
    "git-archive": {"exec": "kind"},
    "git-difftool": {"x": "run", "extcmd": "run"},
    "git-filter-branch": {"tree-filter": "run", "index-filter": "run", "msg-filter": "run",
                          "env-filter": "run", "commit-filter": "run", "parent-filter": "run",
                          "tag-name-filter": "run"},
    "git-send-email": {"sendmail-cmd": "kind", "to-cmd": "kind", "cc-cmd": "kind"},
    "make": {"eval": "language"},
    "gmake": {"eval": "language"},
    "ld": {"plugin": "kind"},
    "gcc": {"wrapper": "kind"},
    "go": {"exec": "kind", "toolexec": "kind"},
    "cargo": {"config": "kind"},
    "wget": {"use-askpass": "kind"},
}  # fmt: skip

# `git -c NAME=command`, names in lower case.
GIT_COMMAND_KEYS = frozenset(
    [
        "core.sshcommand",
        "core.pager",
        "core.editor",
        "core.fsmonitor",
        "core.hookspath",
        "core.askpass",
        "core.gitproxy",
        "diff.external",
        "sequence.editor",
        "gpg.program",
        "gpg.ssh.program",
        "credential.helper",
        "uploadpack.packobjectshook",
        "interactive.difffilter",
        "web.browser",
    ]
)
GIT_COMMAND_ENDS = (".textconv", ".clean", ".smudge", ".process", ".cmd", ".command", ".driver")

# Variables that make a program run code; values that are harmless are in HARMLESS_VALUES.
ENV_CODE = frozenset(
    [
        "LD_PRELOAD",
        "LD_LIBRARY_PATH",
        "LD_AUDIT",
        "DYLD_INSERT_LIBRARIES",
        "DYLD_LIBRARY_PATH",
        "BASH_ENV",
        "ENV",
        "PROMPT_COMMAND",
        "PS0",
        "PS4",
        "ZDOTDIR",
        "GIT_SSH",
        "GIT_SSH_COMMAND",
        "GIT_EDITOR",
        "GIT_SEQUENCE_EDITOR",
        "GIT_PAGER",
        "GIT_EXTERNAL_DIFF",
        "GIT_PROXY_COMMAND",
        "GIT_ASKPASS",
        "GIT_EXEC_PATH",
        "GIT_CONFIG_GLOBAL",
        "SSH_ASKPASS",
        "SUDO_ASKPASS",
        "SUDO_EDITOR",
        "EDITOR",
        "VISUAL",
        "PAGER",
        "MANPAGER",
        "BAT_PAGER",
        "SYSTEMD_PAGER",
        "LESSOPEN",
        "LESSCLOSE",
        "BROWSER",
        "PYTHONSTARTUP",
        "PYTHONPATH",
        "PYTHONHOME",
        "PERL5OPT",
        "PERL5LIB",
        "PERL5DB",
        "RUBYOPT",
        "RUBYLIB",
        "NODE_OPTIONS",
        "NODE_PATH",
        "LUA_INIT",
        "JAVA_TOOL_OPTIONS",
        "_JAVA_OPTIONS",
        "RUSTC_WRAPPER",
        "CARGO_BUILD_RUSTC_WRAPPER",
        "MAKEFLAGS",
        "TAR_OPTIONS",
        "RSYNC_RSH",
        "CVS_RSH",
        "PATH",
    ]
)
HARMLESS_VALUES = frozenset(
    ["", "cat", "less", "more", "most", "head", "true", ":", "vi", "vim", "nano", "emacs", "code",
     "less -R", "less -FRX", "-FRX", "code --wait", "/bin/cat", "/bin/true", ".", "src"]
)  # fmt: skip
NODE_HARMLESS = ("--max-old-space-size", "--openssl-legacy-provider", "--no-warnings")

SSH_VALUES = "bcDEeFIiJLlmOopQRSWwB"
SSH_COMMAND_OPTIONS = ("proxycommand", "localcommand", "knownhostscommand")
TMUX_STARTS = frozenset(
    [
        "new-session",
        "new",
        "new-window",
        "neww",
        "split-window",
        "splitw",
        "respawn-pane",
        "respawnp",
        "respawn-window",
        "run-shell",
        "run",
        "display-popup",
        "popup",
        "pipe-pane",
        "pipep",
    ]
)
TMUX_VALUES = "censtxyFlp"
