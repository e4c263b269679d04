"""What a browser may do with our pages: headers on every answer, errors included."""

from __future__ import annotations

from starlette.types import ASGIApp, Message, Receive, Scope, Send

# Nothing from elsewhere, nothing inline, no frames: even a sentence that slipped through unescaped could do nothing.
POLICY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}


_RAW = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]
_RAW_HTTPS = [*_RAW, (b"strict-transport-security", b"max-age=31536000")]
_PRIVATE = (b"cache-control", b"no-store")  # a page is its reader's, and nobody else's to keep


class Headers:
    """Outermost, so that an answer to an error of our own has them too."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = message["headers"]
                message["headers"] = [*headers, *(_RAW_HTTPS if scope["scheme"] == "https" else _RAW)]
                if not any(name == b"cache-control" for name, _ in headers):
                    message["headers"].append(_PRIVATE)
            await send(message)

        await self.app(scope, receive, with_headers if scope["type"] == "http" else send)
