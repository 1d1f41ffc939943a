"""The journal: an append-only record of every dispatch (design section 10).

`record` builds a record, `writer` puts it on file; both are on the dispatch path. `reader`, and
what is built upon it, serves the other commands.
"""

from __future__ import annotations

from hooks_cli.journal.record import Recorder
from hooks_cli.journal.writer import write

__all__ = ["Recorder", "write"]
