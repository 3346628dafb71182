"""What a round of Sticky Fingers came to, by place of action."""

from tests.web.games.played import ending, matches, people, segments
from web.games.endings import Ending, standings
from web.games.registry import ends_of
from web.games.sheets import Segment
from web.games.sticky_fingers.ends import Gain, gains, made_of, sheet, way

DATASET = "sticky-fingers/recon-1"


def round_of_the_rulebook() -> Segment:
    """Return the money of the rulebook's round: Hans, Yoshiko and Tommaso (SF-V5, V9, V10)."""
    told = [
        ("round_began", {"round": 1, "starter": 0}),
        ("place_opened", {"place": "villa"}),
        ("chest_cashed", {"seat": 0, "loot": "MON1", "value": 2}),
        ("place_opened", {"place": "harbor"}),
        ("loot_sold", {"seat": 0, "fence": "FA4", "loot": ["COI1"], "points": 2}),
        ("loot_sold", {"seat": 2, "fence": "FB1", "loot": ["PAI3"], "points": 5}),
        ("round_ended", {"round": 1, "money": [4, 0, 5]}),
    ]
    events = [{"type": kind, "data": data} for kind, data in told]
    return Segment(DATASET, 3, events, [], {"phase": "place"}, is_last=False)


def test_the_rulebooks_round_is_told_by_place() -> None:
    segment = round_of_the_rulebook()

    assert list(gains(segment.events)) == [
        Gain(0, "villa", 2, ("MON1",)),
        Gain(0, "harbor", 2, ("COI1",)),
        Gain(2, "harbor", 5, ("PAI3",)),
    ]
    shown = sheet(segment, people(3, 0))
    assert shown.words == "Wren takes the lead; you are second, one point behind."
    assert [row.name for row in shown.rows] == ["Wren", "Heron", "Basil"]
    assert shown.rows[0].cells[0].words == "painting 3 + 2"
    assert shown.rows[1].cells[0].words == "money 2; coins 2"


def test_what_the_places_brought_sums_to_the_money_of_every_round() -> None:
    paid = 0
    for match in matches("sticky-fingers", seeds=2):
        before = [0] * match.table.seats
        for segment in segments(match):
            money = segment.events[-1]["data"]["money"]
            found = list(gains(segment.events))
            for seat in range(match.table.seats):
                brought = sum(gain.points for gain in found if gain.seat == seat)
                assert before[seat] + brought == money[seat]
            paid += len(found)
            before = money
            assert len(sheet(segment, people(match.table.seats)).rows) == match.table.seats
        assert [line[-1] for line in way(ending(match))] == before
    assert paid


def test_equal_money_shares_and_unsold_loot_counts_nothing() -> None:
    segment = round_of_the_rulebook()
    view = {"money": [4, 0, 4], "held": [[], [{}, {}], []]}
    end = Ending(DATASET, 3, segment.events, view, (1, 3, 1), (4, 0, 4))

    rows = standings(end, people(3), ends_of("sticky-fingers"))

    assert [row.why for row in rows] == ["equal at 4", "equal at 4", "four points behind Wren"]
    assert made_of(end, 0) == "chests 2, sales 2"
    assert made_of(end, 1) == "chests 0, sales 0; 2 cards unsold"
