"""The example of a Discord bot: signed news become messages, once; commands are answered."""

import base64
import hmac
import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any, NamedTuple

import httpx
import pytest

from cutpurse.embedded.addresses import ROOT
from tests.processes import free_port
from tests.tournaments.events import REPORTED, Event

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("committed_db")]

FOLDER = ROOT / "examples" / "discord"
PYTHON = sys.executable
"""The bot needs no more than two packages, which the site has too."""
SECRET = "whsec_" + base64.b64encode(b"a secret of thirty-two characters").decode()
START_S = 60.0

# Made with an Ed25519 key of the bytes 0 to 31, for the timestamp below.
PUBLIC_KEY = "03a107bff3ce10be1d70dd18e74bc09967e4d6309ba50d5f1ddc8664125531b8"
SIGNED_AT = "1795700000"
SIGNATURES = {
    '{"type":1}': "f6853fcf0121abb60424e9d2ee08f3c7e12b5d64d8a27967be71c1f3eca91f8c"
    "87ef73c4e4b80a2a19e65b364f45a997f61bf3489d0bd8387ffbe2a960cfd60e",
    '{"type":2,"data":{"name":"standings"}}': "c1af86328990df327ccdb9ca0b0e836d47f28dfbba9b6a56"
    "8458de2a7ee56c4012875503865cf464b197f9c62558bc8d81a879267ad5abaf39b76e831cfddd08",
    '{"type":2,"data":{"name":"round"}}': "a570a4e3565e8a46a51200f5dabb0437ee751551c6b1d52cc6a9"
    "659f20a5d69bfb17d53c748941a9fa0705964b366334e9c1a9e3898be699c86f99bcea80630e",
}


