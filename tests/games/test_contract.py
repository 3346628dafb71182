"""The contract's checks find what is broken: rules with one planted fault each."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from games.chance import Chance
from games.core import ALL, Event, Outcome, Seat, Viewer, placings
from games.stick_em.events import CardPlayed, PainChosen
from games.stick_em.model import PLAY, State
from games.stick_em.rules import StickEm
from tests.games.contract import hiding, playing, wire
from tests.games.tables import Match, Table, play


class ShowsAHandInAField(StickEm):
    def view(self, state: State, viewer: Viewer) -> dict[str, Any]:
        shown = super().view(state, viewer)
        return {
            **shown,
            "totals": [total + state.hands[0][:1].count(0) for total in shown["totals"]],
        }


class ShowsAFieldTooMany(StickEm):
    def view(self, state: State, viewer: Viewer) -> dict[str, Any]:
        return {**super().view(state, viewer), "deck": len(state.deck)}


class ShowsThePick(StickEm):
    def redact(self, event: Event, index: int, viewer: Viewer, state: State) -> dict[str, Any]:
        if isinstance(event, PainChosen):
            return self.event_data(event)
        return super().redact(event, index, viewer, state)


class ShowsByItsTimeouts(StickEm):
    def timeout_move(self, state: State, seat: Seat) -> int:
        hand = self.legal_moves(state, seat)
        return hand[sum(state.hands[seat - 1]) % len(hand)]


class ShowsByImagining(StickEm):
    def determinise(self, state: State, *_: Any) -> State:
        return state.copy()


class ImaginesAnotherHandForTheSeat(StickEm):
    def determinise(self, state: State, seat: Seat, chance: Chance) -> State:
        return super().determinise(state, (seat + 1) % state.seats, chance)


class ReshufflesHands(StickEm):
    def reshuffle(self, state: State, chance: Chance) -> State:
        return self.determinise(state, 0, chance)


class LosesACard(StickEm):
    def evolve(self, state: State, event: Event) -> None:
        super().evolve(state, event)
        if isinstance(event, CardPlayed) and event.card == 5 and state.trick:
            state.trick[-1] = 6


class HidesFromAll(StickEm):
    def redact(self, event: Event, index: int, viewer: Viewer, state: State) -> dict[str, Any]:
        return super().redact(event, index, 0 if viewer == ALL else viewer, state)


class TakesAnyCard(StickEm):
    def decide(self, state: State, seat: Seat, move: int, chance: Chance) -> tuple[Event, ...]:
        held = move in state.hands[seat] or state.phase != PLAY
        return super().decide(state, seat, move, chance) if held else (CardPlayed(seat, move),)


class OffersOneCardLessThanItTakes(StickEm):
    def legal_moves(self, state: State, seat: Seat) -> Sequence[int]:
        moves = super().legal_moves(state, seat)
        return moves[1:] if len(moves) > 1 else moves

    def decide(self, state: State, seat: Seat, move: int, chance: Chance) -> tuple[Event, ...]:
        return StickEm().decide(state, seat, move, chance)


class ScoresInDeciding(StickEm):
    def decide(self, state: State, seat: Seat, move: int, chance: Chance) -> tuple[Event, ...]:
        events = super().decide(state, seat, move, chance)
        state.totals = tuple(total + 1 for total in state.totals)
        return events


class ForgetsWhoFollows(StickEm):
    def apply_move(self, state: State, seat: Seat, move: int, chance: Chance) -> tuple[Event, ...]:
        events = super().apply_move(state, seat, move, chance)
        state.acting = state.acting or (seat,)
        return events


class PlacesByLowestScore(StickEm):
    def outcome(self, state: State) -> Outcome | None:
        sound = super().outcome(state)
        return sound and Outcome(placings([-score for score in sound.scores]), sound.scores)


class SharedTrick(State):
    __slots__ = ()

    def copy(self) -> State:
        other = super().copy()
        other.__class__ = SharedTrick
        other.trick = self.trick
        return other


class CopiesHalf(StickEm):
    def new_state(self, *args: Any) -> State:
        state = super().new_state(*args)
        return SharedTrick(
            state.deck, seats=state.seats, rounds=1, memory=False, zeros_to_leader=False
        )


FAULTS: list[tuple[type[StickEm], Callable[[Match], None]]] = [
    (ShowsAHandInAField, hiding.hides_what_a_seat_cannot_see),
    (ShowsAHandInAField, hiding.hides_other_worlds_in_views_and_logs),
    (ShowsAFieldTooMany, wire.keeps_views_to_their_schema),
    (ShowsThePick, hiding.hides_other_worlds_in_views_and_logs),
    (ShowsByItsTimeouts, hiding.hides_what_a_seat_cannot_see),
    (ShowsByImagining, hiding.hides_other_worlds_in_views_and_logs),
    (ImaginesAnotherHandForTheSeat, hiding.hides_what_a_seat_cannot_see),
    (ReshufflesHands, hiding.reshuffles_what_nobody_has_seen),
    (LosesACard, playing.keeps_its_pieces),
    (LosesACard, playing.folds_as_its_table_says),
    (HidesFromAll, hiding.shows_everything_to_all),
    (TakesAnyCard, playing.decides_exactly_the_legal_moves),
    (OffersOneCardLessThanItTakes, playing.decides_exactly_the_legal_moves),
    (ScoresInDeciding, playing.decides_exactly_the_legal_moves),
    (ForgetsWhoFollows, playing.makes_what_it_decides),
    (PlacesByLowestScore, playing.ends_with_placings),
    (CopiesHalf, playing.copies_whole_states),
]


@pytest.mark.parametrize(("broken", "check"), FAULTS)
def test_a_planted_fault_is_found(broken: type[StickEm], check: Callable[[Match], None]) -> None:
    match = play(Table(broken(), 3, (("rounds", 1),)), seed=1)

    with pytest.raises((AssertionError, pytest.fail.Exception)):
        check(match)


@pytest.mark.parametrize("check", dict.fromkeys(check for _, check in FAULTS))
def test_sound_rules_pass_the_same_check(check: Callable[[Match], None]) -> None:
    check(play(Table(StickEm(), 3, (("rounds", 1),)), seed=1))
