"""What the pictures show: demo data, and a table of each game some moves into its match."""

import time
from collections.abc import Mapping
from random import Random
from typing import NamedTuple
from uuid import UUID

from django.core.management import call_command
from django.test import Client

from accounts.models import Account
from cutpurse.demo.seeded import CUP
from cutpurse.demo.seeded_ladder import SLUG
from cutpurse.management.commands.seed import ORGANISER
from games import registry
from matches.actors import Player
from matches.models import Match
from matches.services.turns import play_bots
from matches.state import Status
from tests.matches import tables
from tests.tournaments.events import Event
from tournaments.models import Tournament
from tournaments.services.entry import Newcomer
from tournaments.unit_of_work import Principal

SEEN_BY = "Ada"
PODS = {"format": "pods", "options": {"rounds": 3}}
KNOCKOUT = {"format": "knockout"}
ENTRANTS = ("Ada", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gus", "Hana", "Ida", "Jo", "Kai", "Lea")
BACKEND = "django.contrib.auth.backends.ModelBackend"
SEATS = 4
MOVES = 6
"""Of the player's own, at each table: so many that something lies there."""
PATIENCE_S = 300.0


class Scene(NamedTuple):
    """What a picture shows."""

    path: str
    session: str
    """Of who looks."""
    ready: str = "main"
    """What is to be seen before the picture is taken."""


def staged() -> dict[str, Scene]:
    """Fill the database, and return the scene of each picture."""
    call_command("seed")
    await_the_cup()
    ada, olga = session(SEEN_BY), session(ORGANISER)
    ended = Match.objects.filter(status=Status.FINISHED.value, game="sticky-fingers").first()
    assert ended is not None
    paths = {rules.game: f"/matches/{table(rules.game)}" for rules in registry.current_games()}
    return {
        "home": Scene("/", ada),
        **{game: Scene(path, ada) for game, path in paths.items()},
        "replay": Scene(f"/matches/{ended.id}/replay?at=40", ada),
        "ladder": Scene(f"/ladders/{SLUG}", ada),
        "player": Scene(f"/ladders/{SLUG}/players/{SEEN_BY}", ada),
        "tournament": Scene(f"/tournaments/{CUP.slug}/standings", ada),
        "bracket": Scene(f"/tournaments/{cup(KNOCKOUT).slug}/bracket", ada),
        "organise": Scene(f"/organise/{cup(PODS).slug}/rounds/2", olga),
        # Only a part that the address names is unfolded.
        "api": Scene("/api/docs#/matches", ada, ready=".opblock"),
        "admin": Scene(f"/admin/matches/match/{ended.id}/change/", olga, ready="body"),
    }


def cup(stage: Mapping[str, object]) -> Event:
    """Return a tournament whose second round has been drawn and can still be changed."""
    who = Principal(Account.objects.get(username=ORGANISER).pk, ORGANISER)
    event = Event(who, name="Friday night", play="reported", stages=[stage])
    event.enter(*map(Newcomer, ENTRANTS))
    event.start().play_round()
    event.pair(publish=False)
    return event


def session(username: str) -> str:
    """Return a session in which an account is signed in."""
    browser = Client()
    browser.force_login(Account.objects.get(username=username), backend=BACKEND)
    return browser.cookies["session"].value


def await_the_cup() -> None:
    """Wait until the worker has played the bots' tournament to its end."""
    give_up = time.monotonic() + PATIENCE_S
    while Tournament.objects.get(slug=CUP.slug).status != "finished":
        if time.monotonic() > give_up:
            message = f"{CUP.slug} has not ended within {PATIENCE_S:.0f} s"
            raise TimeoutError(message)
        time.sleep(1)


def table(game: str) -> UUID:
    """Return a match against bots in which the player has made some moves and is to move."""
    account = Account.objects.get(username=SEEN_BY)
    player = Player(account.pk, account.username)
    rng = Random(game)
    bots = ["greedy"] * (min(SEATS, registry.current_rules(game).seats_max) - 1)
    match_id = tables.begun([player], bots, game=game)
    made = 0
    while (row := Match.objects.get(id=match_id)).status == Status.LIVE:
        if 0 not in row.to_act:
            play_bots(match_id, row.version)
        elif made == MOVES:
            break
        elif tables.next_move(match_id, [player], rng) is not None:
            made += 1
    return match_id
