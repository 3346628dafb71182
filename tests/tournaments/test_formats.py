"""What holds for every registered format, whoever comes, goes or comes late."""

from collections import Counter
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.stages import Played
from tournaments.formats import registry
from tournaments.formats.core import Format, InfeasibleError, Pairing, Sizes

SIZES = {"tables of 3 or 4": Sizes(3, 4, 5), "duels": Sizes(2, 2, 2), "2 to 6": Sizes(2, 4, 6)}

every_format = pytest.mark.parametrize("format_", registry.formats(), ids=lambda each: each.id)


def assert_everybody_is_placed_once(played: Played, pairing: Pairing) -> None:
    placed = [each for table in pairing.tables for each in table] + list(pairing.byes)
    assert sorted(placed) == sorted(played.format.alive(played.stage()))
    for table in pairing.tables:
        assert played.sizes.least <= len(table) <= played.sizes.most
    assert len(pairing.reasons) == len(pairing.tables)


@every_format
@settings(max_examples=12, deadline=None)
@given(
    entrants=st.one_of(st.integers(2, 24), st.integers(25, 200)),
    kind=st.sampled_from(sorted(SIZES)),
    seed=st.integers(0, 2**32),
)
def test_every_entrant_is_once_at_a_table_of_a_fair_size_or_has_a_bye_whatever_happens(
    format_: Format, entrants: int, kind: str, seed: int
) -> None:
    with suppress(InfeasibleError):
        played = Played(format_, entrants, SIZES[kind], seed)
        for _ in range(4):
            if format_.is_over(played.stage()):
                break
            pairing = played.pair()
            assert_everybody_is_placed_once(played, pairing)
            assert played.pair() == pairing, "the same stage and seed must give the same round"
            played.play(pairing)
            come_and_go(played)


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
    elif fate < 0.7:
        played.seeds.append(max(played.seeds) + 1)


@every_format
@pytest.mark.parametrize("entrants", [5, 9, 12])
def test_a_format_comes_to_its_end_and_ranks_everybody(format_: Format, entrants: int) -> None:
    played = Played(format_, entrants, Sizes(2, 4, 6)).play_out()

    assert sorted(played.stage().standings) == played.seeds
    assert sorted(format_.qualifiers(played.stage(), played.stage().standings)) == played.seeds


@every_format
@pytest.mark.parametrize("entrants", [7, 11, 13])
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
    with pytest.raises(InfeasibleError, match="no option"):
        format_.check_options({"colour": "red"})


def test_an_id_serves_one_format() -> None:
    assert len({each.id for each in registry.formats()}) == len(registry.FORMATS)
    with pytest.raises(KeyError):
        registry.find("nonsense")
    with pytest.raises(TypeError, match="no Format"):
        registry.load("builtins:dict")
