"""The client: every command and question of the API as a typed method."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from http import HTTPStatus
from types import TracebackType
from typing import Any, Self, TypeVar
from urllib.parse import parse_qsl, urlsplit

import msgspec

from cutpurse.client import models
from cutpurse.client.chance import Shares
from cutpurse.client.errors import ProblemError
from cutpurse.client.listening import Listening
from cutpurse.client.models import (
    Account,
    AccountEvent,
    Bot,
    Bots,
    ChanceAsked,
    Diagnostics,
    Event,
    Events,
    Game,
    Games,
    Head,
    Match,
    MatchSummary,
    Me,
    Move,
    MoveResult,
    Token,
)
from cutpurse.client.past_draws import DrawAsked, PastDraws
from cutpurse.client.seen_lines import SeenLines
from cutpurse.client.transport import Transport, decoded, seal_key_of

ADDRESS = "http://127.0.0.1:8000"
PATIENCE_S = 60.0
STEPS_MAX = 4
"""A promise, a share, and once more after somebody has withheld theirs."""
CONCERNS_CHANCE = frozenset({"seat_taken", "chance_sealed", "chance_shown"})
"""Events after which the chance of a match may ask for something."""

T = TypeVar("T")


class Client:
    """An account on a server.

    Requests that get lost are repeated with the same Idempotency-Key, and requested waiting times
    are respected, until the patience runs out. Every method may raise CutpurseError; a refusal is a
    ProblemError. Methods may be called from several threads.
    """

    def __init__(
        self,
        token: str = "",
        *,
        address: str = ADDRESS,
        patience_s: float = PATIENCE_S,
        share_key: bytes | None = None,
        seal_key: str = "",
    ) -> None:
        """Act as an account; its shares of the randomness follow from a key, by default a new one.

        A program that must be able to reveal its shares after a restart stores a key of its own.
        Shares are revealed only after a seal that is signed with `seal_key`, a line of the site's
        `/log/keys`; by default the key that the site shows with the first seal.
        """
        self.token = token
        self.address = address
        self._shares = Shares(share_key, seal_key)
        self._listening = Listening()
        self._transport = Transport(address, token, patience_s)
        self._past_draws = PastDraws(self._shares, self._listening, self._read)

    def close(self) -> None:
        """Close the connections."""
        self._transport.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    # Accounts

    def register(self, username: str, password: str) -> Account:
        """Register an account."""
        return self._post("/accounts", Account, {"username": username, "password": password})

    def log_in(
        self,
        username: str,
        password: str,
        *,
        scopes: Sequence[str] = ("play", "read"),
        name: str = "cutpurse.client",
        days: int = 30,
    ) -> Token:
        """Create a token and use it from now on."""
        asked = {
            "username": username,
            "password": password,
            "name": name,
            "scopes": list(scopes),
            "expires_in": days * 24 * 3600,
        }
        issued = self._post("/tokens", Token, asked)
        self.token = issued.token
        self._transport.use(issued.token)
        return issued

    def log_out(self) -> None:
        """Revoke the token."""
        self._transport.send("DELETE", f"/tokens/{self.me().token_id}")
        self.token = ""
        self._transport.use("")

    def me(self) -> Me:
        """Return the account of the token."""
        return self._get("/me", Me)

    def become_bot(self, contact: str) -> Account:
        """Permanently mark the account as a bot; only before it has ever taken a seat."""
        return self._post("/me/bot", Account, {"contact": contact})

    def diagnostics(self, *, match: str | None = None, matches: int = 5) -> Diagnostics:
        """Return how long the account's decisions took and which moves were refused."""
        params: dict[str, object] = {"matches": matches}
        return self._get(
            "/me/diagnostics", Diagnostics, params | ({"match": match} if match else {})
        )

    # What there is

    def games(self) -> list[Game]:
        """Return the games."""
        return self._get("/games", Games).results

    def bots(self) -> list[Bot]:
        """Return the built-in bots."""
        return self._get("/bots", Bots).results

    def matches(
        self, *, game: str | None = None, status: str | None = None, player: str | None = None
    ) -> Iterator[MatchSummary]:
        """Yield matches, newest first."""
        asked = {"game": game, "status": status, "player": player, "limit": 100}
        params = {name: value for name, value in asked.items() if value is not None}
        while True:
            page = self._get("/matches", _Matches, params)
            yield from page.results
            if page.next is None:
                return
            params = dict(parse_qsl(urlsplit(page.next).query))

    # Matches

    def open(  # noqa: PLR0913 - The parts of a request.
        self,
        game: str,
        *,
        seats: int,
        rules: str | None = None,
        options: Mapping[str, object] | None = None,
        dataset: str | None = None,
        clock: Mapping[str, object] | None = None,
        on_timeout: str = "auto",
        bots: str = "allowed",
        visibility: str = "public",
        start: str = "full",
        ladder: str | None = None,
    ) -> Match:
        """Open a match, rated on a ladder if you give its slug; take a seat with `take_seat`.

        The current rules of the game apply unless you give the id of others from `games`.
        """
        asked = {
            "game": game,
            "seats": seats,
            "options": dict(options or {}),
            "dataset": dataset,
            "clock": None if clock is None else dict(clock),
            "on_timeout": on_timeout,
            "bots": bots,
            "visibility": visibility,
            "start": start,
            "ladder": ladder,
            **({} if rules is None else {"rules": rules}),
        }
        return self._post("/matches", Match, asked)

    def match(self, match: str) -> Match:
        """Return a match as the account may see it, with its legal moves on its turn."""
        page = self._get(f"/matches/{match}", Match)
        return self._take_part(page) if page.chance else page

    def take_seat(
        self,
        match: str,
        *,
        seat: int | None = None,
        client_seed: str | None = None,
        shares: bool = True,
    ) -> MoveResult:
        """Take a seat, by default the first free one.

        Your client adds randomness to the deal and reveals its share when asked in `follow`,
        `watch` or `match`. Pass `shares=False` if you will call none of them for a while.
        """
        asked = {"seat": seat, "client_seed": client_seed}
        answer = self._post(
            f"/matches/{match}/seats", MoveResult, asked | ({"shares": True} if shares else {})
        )
        if answer.chance:
            self._shares.forget(answer.chance)
        return self._took_part(match, answer)

    def add_bot(self, match: str, bot: str, *, seat: int | None = None) -> MoveResult:
        """Add a built-in bot to a match that you opened."""
        answer = self._post(f"/matches/{match}/seats", MoveResult, {"bot": bot, "seat": seat})
        return self._took_part(match, answer)

    def leave_seat(self, match: str) -> MoveResult:
        """Leave your seat before the match starts."""
        answer = self._transport.send("DELETE", f"/matches/{match}/seats/me")
        return _fit(answer.content, MoveResult)

    # Their first names, which stay.
    sit = take_seat
    seat_bot = add_bot
    get_up = leave_seat

    def start(self, match: str) -> MoveResult:
        """Start a match that you opened with `start: manual`."""
        return self._took_part(match, self._post(f"/matches/{match}/start", MoveResult, {}))

    def move(self, match: str, move: Move, version: int, *, key: str | None = None) -> MoveResult:
        """Make one of the legal moves that you had at a version.

        Raises VersionConflictError if the match has changed since then.
        """
        asked = {"expected_version": version, "move": move}
        return self._post(f"/matches/{match}/moves", MoveResult, asked, key=key)

    def resign(self, match: str) -> MoveResult:
        """Resign a match in progress."""
        return self._post(f"/matches/{match}/resign", MoveResult, {})

    def events(self, match: str, *, since: int = 0) -> list[Event]:
        """Return the events after a version."""
        return self._get(f"/matches/{match}/events", Events, {"since": since}).results

    def log(self, match: str) -> str:
        """Return the log (NDJSON), which `cutpurse verify` checks once the match is over."""
        return self._transport.send("GET", f"/matches/{match}/log").text

    def head(self, match: str) -> Head:
        """Return the final version and hash of a match that is over, to check a log."""
        return self._get(f"/matches/{match}/head", Head)

    def watch(self, match: str, *, since: int | None = None) -> Iterator[Match | Event]:
        """Yield the current state of a match, then every event until the match is over.

        After a lost connection it continues where it was: no event is missed or repeated. With
        `since` it starts after that version, without the state. A state that comes in between means
        that the server has gone back in time: discard what you had and continue from that state.
        """
        for line in self._transport.lines(f"/matches/{match}/stream", "version", since):
            if line["type"] == "snapshot":
                page = msgspec.convert(line["data"], Match)
                if page.chance:
                    self._take_part(page)
                yield page
            elif "at" in line:
                if line["type"] in CONCERNS_CHANCE and self._shares.is_used:
                    self.match(match)
                yield msgspec.convert(line, Event)

    def follow(self) -> Iterator[AccountEvent]:
        """Yield your turns and the starts and ends of your matches, for ever.

        All pending turns come first. After a lost connection it reconnects: no turn, start or end
        is missed, but a turn may be repeated. On a server that has gone back in time, a turn may
        have a lower version than one before it, and a match may start and end again.
        """
        seen = SeenLines()
        for line in self._transport.lines("/me/stream", "id", None, self._listening):
            kind = models.NEWS.get(line["type"])
            if line["type"] == "chance":
                self.match(line["match"])
            elif line["type"] == "draw_chance":
                self._take_part_in_draw(line)
            elif kind is not None and seen.is_new(line):
                if kind is models.Started:
                    self._past_draws.look_back()
                yield msgspec.convert(line, kind)

    def _took_part(self, match: str, answer: MoveResult) -> MoveResult:
        """Do what the chance of a match asks for now; the answer stays what it was."""
        if answer.chance:
            self.match(match)
        return answer

    def _take_part(self, page: Match) -> Match:
        """Promise or show what a match asks for, and return how it stands then."""
        asked, seat, at = page.chance, page.my_seat, f"/matches/{page.id}"
        for _ in range(STEPS_MAX):
            if not asked or seat is None:
                break
            if seat not in asked.expected:
                self._shares.note_left_out(asked, seat, listens_since=self._listening.since)
                break
            if not self._add(asked, seat, page.commitment, at):
                break
            page = self._get(at, Match)
            asked = page.chance
        return page

    def _take_part_in_draw(self, line: Mapping[str, Any]) -> None:
        """Promise or show what a draw of a tournament asks for."""
        asked = msgspec.convert(line["chance"], ChanceAsked)
        slug, draw, entrant = line["tournament"], line["draw"], line["my_entrant"]
        self._past_draws.add(DrawAsked(slug, draw, entrant, asked))
        self._add(asked, entrant, line["commitment"], f"/tournaments/{slug}/draws/{draw}")

    def _add(self, asked: ChanceAsked, seat: int, commitment: str, at: str) -> bool:
        """Promise a seat's share, or show it; tell whether there was anything to do."""
        try:
            if asked.step == "show":
                if not self._shares.recall(asked, seat, commitment):
                    # Promised by another program of the account, or with another key.
                    return False
                self._shares.learn_key(asked.seal or "", partial(seal_key_of, self.address))
                share = self._shares.show(asked, seat)
                self._put(f"{at}/share", {"attempt": asked.attempt, "share": share})
            elif self._shares.has_promised(asked, seat):
                self._shares.note_open(asked, seat)
                return False
            else:
                promise = self._shares.promise(asked, seat, commitment)
                self._put(f"{at}/promise", {"attempt": asked.attempt, "promise": promise})
                self._shares.note_held(asked, seat)
        except ProblemError as error:
            # It has moved on: it says itself where it stands.
            if error.status not in {HTTPStatus.CONFLICT, HTTPStatus.UNPROCESSABLE_ENTITY}:
                raise
        return True

    def _read(self, path: str) -> Mapping[str, Any]:
        return self._get(path, dict[str, Any])

    def _put(self, path: str, asked: object) -> None:
        self._transport.send("PUT", path, json=asked)

    def _get(self, path: str, shape: type[T], params: Mapping[str, object] | None = None) -> T:
        return _fit(self._transport.send("GET", path, params=params).content, shape)

    def _post(self, path: str, shape: type[T], asked: object, *, key: str | None = None) -> T:
        return _fit(self._transport.send("POST", path, json=asked, key=key).content, shape)


class _Matches(msgspec.Struct):
    results: list[MatchSummary]
    next: str | None = None


def _fit(content: bytes, shape: type[T]) -> T:
    fitting: T = decoded(content, shape)
    return fitting
