"""What stands before every request: who may ask, how much they may send, and the headers of each answer."""

import json
import logging
from typing import Any, Final
from urllib.parse import urlsplit

from starlette.exceptions import HTTPException

from hadara_agents.play.errors import PlayError
from hadara_agents.play.settings import LOOPBACK, Settings

_log = logging.getLogger("hadara.play")

POLICY: Final = (
    "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS: Final = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
)
_CHANGES: Final = ("POST", "PUT", "PATCH", "DELETE")


class Guard:
    """ASGI middleware around the application."""

    def __init__(self, app: Any, settings: Settings) -> None:
        self.app, self.settings = app, settings

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        started = False

        async def send_guarded(message: dict[str, Any]) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                message = {**message, "headers": [*message["headers"], *HEADERS, *_caching(scope)]}
            await send(message)

        headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}
        limit = self.settings.max_replay if scope["path"] == "/api/replays" else self.settings.max_body
        try:
            self._check(scope, headers, limit)
            await self.app(scope, _limited(receive, limit), send_guarded)
        except PlayError as error:
            await refuse(send_guarded, error.status, str(error))
        except Exception:  # the last line: nobody outside is told more than that it happened
            _log.exception("A request failed")
            if started:
                raise
            await refuse(send_guarded, 500, "Something went wrong on the server; your game is as it was.")

    def _check(self, scope: dict[str, Any], headers: dict[str, str], limit: int) -> None:
        """Pages of other sites cannot read our answers; these checks keep them from asking in the first place."""
        host = headers.get("host", "")
        if self.settings.is_local and _name(host) not in LOOPBACK:
            raise PlayError(421, "This server answers only to its own name, such as 127.0.0.1 or localhost.")
        if scope["method"] not in _CHANGES:
            return
        origin = headers.get("origin")
        if origin is not None and urlsplit(origin).netloc != host:
            raise PlayError(403, "Requests from pages of other sites are not answered.")
        if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
            raise PlayError(403, "Requests from pages of other sites are not answered.")
        length = headers.get("content-length", "0")
        if not length.isdecimal():
            raise PlayError(400, "The content length is not a number.")
        if int(length) > limit:
            raise PlayError(413, _too_large(limit))
        has_body = length != "0" or "transfer-encoding" in headers
        kind = headers.get("content-type", "").partition(";")[0].strip().lower()
        if has_body and kind != "application/json":
            raise PlayError(415, "Bodies must be JSON, sent as application/json.")


def _name(host: str) -> str:
    """A Host header without its port: `[::1]:8230`, `localhost:8230`."""
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.partition(":")[0].lower()


def _too_large(limit: int) -> str:
    return f"The request is too large; at most {limit} bytes are read."


def _caching(scope: dict[str, Any]) -> tuple[tuple[bytes, bytes], ...]:
    """Games are never cached; pages are asked for again, and unchanged ones are not sent again."""
    return ((b"cache-control", b"no-store" if scope["path"].startswith("/api") else b"no-cache"),)


def _limited(receive: Any, limit: int) -> Any:
    size = 0

    async def limited() -> dict[str, Any]:
        nonlocal size
        message = await receive()
        size += len(message.get("body", b""))
        if size > limit:
            raise HTTPException(413, _too_large(limit))  # the one kind of error that the framework lets through
        return message

    return limited


async def refuse(send: Any, status: int, sentence: str) -> None:
    """An error as JSON, without the framework."""
    body = json.dumps({"error": sentence}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
