"""Checks of playing: a match ends, replays, and takes the legal moves and no others."""

import random
from collections import deque
from collections.abc import Iterator
from typing import Any

import pytest

from games.core import ALL, IllegalMoveError, NotYourTurnError, placings, replay
from tests.games.contract.shared import canonical, chance, differing
from tests.games.material import material_of
from tests.games.tables import Match, any_legal_move, play


def ends_with_placings(match: Match) -> None:
    """Check that somebody has to act until the end, and the outcome after it."""
    rules, seats = match.rules, match.table.seats
    for _, state in match.states[:-1]:
        assert rules.outcome(state) is None
        assert rules.to_act(state)
    assert rules.to_act(match.end) == ()
    outcome = rules.outcome(match.end)
    assert outcome is not None
    assert len(outcome.scores) == len(rules.rank_keys(match.end)) == seats
    assert outcome.placings == placings(rules.rank_keys(match.end))
    assert outcome.scores == rules.current_scores(match.end)


def replays_to_the_same_views(match: Match) -> None:
    """Check that every prefix of the stored bodies folds to the state that was played."""
    rules, state = match.rules, match.table.new_state()
    played = dict(match.states)
    for count, event in enumerate(match.events, start=1):
        body = rules.encode_body(event)
        rules.evolve(state, rules.decode_event(rules.event_type(event), body))
        if count in played:
            assert canonical(rules.view(state, ALL)) == canonical(rules.view(played[count], ALL))
        else:
            kind = rules.event_type(event)
            early = f"more of the decision follows after {kind}, so nobody is to act yet"
            assert rules.to_act(state) == (), early
            assert not any(rules.legal_moves(state, seat) for seat in range(match.table.seats))


def folds_as_its_table_says(match: Match) -> None:
    """Check that `evolve` is the folds of the table, where a game has written some of it out."""
    rules, state = match.rules, match.table.new_state()
    ends = dict(match.states)
    for count, event in enumerate(match.events, start=1):
        rules.folds[type(event)](state, event)
        if count in ends:
            assert canonical(rules.view(state, ALL)) == canonical(rules.view(ends[count], ALL))
            assert rules.to_act(state) == rules.to_act(ends[count])


def plays_again_alike(match: Match) -> None:
    """Check that equal chance and equal choices play an equal match."""
    again = play(match.table, seed=1)

    assert again.events == match.events


def decides_exactly_the_legal_moves(match: Match) -> None:
    """Check that decide takes what is legal, refuses all else, and changes nothing."""
    rules = match.rules
    known = material_of(rules.game)
    for _, state in match.sample():
        before = canonical(rules.view(state, ALL))
        tried = list(known.moves(state)) if known else []
        tried += [move for _, other in match.sample(8) for move in every_legal_move(match, other)]
        for seat in range(match.table.seats):
            legal = list(rules.legal_moves(state, seat))
            assert bool(legal) == (seat in rules.to_act(state))
            for move in legal:
                assert rules.decide(state, seat, move, chance("decide"))
            for move in tried:
                if move not in legal:
                    expected = IllegalMoveError if legal else NotYourTurnError
                    with pytest.raises(expected):
                        rules.decide(state, seat, move, chance("decide"))
        assert canonical(rules.view(state, ALL)) == before


def makes_what_it_decides(match: Match) -> None:
    """Check that a move made unjudged sets off, and changes, what it does where it is judged."""
    rules = match.rules
    for _, state in match.sample():
        for seat in rules.to_act(state):
            for move in rules.legal_moves(state, seat):
                made, told = state.copy(), state.copy()
                replay(rules, told, rules.decide(told, seat, move, chance("make")))
                events = rules.apply_move(made, seat, move, chance("make"))
                assert events == rules.decide(state, seat, move, chance("make"))
                assert events == rules.effects(state, seat, move, chance("make"))
                assert canonical(rules.view(made, ALL)) == canonical(rules.view(told, ALL))
                assert rules.to_act(made) == rules.to_act(told)


def every_legal_move(match: Match, state: Any) -> Iterator[Any]:
    """Yield the legal moves of every seat."""
    for seat in range(match.table.seats):
        yield from match.rules.legal_moves(state, seat)


def names_the_decisions(match: Match) -> None:
    """Check that the events alone, judged again with the chance of seed 1, set each other off."""
    rules, state, fair = match.rules, match.table.new_state(), chance("1")
    due = deque(rules.opening_events(state, fair))
    for event, following in zip(match.events, [*match.events[1:], None], strict=True):
        decision = rules.recorded_move_at(state, event, following)
        assert (decision is None) == bool(due)
        if decision is not None:
            due.extend(rules.decide(state, *decision, fair))
        assert due.popleft() == event
        rules.evolve(state, event)
    assert not due


def offers_a_neutral_move(match: Match) -> None:
    """Check that the move made on a timeout is legal."""
    for _, state in match.sample():
        for seat in match.rules.to_act(state):
            legal = list(match.rules.legal_moves(state, seat))
            assert match.rules.timeout_move(state, seat) in legal


def keeps_its_pieces(match: Match) -> None:
    """Check that no piece is lost or made between two decisions of one deal."""
    known = material_of(match.rules.game)
    if known is not None:
        (_, first), *later = match.states
        pieces = known.pieces(first)
        for count, state in later:
            lost, made = differing(pieces, known.pieces(state))
            assert not lost + made, (
                f"after event {count} {lost} are gone and {made} are new: a state has every piece, "
                "and MATERIAL.pieces names all, also those that nobody holds"
            )


def plays_on_from_imagined_states(match: Match) -> None:
    """Check that an imagined state can be played out."""
    rules, rng = match.rules, random.Random(1)
    fair = chance("play on")
    for count, state in match.sample(3)[1:-1]:
        for seat in range(match.table.seats):
            world = rules.determinise(state, seat, chance(f"{count}/{seat}"))
            while acting := rules.to_act(world):
                move = any_legal_move(rules, world, acting[0], rng)
                replay(rules, world, rules.decide(world, acting[0], move, fair))
            assert rules.outcome(world) is not None


def copies_whole_states(match: Match) -> None:
    """Check that playing on with a copy leaves the original as it was."""
    rules = match.rules
    counts = [count for count, _ in match.states]
    for (count, state), following in zip(match.states[:-1:7], counts[1::7], strict=False):
        before = canonical(rules.view(state, ALL))
        copied = replay(rules, state.copy(), match.events[count:following])
        assert canonical(rules.view(state, ALL)) == before
        assert canonical(rules.view(copied, ALL)) != before
