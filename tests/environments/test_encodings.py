"""Every game told in numbers: fixed action ids, and tensors from the view alone."""

import hashlib
from random import Random

import msgspec
import pytest

from bots.chance import RandomChance
from environments import registry
from environments.core import Encoding, rewards
from environments.match import Match
from games import registry as games
from games.core import Outcome, UnknownGameError
from tests.samples import leading

ENCODINGS = tuple(registry.encodings().values())
every_encoding = pytest.mark.parametrize("encoding", ENCODINGS, ids=lambda each: each.rules_id)

ACTIONS = {
    "pickpocket@1": (37, "2dc009c14ef334c8"),
    "pickpocket@2": (37, "2dc009c14ef334c8"),
    "second-story@1": (80, "79fa3b3356020254"),
    "second-story@2": (80, "79fa3b3356020254"),
    "stick-em@1": (90, "05b23f15a6a4d8d0"),
    "sticky-fingers@1": (437, "c77ad6ccdd5e3ef6"),
}
"""How many actions there are, and a digest of their order."""


LARGE = 100
"""Numbers are about 1; those of a match that is played at random to no end are more."""


def played(encoding: Encoding, seats: int, seed: int, **options: object) -> Match:
    """Return a match of random actions at its end; each view on the way is told in numbers."""
    rng = Random(seed)
    chance = RandomChance(rng)
    chosen = encoding.rules.check_options(seats, options)
    match = Match(encoding, seats, chosen, keeps_history=True)
    size = encoding.size(seats, chosen)
    match.fold(match.opening(chance))
    while (seat := match.to_act) is not None:
        for each in range(seats):
            view = msgspec.json.decode(msgspec.json.encode(match.view(each)))
            numbers = encoding.numbers(view, seats)
            assert len(numbers) == size
            assert numbers == match.numbers(each)
            assert max(map(abs, numbers)) < LARGE
        match.fold(match.effects(rng.choice(match.legal_actions(seat)), chance))
    return match


def test_games_are_told_in_numbers_by_all_their_rules() -> None:
    told = {encoding.rules_id for encoding in ENCODINGS}
    learnt = {games.rules(each).game for each in told}

    assert learnt >= {"stick-em", "sticky-fingers", "second-story", "pickpocket"}
    assert told == {rules.id for rules in games.all_rules() if rules.game in learnt}
    assert registry.encoding("stick-em") is registry.encoding("stick-em@1")
    with pytest.raises(UnknownGameError, match="go"):
        registry.encoding("go")


@every_encoding
def test_the_ids_of_actions_never_change(encoding: Encoding) -> None:
    listed = msgspec.json.encode(list(encoding.moves))

    digest = hashlib.sha256(listed).hexdigest()[:16]

    assert (len(encoding.moves), digest) == ACTIONS[encoding.rules_id]
    assert len(set(encoding.moves)) == len(encoding.moves)


@every_encoding
@pytest.mark.parametrize("most", leading([False, True]), ids=["fewest seats", "most seats"])
def test_each_legal_move_has_an_id_and_each_view_has_as_many_numbers(
    encoding: Encoding, most: bool
) -> None:
    rules = encoding.rules
    match = played(encoding, rules.seats_max if most else rules.seats_min, 3)

    assert match.outcome is not None
    assert sum(rewards(match.outcome)) == pytest.approx(0)


@pytest.mark.long
@every_encoding
def test_so_it_is_under_every_choice_of_every_option(encoding: Encoding) -> None:
    for seats in range(encoding.rules.seats_min, encoding.rules.seats_max + 1):
        for option in encoding.rules.options:
            for choice in option.choices_at(seats):
                assert played(encoding, seats, seats, **{option.name: choice}).outcome


@every_encoding
def test_numbers_are_the_same_in_worlds_that_a_seat_cannot_tell_apart(encoding: Encoding) -> None:
    rng = Random(5)
    chance = RandomChance(rng)
    rules = encoding.rules
    seats = rules.seats_max
    match = Match(encoding, seats, rules.check_options(seats, {}))
    match.fold(match.opening(chance))
    for _ in range(20):
        seat = match.to_act
        assert seat is not None
        other = match.copy()
        other.state = rules.determinise(match.state, seat, chance)
        assert other.numbers(seat) == match.numbers(seat)
        assert other.legal_actions(seat) == match.legal_actions(seat)
        match.fold(match.effects(rng.choice(match.legal_actions(seat)), chance))


def test_a_reward_is_the_part_of_the_others_left_behind_less_the_part_ahead() -> None:
    assert rewards(Outcome((1, 2, 3), (9, 5, 1))) == [1.0, 0.0, -1.0]
    assert rewards(Outcome((1, 1, 3, 4), (9, 9, 5, 1))) == pytest.approx([2 / 3, 2 / 3, -1 / 3, -1])
    assert rewards(Outcome((1, 1), (4, 4))) == [0.0, 0.0]


def test_a_copy_of_a_match_goes_its_own_way() -> None:
    encoding = registry.encoding("pickpocket")
    chance = RandomChance(Random(2))
    match = Match(encoding, 2, encoding.rules.check_options(2, {}), keeps_history=True)
    match.fold(match.opening(chance))
    before = match.information(0)

    other = match.copy()
    seat = other.to_act
    assert seat is not None
    other.fold(other.effects(other.legal_actions(seat)[0], chance))

    assert match.information(0) == before
    assert other.information(0).startswith(before)
    assert len(other.information(0)) > len(before)
