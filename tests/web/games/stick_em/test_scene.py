"""The table of Stick 'Em as its players see it."""

from games import registry
from tests.games.tables import Table, play
from tests.web.games.played import people
from web.games.core import Offers
from web.games.narration import by_seat
from web.games.registry import language
from web.games.stick_em.scene import StickEmTable, scene

TRICKS = 14


def after_each_trick() -> list[StickEmTable]:
    """Return what the first of three sees after each trick of one round."""
    rules = registry.current_rules("stick-em")
    match = play(Table(rules, 3, (("rounds", 1),)), 1)
    state, who, shown = match.table.new_state(), people(3, 0), []
    offers = Offers([], language("stick-em", rules.datasets[0]), who)
    for event in match.events:
        rules.evolve(state, event)
        if rules.event_type(event) in {"trick_taken", "trick_set_aside"}:
            table = scene(rules.view(state, 0), offers, who).table
            assert isinstance(table, StickEmTable)
            shown.append(table)
    return shown


def test_after_the_last_trick_no_other_one_is_announced_and_no_card_is_waited_for() -> None:
    tables = after_each_trick()

    assert [each.has_cards for each in tables] == [True] * (TRICKS - 1) + [False]
    assert [each.has_place for each in tables] == [True] * (TRICKS - 1) + [False]


def test_scores_below_zero_are_told_with_a_true_minus() -> None:
    assert by_seat([-24, 0, 3], people(3)) == "Heron \N{MINUS SIGN}24, Basil 0, Wren 3"
