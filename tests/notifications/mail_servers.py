"""A mail server of this process, for tests: it counts connections and does as it is told."""

import socketserver
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from tests.serving import in_a_thread


@dataclass
class MailServer:
    """What a server was told, and when it hangs up."""

    port: int = 0
    connections: int = 0
    recipients: list[str] = field(default_factory=list)
    hangs_up_after: int = 0
    """Mails of a connection after which it ends with 421; 0: never."""


@contextmanager
def serving(*, hangs_up_after: int = 0) -> Iterator[MailServer]:
    """Serve SMTP (RFC 5321) on 127.0.0.1 until the block ends."""
    known = MailServer(hangs_up_after=hangs_up_after)

    class Handler(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            known.connections += 1
            taken = 0
            self.say("220 here")
            while line := self.rfile.readline().decode().strip():
                word = line[:4].upper()
                if word == "QUIT":
                    self.say("221 bye")
                    return
                if known.hangs_up_after and taken >= known.hangs_up_after:
                    self.say("421 too many")
                    return
                if word == "RCPT":
                    known.recipients.append(line.partition("<")[2].rstrip(">"))
                if word == "DATA":
                    self.say("354 go on")
                    while self.rfile.readline() not in (b".\r\n", b""):
                        pass
                    taken += 1
                self.say("250 ok")

        def say(self, text: str) -> None:
            self.wfile.write(f"{text}\r\n".encode())

    server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    known.port = server.server_address[1]
    with in_a_thread(server):
        yield known