class Discord(ThreadingHTTPServer):
    """Discord's API as far as the bot uses it: keeps what it is sent."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), DiscordRequest)
        self.sent: list[tuple[str, Any]] = []
        self.status = 200


class DiscordRequest(BaseHTTPRequestHandler):
    """A request of the bot to Discord."""

    server: Discord

    def do_POST(self) -> None:
        """Keep what is sent, if it is taken."""
        body = self.rfile.read(int(self.headers["Content-Length"]))
        assert self.headers["Authorization"] == "Bot bot-token"
        if self.server.status == 200:
            self.server.sent.append((self.path, json.loads(body)))
        self.send_response(self.server.status)
        self.send_header("Content-Length", "2")
        self.end_headers()
        self.wfile.write(b"{}")

    def do_PUT(self) -> None:
        """Keep it too."""
        self.do_POST()

    def log_message(self, *_arguments: object) -> None:
        """Log nothing."""


class Bot(NamedTuple):
    """A running bot, Discord, and the tournament that it is for."""

    address: str
    discord: Discord
    cup: Event
    environment: dict[str, str]

    def hear(self, kind: str, *, name: str, ago: int = 0, secret: str = SECRET, **data: Any) -> int:
        """Send it news, and return the status of its answer."""
        body = json.dumps({"type": kind, "timestamp": "", "data": {"version": 1, **data}}).encode()
        moment = str(int(time.time()) - ago)
        key = base64.b64decode(secret.removeprefix("whsec_"))
        digest = hmac.digest(key, f"{name}.{moment}.".encode() + body, "sha256")
        headers = {
            "webhook-id": name,
            "webhook-timestamp": moment,
            "webhook-signature": f"v1,{base64.b64encode(b'other').decode()} "
            f"v1,{base64.b64encode(digest).decode()}",
        }
        return httpx.post(
            f"{self.address}/hook", content=body, headers=headers, timeout=60
        ).status_code

    def command(self, body: str, signature: str = "") -> httpx.Response:
        """Send it a command as Discord does."""
        headers = {
            "X-Signature-Ed25519": signature or SIGNATURES[body],
            "X-Signature-Timestamp": SIGNED_AT,
        }
        return httpx.post(f"{self.address}/interactions", content=body, headers=headers, timeout=60)

    def said(self) -> list[str]:
        """Return what the channel was told."""
        return [body["content"] for _path, body in self.discord.sent]


@pytest.fixture
def bot(site: str) -> Iterator[Bot]:
    """Run the bot for a tournament whose first round is published."""
    with running_for(site) as made:
        yield made


@contextmanager
def running_for(site: str) -> Iterator[Bot]:
    """Run the bot with a site at an address."""
    cup = Event(**REPORTED, name="Cup of @everyone").enter_names(6)
    cup.step("open")
    cup.start().pair()
    port = free_port()
    with Discord() as discord:
        Thread(target=discord.serve_forever, daemon=True).start()
        environment = {
            **os.environ,
            "SITE": site,
            "TOURNAMENT": cup.slug,
            "WEBHOOK_SECRET": SECRET,
            "DISCORD_API": f"http://127.0.0.1:{discord.server_port}",
            "DISCORD_TOKEN": "bot-token",
            "DISCORD_APPLICATION": "42",
            "DISCORD_PUBLIC_KEY": PUBLIC_KEY,
            "DISCORD_CHANNEL": "7",
            "PORT": str(port),
        }
        running = subprocess.Popen(
            [PYTHON, FOLDER / "bot.py"], env=environment, stderr=subprocess.DEVNULL
        )
        made = Bot(f"http://127.0.0.1:{port}", discord, cup, environment)
        try:
            wait_until_it_listens(made.address)
            yield made
        finally:
            running.terminate()
            running.wait(10)
            discord.shutdown()


def wait_until_it_listens(address: str) -> None:
    give_up = time.monotonic() + START_S
    while time.monotonic() < give_up:
        try:
            httpx.post(f"{address}/nothing")
        except httpx.TransportError:
            time.sleep(0.05)
        else:
            return
    pytest.fail("the bot does not listen")


def test_it_has_fewer_than_two_hundred_lines() -> None:
    assert len((FOLDER / "bot.py").read_text().splitlines()) < 200


@pytest.mark.long
def test_a_published_round_is_told_once_with_its_pairings(bot: Bot) -> None:
    assert bot.hear("round_published", name="msg-1", round=1) == 204
    assert bot.hear("round_published", name="msg-1", round=1) == 204

    (text,) = bot.said()
    assert "**Round 1**" in text
    assert all(f"p{number}" in text for number in range(1, 7))
    assert "Cup of \\@everyone" in text, "a name calls nobody"
    ((path, body),) = bot.discord.sent
    assert path == "/channels/7/messages"
    assert body["allowed_mentions"] == {"parse": []}


def test_what_is_not_signed_or_not_of_now_is_refused(bot: Bot) -> None:
    other = "whsec_" + base64.b64encode(b"another secret").decode()

    assert bot.hear("round_published", name="msg-1", round=1, secret=other) == 401
    assert bot.hear("round_published", name="msg-2", round=1, ago=3600) == 401
    assert bot.hear("round_published", name="msg-3", round=1, ago=-3600) == 401
    assert httpx.post(f"{bot.address}/hook", content=b"{}").status_code == 401
    assert httpx.post(f"{bot.address}/hook", content=b"x" * 70_000).status_code == 413
    assert bot.said() == []


@pytest.mark.long
def test_what_discord_does_not_take_is_sent_again_by_the_site(bot: Bot) -> None:
    bot.discord.status = 503
    assert bot.hear("round_published", name="msg-1", round=1) == 502
    bot.discord.status = 200

    assert bot.hear("round_published", name="msg-1", round=1) == 204
    assert len(bot.said()) == 1


@pytest.mark.long
def test_the_end_is_told_with_the_standings_and_other_news_is_not(bot: Bot) -> None:
    assert bot.hear("tournament_finished", name="msg-1") == 204
    assert bot.hear("your_turn", name="msg-2") == 204
    assert bot.hear("test", name="msg-3") == 204

    end, test = bot.said()
    assert "1. **" in end
    assert test.startswith("The webhook works.")


def test_commands_of_discord_are_answered_and_of_nobody_else(bot: Bot) -> None:
    assert bot.command('{"type":1}').json() == {"type": 1}
    standings = bot.command('{"type":2,"data":{"name":"standings"}}').json()
    paired = bot.command('{"type":2,"data":{"name":"round"}}').json()

    assert standings["type"] == 4
    assert "1. **" in standings["data"]["content"]
    assert "Table 1: " in paired["data"]["content"]
    assert bot.command('{"type":1}', "00" * 64).status_code == 401
    assert bot.command('{"type":1}', "nonsense").status_code == 401


@pytest.mark.long
def test_a_length_in_other_digits_is_refused(bot: Bot) -> None:
    host, _, port = bot.address.removeprefix("http://").partition(":")

    with socket.create_connection((host, int(port)), timeout=60) as line:
        line.sendall("POST /hook HTTP/1.0\r\nContent-Length: \u00b2\r\n\r\n".encode("latin-1"))
        assert b" 413 " in line.makefile("rb").readline()


@pytest.mark.long
def test_commands_are_answered_where_the_site_is_not(site: str) -> None:
    assert site
    with running_for(f"http://127.0.0.1:{free_port()}") as bot:
        answer = bot.command('{"type":2,"data":{"name":"standings"}}')

    assert answer.json()["data"]["content"].startswith("The site does not answer.")


@pytest.mark.long
def test_the_commands_are_made_known(bot: Bot) -> None:
    subprocess.run(
        [PYTHON, FOLDER / "bot.py", "register"], env=bot.environment, check=True, timeout=60
    )

    ((path, body),) = bot.discord.sent
    assert path == "/applications/42/commands"
    assert {each["name"] for each in body} == {"standings", "round"}
