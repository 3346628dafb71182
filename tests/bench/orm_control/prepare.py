"""Make the control's tables and its matches, in a process of their own; prints them for the load.

    python -m tests.bench.orm_control.prepare GAME LANES MATCHES

Every lane has players of its own, who sit at every match of the lane.
"""

import os
import pickle
import sys
from random import Random
from typing import Any
from uuid import UUID

import django
import msgspec
from django.core.management import call_command

from games import registry
from games.core import AnyRules
from tests.bench.randomness import seats_of
from tests.bench.rest.deals import chance_of
from tests.bench.rest.plays import Table

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.bench.orm_control.settings")


def main(game: str, lanes: int, matches: int) -> list[list[Table]]:
    """Return the matches of every lane."""
    django.setup()
    call_command("migrate", run_syncdb=True, verbosity=0)
    rules = registry.current_rules(game)
    return [_lane(rules, number, matches) for number in range(lanes)]


def _lane(rules: AnyRules, number: int, matches: int) -> list[Table]:
    from django.contrib.auth.models import User  # noqa: PLC0415 - Django is set up by now.
    from rest_framework.authtoken.models import Token  # noqa: PLC0415

    users = [
        User.objects.create(username=f"player-{number}-{seat}", password="!")
        for seat in range(seats_of(rules))
    ]
    tokens = [Token.objects.create(user=user).key for user in users]
    random = Random(number)
    return [_match(rules, users, tokens, random) for _ in range(matches)]


def _match(rules: AnyRules, users: list[Any], tokens: list[str], random: Random) -> Table:
    from tests.bench.orm_control.models import Match, Seat  # noqa: PLC0415

    match_id = UUID(int=random.getrandbits(128), version=4)
    seed = random.randbytes(32)
    client_seeds = {seat: f"seed-{seat}" for seat in range(len(users))}
    options = rules.check_options(len(users), {})
    state = rules.new_state(len(users), options)
    opening = rules.opening_events(state, chance_of(seed, str(match_id), client_seeds))
    for event in opening:
        rules.evolve(state, event)
    match = Match.objects.create(
        id=match_id,
        rules=rules.id,
        seed=seed,
        client_seeds=client_seeds,
        version=len(opening),
        to_act=list(rules.to_act(state)),
        state=pickle.dumps(state),
    )
    Seat.objects.bulk_create(
        Seat(match=match, seat=seat, player=user) for seat, user in enumerate(users)
    )
    return Table(
        path=f"/matches/{match_id}/moves",
        match_id=str(match_id),
        rules=rules.id,
        options=options,
        version=0,
        seed=seed,
        client_seeds=client_seeds,
        authorizations=[f"Token {token}" for token in tokens],
    )


if __name__ == "__main__":
    made = main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
    sys.stdout.buffer.write(msgspec.json.encode(made))
