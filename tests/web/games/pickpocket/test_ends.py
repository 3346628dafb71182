"""What a night of Pickpocket came to, and what decided a match."""

from typing import Any

from games.core import ALL
from games.pickpocket.tiles import ILLUSION, POWERS
from tests.web.games.played import ending, matches, people, segments
from web.games.endings import Ending, standings
from web.games.pickpocket.ends import Exit, came, exits, made_of, scores_then, sheet, way
from web.games.registry import ends_of
from web.games.sheets import Segment


def night(*events: tuple[str, dict[str, Any]], scores: list[int]) -> Segment:
    """Return a night of so many seats in which this happened."""
    told = [
        {"type": "night_began", "data": {"night": 3, "starter": 0, "prince": 0}},
        *({"type": kind, "data": data} for kind, data in events),
        {"type": "night_ended", "data": {"reason": "double"}},
    ]
    view = {"scores": scores, "phase": "turn"}
    return Segment("pickpocket/recon-1", len(scores), told, [], view, is_last=False)


def left(
    seat: int, *, elements: int, guards: int = 0, bonus: int = 0, doubled: bool = False
) -> Any:
    """Return a leaving as the engine tells it."""
    points = elements * (2 if doubled else 1) + guards + bonus
    data = {"seat": seat, "elements": elements, "doubled": doubled, "guards": guards}
    return "thief_left", {**data, "bonus": bonus, "points": points}


def test_a_double_is_twice_the_elements_and_the_guard_once_as_in_the_rulebooks_figure() -> None:
    segment = night(left(1, elements=6, guards=3, doubled=True), scores=[0, 15, 0])

    heron, basil, _wren = exits(segment)

    assert basil == Exit(1, "doubled", 6, 2, 3, (), 15)
    assert heron == Exit(0, "guards")
    row = sheet(segment, people(3)).rows[0]
    assert [cell.words for cell in row.cells][1:] == [
        "6 \N{MULTIPLICATION SIGN} 2",
        "+3",
        "\N{EN DASH}",
        "+15",
        "15",
    ]


def test_each_power_is_named_with_what_it_added() -> None:
    segment = night(
        ("power_chosen", {"seat": 1, "power": "illusion"}),
        ("power_chosen", {"seat": 0, "power": "bruce"}),
        ("power_chosen", {"seat": 1, "power": "accomplice"}),
        left(1, elements=5, guards=4, bonus=4 + 3),
        left(0, elements=0, bonus=2),
        scores=[2, 16],
    )

    heron, basil = exits(segment)

    assert basil.powers == (("accomplice", 4), ("illusion", 3))
    assert heron.powers == (("bruce", 2),)


def test_the_passage_pays_the_loot_and_both_guards() -> None:
    guards = [
        ("guard_appeared", {"seat": 0, "value": value, "tonight": at, "total": at})
        for at, value in enumerate((2, 4), start=1)
    ]
    segment = night(*guards, ("passage_used", {"seat": 1, "points": 13}), scores=[0, 13])

    assert exits(segment)[1] == Exit(1, "passage", 7, 1, 6, (), 13)


def test_the_parts_of_every_leaving_sum_to_what_the_engine_scored() -> None:
    seen: set[str] = set()
    for given in ({"powers": True}, {"powers": False}, {"powers": True, "passage": "dutch"}):
        for match in matches("pickpocket", seeds=3, **given):
            lines = way(ending(match))
            for number, segment in enumerate(segments(match), start=1):
                for each in exits(segment):
                    by_powers = sum(points for _power, points in each.powers)
                    sums_to = each.elements * each.factor + each.guards + by_powers
                    assert sums_to == each.points
                    seen.add(each.how)
                    seen.update(name for name, _points in each.powers)
                assert scores_then(segment) == [line[number] for line in lines]
                assert len(sheet(segment, people(match.table.seats)).rows) == match.table.seats
    assert {"left", "doubled", "caught", "lost", "guards"} <= seen
    assert {"bruce", POWERS.names[ILLUSION]} <= seen


def test_equal_scores_are_told_apart_by_fewer_tiles_in_hand() -> None:
    view = {"scores": [41, 41, 30], "hand_sizes": [3, 2, 0], "hand_values": [5, 5, 0]}
    end = Ending("", 3, [], {**view, "phase": "over"}, (2, 1, 3), (41, 41, 30))

    rows = standings(end, people(3), ends_of("pickpocket"))

    assert rows[0].why == "equal at 41; 2 tiles in hand against 3 of Heron"
    assert rows[2].why == "eleven points behind Heron"
    assert made_of(end, 1) == "36 by night and 5 in hand"
    same = Ending("", 2, [], {**view, "hand_sizes": [2, 2], "phase": "over"}, (1, 1), (41, 41))
    assert came(same, people(2), 0, 1) == "equal at 41, and as many tiles in hand"


def test_the_way_ends_at_the_scores_with_the_hands() -> None:
    for match in matches("pickpocket"):
        end = ending(match)
        assert [line[-1] for line in way(end)] == list(end.scores)
        assert match.rules.view(match.end, ALL)["hand_values"] is not None
