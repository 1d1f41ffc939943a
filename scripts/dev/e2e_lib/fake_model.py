"""A model that follows a script, on loopback only, in the dialects of four model APIs.

It keeps no conversation: a request that already carries n tool results is answered with the calls
that come next in the script, and with a final text after the last one. What was asked is kept.
"""

from __future__ import annotations

import http.server
import json
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from e2e_lib.dialects import DIALECTS, Call

# The end of a path to what is answered there, beside the dialects.
COUNTS = {"/count_tokens": {"input_tokens": 10}, ":countTokens": {"totalTokens": 10}}
NOT_FOUND = {"error": {"type": "not_found_error", "message": "no"}}


class Seen(NamedTuple):
    """A request that the model got: when, the path, and the body if it is JSON, else {}."""

    seconds: float
    path: str
    body: dict[str, Any]


class Script(NamedTuple):
    """What the model does: batches of calls, those of a batch in one answer.

    `inner` are scripts for the conversations of sub-agents: those that have the key in them, and
    not `outer`, a text of the main conversation.
    """

    batches: Sequence[Sequence[Call]]
    inner: Mapping[str, Sequence[Sequence[Call]]] = {}
    outer: str = ""

    def next_calls(self, body: dict[str, Any], done: int) -> Sequence[Call]:
        """Return the calls that follow after so many results."""
        batches = self.batches
        text = json.dumps(body, ensure_ascii=False) if self.inner else self.outer
        if self.outer not in text:
            batches = next((self.inner[key] for key in self.inner if key in text), ())
        for batch in batches:
            if done <= 0:
                return batch
            done -= len(batch)
        return ()


class Model:
    """A server on a free port of 127.0.0.1. `port` and `requests` are for its user."""

    def __init__(self, script: Script) -> None:
        self.script = script
        self.requests: list[Seen] = []
        self._began = time.monotonic()
        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self._server.daemon_threads = True
        self.port = int(self._server.server_address[1])
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,))
        self._thread.start()

    def answer(self, path: str, body: dict[str, Any]) -> tuple[int, str, bytes]:
        """Return status, content type and body for a request."""
        self.requests.append(Seen(round(time.monotonic() - self._began, 3), path, body))
        for end, value in COUNTS.items():
            if path.endswith(end):
                return 200, "application/json", json.dumps(value).encode()
        for dialect in DIALECTS.values():
            if path.endswith(dialect.ends):
                done = len(dialect.results(body))
                calls = self.script.next_calls(body, done)
                calls = [call for call in calls if dialect.offers(body, call)]
                streams = path.endswith(":streamGenerateContent") or bool(body.get("stream"))
                events = dialect.events(body, done, calls)
                return (200, *_encoded(events, named=dialect.named, streams=streams))
        return 404, "application/json", json.dumps(NOT_FOUND).encode()

    def close(self) -> None:
        """Stop serving."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


@contextmanager
def serving(script: Script) -> Iterator[Model]:
    """Serve a script while the block runs."""
    model = Model(script)
    try:
        yield model
    finally:
        model.close()


def _encoded(events: Sequence[Any], *, named: bool, streams: bool) -> tuple[str, bytes]:
    """Return content type and body: a stream of events, or the only one as it is."""
    if not streams:
        return "application/json", json.dumps(events[0]).encode()
    pieces = []
    for event in events:
        name = f"event: {event['type']}\n" if named else ""
        data = event if isinstance(event, str) else json.dumps(event)
        pieces.append(f"{name}data: {data}\n\n")
    return "text/event-stream", "".join(pieces).encode()


def _handler(model: Model) -> type[http.server.BaseHTTPRequestHandler]:
    """Return a handler that passes what is asked to the model."""

    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        timeout = 30  # seconds that an idle connection is kept

        def log_message(self, *_: object) -> None:
            """Say nothing: what is asked is kept, not printed."""

        def do_HEAD(self) -> None:
            self._reply(200, "text/plain", b"")

        def do_GET(self) -> None:
            self._reply(404, "application/json", json.dumps(NOT_FOUND).encode())

        def do_POST(self) -> None:
            raw = self.rfile.read(int(self.headers.get("content-length") or 0))
            try:
                body = json.loads(raw)
            except ValueError:
                body = {}
            body = body if isinstance(body, dict) else {}
            self._reply(*model.answer(self.path.split("?")[0], body))

        def _reply(self, status: int, kind: str, body: bytes) -> None:
            self.send_response(status)
            self.send_header("content-type", kind)
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

    return Handler
