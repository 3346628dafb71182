"""What holds for every registered format, whoever comes, goes or comes late."""

from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.options import Value
from tests.samples import leading
from tests.tournaments.stages import Played
from tournaments.formats import registry
from tournaments.formats.core import Format, InfeasibleError, Pairing, Sizes, Stage
from tournaments.record import Entrant, pairs

SIZES = {"tables of 3 or 4": Sizes(3, 4, 5), "duels": Sizes(2, 2, 2), "2 to 6": Sizes(2, 4, 6)}
ROUNDS = 4
SEARCHED = ("pods", "swiss")
"""Formats that search for tables whose players have not met, in any field."""

OF_PLAYERS = [each for each in registry.formats() if not each.of_teams]
"""Formats that pair players; teams that meet are of their own (test_team_boards)."""
every_format = pytest.mark.parametrize("format_", OF_PLAYERS, ids=lambda each: each.id)


def options_of(format_: Format) -> st.SearchStrategy[dict[str, Value]]:
    """Return any choice of a format's options."""
    return st.fixed_dictionaries(
        {},
        optional={
            each.name: st.sampled_from(each.choices)
            if each.low is None or each.high is None
            else st.sampled_from(each.choices) | st.integers(each.low, each.high)
            for each in format_.options
        },
    )


def played_with_drops(played: Played, rounds: int = ROUNDS) -> None:
    """Play some rounds while players drop, return, come late or do not come, and look at each."""
    for _ in range(rounds):
        stage = played.stage()
        if played.format.is_over(stage):
            break
        pairing = played.pair()
        assert_everybody_is_placed_once(played, pairing)
        assert_byes_are_fair(stage, played.format, pairing)
        assert_repeats_are_few(stage, played.format, pairing)
        assert played.format.pair(stage) == pairing, "the same stage and seed, the same round"
        played.play(pairing)
        no_show(played)
        come_and_go(played)


def assert_everybody_is_placed_once(played: Played, pairing: Pairing) -> None:
    placed = [each for table in pairing.tables for each in table] + list(pairing.byes)
    assert sorted(placed) == sorted(played.format.participants(played.stage()))
    for table in pairing.tables:
        assert played.sizes.least <= len(table) <= played.sizes.most
    assert len(pairing.reasons) == len(pairing.tables)


def assert_byes_are_fair(stage: Stage, format_: Format, pairing: Pairing) -> None:
    """Nobody has a second bye while somebody sits at a table who has had none.

    Where rounds follow a plan that holds among the players of a group, until somebody leaves.
    """
    off = any(not table.counts for round_ in stage.record.rounds for table in round_.tables)
    if format_.has_schedule and (off or set(stage.active) != set(stage.seeds)):
        return
    before = stage.record.byes
    seated = {each for table in pairing.tables for each in table}
    for group in map(set, format_.groups(stage) or [stage.seeds]):
        most = max((before.get(each, 0) for each in group & set(pairing.byes)), default=0)
        assert most <= min((before.get(each, 0) for each in group & seated), default=most)


def assert_repeats_are_few(stage: Stage, format_: Format, pairing: Pairing) -> None:
    """Every reason counts its repeats, and a search finds tables without, where there is room."""
    for table, reason in zip(pairing.tables, pairing.reasons, strict=True):
        assert reason.repeats == repeats(stage, [table])
    playing = sum(map(len, pairing.tables))
    # While everybody has met less than half of an even field, duels without repeats are there.
    has_room = playing >= (2 * stage.number if format_.id == "swiss" and is_duels(pairing) else 40)
    if format_.id in SEARCHED and has_room and stage.number <= ROUNDS:
        assert repeats(stage, pairing.tables) == 0


def is_duels(pairing: Pairing) -> bool:
    return {len(table) for table in pairing.tables} == {2}


def repeats(stage: Stage, tables: Iterable[Sequence[Entrant]]) -> int:
    return sum(stage.met(*pair) for table in tables for pair in pairs(table))


@every_format
@settings(max_examples=4, deadline=None)
@given(
    data=st.data(),
    entrants=st.one_of(st.integers(2, 16), st.integers(17, 60)),
    kind=st.sampled_from(sorted(SIZES)),
    seed=st.integers(0, 2**32),
)
def test_every_entrant_is_once_at_a_table_of_a_fair_size_or_has_a_bye_whatever_happens(
    format_: Format, data: st.DataObject, entrants: int, kind: str, seed: int
) -> None:
    options = data.draw(options_of(format_))
    with suppress(InfeasibleError):
        played_with_drops(Played(format_, entrants, SIZES[kind], seed, **options))


