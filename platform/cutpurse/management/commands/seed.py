"""`manage.py seed`: fills a database with what there is to see and try."""

import secrets
from io import StringIO
from pathlib import Path

from django.core.management import call_command
from django.core.management.base import BaseCommand

from accounts.models import Account
from accounts.services import register
from bots.registry import replacement_bot
from cutpurse import secret
from cutpurse.demo.seeded import seed_tournaments
from cutpurse.demo.seeded_ladder import seed_ladders
from cutpurse.embedded.addresses import var_folder
from deals.services import daily
from games import registry
from matches.house import house
from matches.models import Match
from matches.services import opening, seating
from matches.services.opening import Request

PLAYERS = ("Ada", "Ben", "Cleo", "Dan")
ORGANISER = "Olga"
"""Runs tournaments, and may use the admin's pages."""


class Command(BaseCommand):
    """Make demo accounts, matches, tournaments and ladders, and say how to log in."""

    help = (
        "Create demo accounts, matches, tournaments and ladders unless they exist. For test "
        "databases, never for production."
    )

    def handle(self, *_arguments: object, **_options: object) -> None:
        """Make what is missing."""
        password = seed_accounts(var_folder())
        seed_matches()
        daily.announce()
        organiser = Account.objects.get(username=ORGANISER)
        seed_tournaments(organiser)
        seed_ladders(organiser, PLAYERS)
        self.stdout.write(
            f"Demo accounts: {', '.join(PLAYERS)}, and {ORGANISER} for the admin's pages; "
            f"the password of each is {password}"
        )


def seed_accounts(var: Path) -> str:
    """Make the demo accounts that are missing; return the password that the clone gives them."""
    password, is_new = demo_password(var)
    for username in (*PLAYERS, ORGANISER):
        account = Account.objects.named(username).first()
        if account is None:
            account = register(username=username, password=password)
        elif is_new:
            account.set_password(password)
        account.is_staff = account.is_superuser = username == ORGANISER
        account.save()
    return password


def seed_matches() -> None:
    """Play matches of bots and open one for people, where no match has been played yet."""
    if Match.objects.exists():
        return
    for rules in registry.current_games():
        bots = f"{replacement_bot(rules.game).id},random"
        for seats in sorted({rules.seats_min, min(4, rules.seats_max)}):
            call_command("play", game=rules.game, players=seats, bots=bots, stdout=StringIO())
    opener = house()
    for number, rules in enumerate(registry.current_games()):
        wanted = Request(game=rules.game, seats=max(3, rules.seats_min), options={})
        key = secrets.token_urlsafe(16)
        match_id, _ = opening.open_match(player=opener, request=wanted, key=key, fingerprint=b"")
        seating.seat_bot(
            match_id=match_id,
            player=opener,
            bot=replacement_bot(rules.game).id,
            key=f"{key}-{number}",
            fingerprint=b"",
        )


def demo_password(var: Path) -> tuple[str, bool]:
    """Return the password of the demo accounts of this clone, and whether it was made just now."""
    file = var / "demo_password"
    is_new = not file.exists()
    return secret.kept(file, size=9), is_new
