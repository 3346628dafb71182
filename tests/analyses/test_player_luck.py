"""The luck of a player over many matches: its mean by game, told from twenty on, and to whom."""

from statistics import fmean, stdev
from uuid import UUID

import msgspec
import pytest

from accounts.models import Account
from analyses.answers import Luck
from analyses.models import Analysis
from analyses.player_luck import LATEST, LEAST, margin_of
from matches.actors import Player
from matches.models import Match
from tests.analyses.finished import analyse, finished
from tests.callers import Caller, new_player
from tests.matches import tables
from tests.operations import with_scopes

pytestmark = pytest.mark.django_db


def luck_of(player: Player, caller: Caller | None = None) -> list[dict[str, object]]:
    answer = (caller or Caller()).get(f"/players/{player.username}/luck")
    assert answer.status == 200
    assert (answer.body["version"], answer.body["unit"], answer.body["least"]) == (
        "luck/2",
        "places",
        LEAST,
    )
    games: list[dict[str, object]] = answer.body["games"]
    return games


def played(players: list[Player], matches: int) -> list[UUID]:
    """Return that many matches of Pickpocket that are analysed; seats go round."""
    ids = []
    for seed in range(matches):
        seats = players[seed % 2 :] + players[: seed % 2]
        ids.append(finished("pickpocket", seats, seed)[0])
    analyse()
    return ids


@pytest.mark.parametrize(
    ("freedom", "quantile"), [(19, 2.0930), (29, 2.0452), (99, 1.9842), (499, 1.9647)]
)
def test_the_interval_is_that_of_students_t(freedom: int, quantile: float) -> None:
    values = [1.0, -1.0] * 250
    few = values[: freedom + 1]

    assert margin_of(few) / (stdev(few) / len(few) ** 0.5) == pytest.approx(quantile, abs=1e-4)


def test_the_mean_is_told_from_twenty_matches_on() -> None:
    players = list(tables.people(2))
    ids = played(players, LEAST - 1)
    assert luck_of(players[0]) == []

    ids += played(players, 1)
    (mine,) = luck_of(players[0])
    (theirs,) = luck_of(players[1])

    worths = []
    for at, match in enumerate(ids):
        body = Analysis.objects.get(match=match, kind="luck").body
        seat = 0 if at == LEAST - 1 else at % 2
        worths.append(msgspec.json.decode(body, type=Luck).seats[seat].luck)
    assert (mine["game"], mine["matches"]) == ("pickpocket", LEAST)
    assert mine["mean"] == pytest.approx(fmean(worths), abs=1e-4)
    assert mine["high"] == pytest.approx(fmean(worths) + margin_of(worths), abs=1e-4)
    assert mine["low"] == pytest.approx(fmean(worths) - margin_of(worths), abs=1e-4)
    # At tables of two the draws take from one what they give to the other.
    assert theirs["mean"] == pytest.approx(-fmean(worths), abs=1e-4)
    _a_private_match_counts_for_its_player_alone(players[0], ids[0])


def _a_private_match_counts_for_its_player_alone(player: Player, match: UUID) -> None:
    Match.objects.filter(id=match).update(visibility="private")

    assert luck_of(player) == []
    assert luck_of(player, new_player()) == []
    me = with_scopes("read", account=Account.objects.get(pk=player.account))
    (mine,) = luck_of(player, me)
    assert mine["matches"] == LEAST

    Match.objects.filter(id=match).update(withheld=True)
    assert luck_of(player, me) == []


def test_nobody_of_that_name_has_any() -> None:
    answer = Caller().get("/players/nobody-here/luck")

    assert (answer.status, answer.body["code"]) == (404, "not_found")


def test_a_player_without_matches_has_none() -> None:
    (player,) = tables.people(1)

    assert luck_of(player) == []
    assert LATEST > LEAST
