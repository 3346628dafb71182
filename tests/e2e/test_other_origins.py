"""A page of another site uses the API in a real browser, with a token and never with cookies."""

from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest
from playwright.sync_api import Browser, Error

from tests.callers import new_key, new_player


class EmptyPage(BaseHTTPRequestHandler):
    """Answers everything with a page that has nothing on it."""

    def do_GET(self) -> None:
        """Answer a page."""
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(b"<p>elsewhere")

    def log_message(self, *_arguments: object) -> None:
        """Log nothing."""


@pytest.fixture
def elsewhere() -> Iterator[str]:
    """Serve another site on this machine, whose name makes it another origin and site."""
    with ThreadingHTTPServer(("127.0.0.1", 0), EmptyPage) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://localhost:{server.server_port}/"
        server.shutdown()


def test_a_page_elsewhere_plays_with_a_token_and_gets_nothing_by_a_cookie(
    site: str, elsewhere: str, browser: Browser, committed_db: None
) -> None:
    player = new_player("play", "read")
    page = browser.new_context().new_page()
    page.goto(elsewhere)

    opened = page.evaluate(
        """async ([site, token, key]) => {
            const headers = {Authorization: `Bearer ${token}`, "Content-Type": "application/json",
                             "Idempotency-Key": key};
            const body = JSON.stringify({game: "stick-em", seats: 3});
            const answer = await fetch(`${site}/api/v1/matches`, {method: "POST", headers, body});
            return [answer.status, (await answer.json()).game, answer.headers.get("RateLimit")];
        }""",
        [site, player.token, new_key()],
    )

    assert opened[:2] == [201, "stick-em"]
    assert '"write"' in opened[2]
    with pytest.raises(Error, match="Failed to fetch"):
        page.evaluate("site => fetch(`${site}/api/v1/games`, {credentials: 'include'})", site)
    with pytest.raises(Error, match="Failed to fetch"):
        page.evaluate("site => fetch(`${site}/account`)", site)
