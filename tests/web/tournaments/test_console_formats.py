"""The console of leagues, of arenas, and of ties that a judge decides."""

import pytest

from tests.web.tournaments.consoles import Console
from tournaments.models import Tournament
from tournaments.services import lifecycle, results, rounds

pytestmark = pytest.mark.django_db

DUELS = {"game": "pickpocket", "table": {"min": 2, "target": 2, "max": 2}}


@pytest.mark.more
def test_a_league_opens_several_rounds_and_is_followed_by_the_next_season() -> None:
    league = {"format": "league", "options": {"size": 4, "move": 1, "at_once": 2}}
    console = Console(4, **DUELS, stages=[league])
    console.event.start()
    console.event.do(rounds.pair)
    console.event.do(rounds.publish, number=1)

    assert "draft of round 2" in console.look(), "one more may be open"
    for number in (2, 3):
        console.event.do(rounds.pair)
        console.event.do(rounds.publish, number=number)
        console.event.do(
            results.report,
            table_id=console.event.state.rounds[number - 2].tables[0].id,
            places=[1, 2],
            scores=None,
        )
        table = console.event.state.rounds[number - 2].tables[1]
        console.event.do(results.report, table_id=table.id, places=[1, 2], scores=None)
        assert f"All tables of round {number - 1} are finished." in console.look()
        console.done("close", number=number - 1)
    for table in console.event.round.tables:
        console.event.do(results.report, table_id=table.id, places=[1, 2], scores=None)
    console.done("close", number=3)
    console.event.do(lifecycle.finish)

    assert "Create next season" in console.look()
    slug = f"{console.event.slug}-2"
    said = {"name": "Spring", "slug": slug}
    assert "you can find it among your tournaments" in console.done("next-season", **said)
    assert Tournament.objects.get(slug=slug).entrants_count == 4
    assert "Create next season" not in console.look()


def test_a_tie_that_a_judge_decides_is_what_comes_next() -> None:
    knockout = {"format": "knockout", "options": {"advance": 1, "ties": "judge"}}
    console = Console(4, **DUELS, stages=[knockout])
    console.event.start()
    console.event.do(rounds.pair)
    console.event.do(rounds.publish, number=1)
    level, clear = console.event.round.tables
    for table, places in ((level, [1, 1]), (clear, [1, 2])):
        console.event.do(results.report, table_id=table.id, places=places, scores=None)
    first, second = level.seats

    assert "A judge must decide." in console.look()
    assert "Break the tie" in console.look("/do/decide-tie", table_id=level.id)
    said = {"table_id": level.id, f"place_{first}": 2}
    assert console.do("decide-tie", **said, **{f"place_{second}": 2}).status_code == 400
    console.done("decide-tie", **said, **{f"place_{second}": 1})

    assert "All tables of round 1 are finished." in console.look()
    console.done("close", number=1)
    console.done("pair")
    assert second in console.event.round.tables[0].seats


def test_an_arena_runs_by_itself_and_lets_players_rest() -> None:
    arena = {"format": "arena", "options": {"minutes": 20}}
    console = Console(4, table={"min": 3, "target": 3, "max": 4}, stages=[arena])
    console.event.start()

    assert "Tables open automatically" in console.look()
    assert "Give a break" in console.look("/entrants/4")
    console.done("rest", entrant=4)

    assert console.event.state.entrants[4].resting
    assert "End the break" in console.look("/entrants/4")
