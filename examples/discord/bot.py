"""A Discord bot for one tournament, on top of the site's webhooks and its API.

It tells a channel of published rounds, of the start and of the end, and answers /standings and
/round. `python bot.py register` makes the two commands known to Discord; README.md says the rest.
"""

import base64
import hmac
import json
import os
import sys
import time
from collections import deque
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Lock
from typing import Any

import httpx
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

SITE = os.environ["SITE"].rstrip("/")
TOURNAMENT = os.environ["TOURNAMENT"]
SECRET = os.environ["WEBHOOK_SECRET"]
CHANNEL = os.environ["DISCORD_CHANNEL"]
APPLICATION = os.environ["DISCORD_APPLICATION"]
PUBLIC_KEY = Ed25519PublicKey.from_public_bytes(bytes.fromhex(os.environ["DISCORD_PUBLIC_KEY"]))
PORT = int(os.environ.get("PORT", "8080"))

TOLERANCE_S = 300
"""A message that is older, or from the future, is refused: it may be somebody's copy."""
BODY_MAX = 64 * 1024
TEXT_MAX = 1900
"""Characters; Discord takes 2000."""
LINES = 20
PING, COMMAND = 1, 2
PONG, MESSAGE = 1, 4
COMMANDS = [
    {"name": "standings", "description": "Who leads the tournament?", "type": 1},
    {"name": "round", "description": "Who plays whom in the current round?", "type": 1},
]

token = os.environ.get("SITE_TOKEN", "")
site = httpx.Client(
    base_url=f"{SITE}/api/v1",
    headers={"Authorization": f"Bearer {token}"} if token else {},
    timeout=20,
)
discord = httpx.Client(
    base_url=os.environ.get("DISCORD_API", "https://discord.com/api/v10"),
    headers={"Authorization": f"Bot {os.environ['DISCORD_TOKEN']}"},
    timeout=20,
)
seen: deque[str] = deque(maxlen=1000)
"""The ids of the latest messages: the site sends one again when it got no answer."""
lock = Lock()


def read(path: str) -> Any:
    """Return what the site answers of the tournament."""
    answer = site.get(f"/tournaments/{TOURNAMENT}{path}")
    answer.raise_for_status()
    return answer.json()


def plain(text: str) -> str:
    """Return a name so that nothing in it is bold, a link or a call."""
    return "".join(f"\\{each}" if each in "\\*_~`|>#[]()<@:-" else each for each in text)


def standings() -> str:
    """Return the standings as a message."""
    lines = [
        f"{line['rank']}. **{plain(line['name'])}** {line['points']}"
        for line in read("/standings")["results"][:LINES]
    ]
    return "\n".join(lines) or "Nobody has played yet."


def pairings(number: int) -> str:
    """Return who plays whom in a round as a message."""
    tables = read(f"/rounds/{number}")["tables"][:LINES]
    lines = [
        f"Table {table['table']}: {', '.join(plain(seat['name']) for seat in table['seats'])}"
        for table in tables
    ]
    return f"**Round {number}**\n" + "\n".join(lines)


def told(kind: str, data: dict[str, Any]) -> str:
    """Return what the channel is told of something; empty for what it need not know."""
    name = plain(str(read("")["settings"]["name"]))
    if kind == "round_published":
        return f"{name}: {pairings(int(data['round']))}"
    if kind == "tournament_started":
        return f"{name} has begun."
    if kind == "tournament_finished":
        return f"{name} is over.\n{standings()}"
    return "The webhook works." if kind == "test" else ""


def answer(command: str) -> str:
    """Return what a command is answered."""
    if command == "standings":
        return standings()
    rounds = read("")["rounds"]
    return pairings(rounds[-1]["round"]) if rounds else "No round has been published yet."


def message(text: str) -> dict[str, Any]:
    """Return a message that calls nobody."""
    return {"content": f"{text[:TEXT_MAX]}\n<{SITE}/tournaments/{TOURNAMENT}>"} | {
        "allowed_mentions": {"parse": []}
    }


def post(kind: str, data: dict[str, Any]) -> None:
    """Tell the channel."""
    if text := told(kind, data):
        discord.post(f"/channels/{CHANNEL}/messages", json=message(text)).raise_for_status()


def is_signed_by_site(headers: Any, body: bytes) -> bool:
    """Return whether a message is the site's, and of now (standardwebhooks.com, 1.0)."""
    name, moment = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    if not moment.isascii() or not moment.isdigit():
        return False
    if abs(time.time() - int(moment)) > TOLERANCE_S:
        return False
    key = base64.b64decode(SECRET.removeprefix("whsec_"))
    digest = hmac.digest(key, f"{name}.{moment}.".encode() + body, "sha256")
    wanted = b"v1," + base64.b64encode(digest)
    given = headers.get("webhook-signature", "").encode().split()
    return any(hmac.compare_digest(each, wanted) for each in given)


def is_signed_by_discord(headers: Any, body: bytes) -> bool:
    """Return whether a command comes from Discord."""
    try:
        signature = bytes.fromhex(headers.get("X-Signature-Ed25519", ""))
        PUBLIC_KEY.verify(signature, headers.get("X-Signature-Timestamp", "").encode() + body)
    except (InvalidSignature, ValueError):
        return False
    return True


class Listener(BaseHTTPRequestHandler):
    """Takes the site's webhooks at /hook and Discord's commands at /interactions."""

    def do_POST(self) -> None:
        """Answer a message that is signed; 401 to any other."""
        length = self.headers.get("Content-Length", "")
        if not (length.isascii() and length.isdigit()) or int(length) > BODY_MAX:
            return self.reply(413)
        body = self.rfile.read(int(length))
        if self.path == "/hook" and is_signed_by_site(self.headers, body):
            return self.hear(json.loads(body))
        if self.path == "/interactions" and is_signed_by_discord(self.headers, body):
            asked = json.loads(body)
            if asked["type"] == PING:
                return self.reply(200, {"type": PONG})
            try:
                said = answer(asked["data"]["name"])
            except httpx.HTTPError:
                said = "The site does not answer."
            return self.reply(200, {"type": MESSAGE, "data": message(said)})
        return self.reply(401)

    def hear(self, news: dict[str, Any]) -> None:
        """Tell the channel of news; what fails is not noted, so that the site sends it again."""
        name = self.headers["webhook-id"]
        with lock:
            if name not in seen:
                try:
                    post(news["type"], news["data"])
                except httpx.HTTPError as error:
                    self.log_error("%s", error)
                    return self.reply(502)
                seen.append(name)
        return self.reply(204)

    def reply(self, status: int, content: object = None) -> None:
        """Answer."""
        body = b"" if content is None else json.dumps(content).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


if __name__ == "__main__":
    if sys.argv[1:] == ["register"]:
        discord.put(f"/applications/{APPLICATION}/commands", json=COMMANDS).raise_for_status()
    else:
        ThreadingHTTPServer(("", PORT), Listener).serve_forever()
