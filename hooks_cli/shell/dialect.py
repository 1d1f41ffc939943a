"""Which forms of the language a shell knows.

bash is the base; the other rows say what differs. A name that is not listed is read as bash.
"""

from __future__ import annotations


class Dialect:
    """Switches of the reader; one value per shell."""

    __slots__ = ("aliases", "arithmetic", "bash", "name", "posix", "zsh")

    def __init__(self, name: str) -> None:
        """Set the switches for a shell by name."""
        self.name = name
        self.zsh = name == "zsh"
        # dash, and sh where it is dash: no arrays, `[[`, `<(..)`, `<<<`, `|&`, `$'..'`, braces.
        self.posix = name in {"dash", "ash"}
        self.bash = not self.posix
        self.arithmetic = not self.posix  # the command `((..))`, not the expansion `$((..))`
        self.aliases = self.posix or self.zsh  # aliases are expanded without being asked to


# What the name of a shell program says about the language of its script. `sh` is read as bash:
# on the systems where it is not, bash reads all that a POSIX shell reads.
LANGUAGES = {
    "sh": "bash",
    "bash": "bash",
    "rbash": "bash",
    "ksh": "bash",
    "mksh": "bash",
    "ksh93": "bash",
    "oksh": "bash",
    "yash": "bash",
    "hush": "bash",
    "dash": "dash",
    "ash": "dash",
    "zsh": "zsh",
    "fish": "bash",
    "csh": "bash",
    "tcsh": "bash",
}
