"""Another site on this machine, whose name makes it another origin than the one that is tried."""

from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from tests.serving import in_a_thread


@contextmanager
def other_site(page: str = "<p>elsewhere") -> Iterator[str]:
    """Serve a page at every address, and give the site's first."""

    class OnePage(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            """Answer the page."""
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write(page.encode())

        def log_message(self, *_arguments: object) -> None:
            """Log nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), OnePage)
    with in_a_thread(server):
        yield f"http://localhost:{server.server_port}/"