@every_format
def test_the_same_holds_for_two_hundred(format_: Format) -> None:
    played_with_drops(of_two_hundred(format_), rounds=2)


def of_two_hundred(format_: Format) -> Played:
    """Return the format with that many, at tables if it has any but duels; or with all it takes."""
    with suppress(InfeasibleError):
        return Played(format_, 200, Sizes(3, 4, 5), seed=1)
    return Played(format_, at_most(format_, 200, Sizes(2, 2, 2)), Sizes(2, 2, 2), seed=1)


def at_most(format_: Format, entrants: int, sizes: Sizes) -> int:
    """Return the largest number up to entrants that a format can begin with."""
    options = format_.check_options({})
    for number in range(entrants, 1, -1):
        with suppress(InfeasibleError):
            format_.check(number, sizes, options)
            return number
    message = f"{format_.id} takes no field of 2 to {entrants}"
    raise AssertionError(message)


@every_format
def test_a_format_refuses_a_single_entrant_and_says_what_is_possible(format_: Format) -> None:
    with pytest.raises(InfeasibleError) as refusal:
        Played(format_, 1, Sizes(2, 4, 6))

    assert refusal.value.possible


def come_and_go(played: Played) -> None:
    """Let somebody drop, perhaps return, and somebody come late."""
    fate = played.rng.random()
    if fate < 0.4 and played.active:
        played.gone.add(played.rng.choice(played.active))
    elif fate < 0.5 and played.gone:
        played.gone.pop()
    elif fate < 0.7 and played.format.allows_late_entry:
        played.seeds.append(max(played.seeds) + 1)


def no_show(played: Played) -> None:
    """Let somebody of the last round not have come: the table is called off, and he is gone.

    In a bracket the table counts, since somebody has to go on.
    """
    last = played.rounds[-1]
    if played.rng.random() < 0.5 or not last.tables:
        return
    table = played.rng.choice(last.tables)
    played.gone.add(played.rng.choice(table.seats))
    if not played.format.eliminates:
        off = table._replace(counts=False, places=None, scores=None, points=None)
        tables = tuple(off if each == table else each for each in last.tables)
        played.rounds[-1] = last._replace(tables=tables, byes=(*last.byes, *table.seats))


@every_format
@pytest.mark.parametrize("entrants", leading([9, 5, 12]))
def test_a_format_comes_to_its_end_and_ranks_everybody(format_: Format, entrants: int) -> None:
    sizes = Sizes(2, 4, 6)
    played = Played(format_, at_most(format_, entrants, sizes), sizes).play_out()

    assert sorted(played.stage().standings) == played.seeds
    assert sorted(format_.qualifiers(played.stage(), played.stage().standings)) == played.seeds


@every_format
@pytest.mark.parametrize("entrants", leading([7, 13]))
def test_nobody_has_a_second_bye_before_all_in_the_running_had_one(
    format_: Format, entrants: int
) -> None:
    with suppress(InfeasibleError):
        played = Played(format_, entrants, Sizes(2, 2, 2)).play_out()
        assert_byes_go_round(played)


def assert_byes_go_round(played: Played) -> None:
    counts = Counter(each for pairing in played.pairings for each in pairing.byes)
    for round_ in played.rounds:
        before = Counter(
            each for earlier in played.rounds[: round_.number - 1] for each in earlier.byes
        )
        alive = {each for table in round_.tables for each in table.seats} | set(round_.byes)
        for entrant in round_.byes:
            assert before[entrant] <= min(before[each] for each in alive), counts


@every_format
def test_a_format_says_what_it_is_and_refuses_options_it_does_not_have(format_: Format) -> None:
    assert format_.title
    assert format_.about.endswith(".")
    with pytest.raises(InfeasibleError, match="not an option"):
        format_.check_options({"colour": "red"})


def test_an_id_serves_one_format() -> None:
    assert len({each.id for each in registry.formats()}) == len(registry.FORMATS)
    with pytest.raises(KeyError):
        registry.find("nonsense")
    with pytest.raises(TypeError, match="no Format"):
        registry.load("builtins:dict")
