"""Every registered game keeps the contract, with every number of seats and every option.

All checks run over every choice. `make test-long` tries every choice together with every other one,
and the most telling checks over every combination that is left; `python -m tests.conformance` runs
all checks over everything.
"""

import pytest

from games import registry
from games.core import AnyRules, OptionsError
from tests.games import contract
from tests.games.contract import hiding, playing
from tests.games.tables import Table, every_table, play, played, tables, telling

pytestmark = pytest.mark.slow

every_game = pytest.mark.parametrize("rules", registry.all_rules(), ids=lambda rules: rules.id)
TELLING = [table for rules in registry.all_rules() for table in telling(rules)]
TABLES = [*TELLING, *(table for rules in registry.all_rules() for table in tables(rules))]
OTHERS = [
    table for rules in registry.all_rules() for table in every_table(rules) if table not in TABLES
]
each_table = pytest.mark.parametrize(
    "table",
    [
        pytest.param(table, id=str(table), marks=[pytest.mark.long] * (table not in TELLING))
        for table in dict.fromkeys(TABLES)
    ],
)
each_other_table = pytest.mark.parametrize("table", OTHERS, ids=str)


@each_table
def test_a_game_keeps_the_contract(table: Table) -> None:
    for check in contract.CHECKS:
        check(played(table))


@pytest.mark.long
@each_other_table
def test_a_game_with_other_options_ends_names_its_decisions_and_hides(table: Table) -> None:
    match = play(table, seed=1)

    playing.ends_with_placings(match)
    playing.names_the_decisions(match)
    hiding.hides_what_a_seat_cannot_see(match)


@every_game
def test_every_kind_of_event_has_a_fold(rules: AnyRules) -> None:
    assert set(rules.folds) == set(rules.event_types.values())


@every_game
def test_the_rules_id_names_the_game_and_its_version(rules: AnyRules) -> None:
    game, _, version = rules.id.partition("@")

    assert game == rules.game
    assert int(version) >= 1
    assert rules.title
    assert rules.datasets


@every_game
def test_every_option_is_given_and_checked(rules: AnyRules) -> None:
    for seats in range(rules.seats_min, rules.seats_max + 1):
        checked = rules.check_options(seats, {})

        assert checked == {option.name: option.choices_at(seats)[0] for option in rules.options}
        assert rules.check_options(seats, checked, rules.datasets[0]) == checked


@every_game
def test_a_set_up_is_refused_with_every_field_that_is_wrong(rules: AnyRules) -> None:
    given: dict[str, object] = {option.name: "nonsense" for option in rules.options}

    with pytest.raises(OptionsError) as refused:
        rules.check_options(rules.seats_max + 1, {**given, "surprise": True}, "no/such")

    assert {field for field, _ in refused.value.errors} == {"seats", "dataset", "surprise", *given}
