"""The rules of Stick 'Em: who may do what, and what it sets off."""

from collections.abc import Mapping, Sequence

import msgspec

from games.chance import Chance
from games.core import (
    Event,
    IllegalMoveError,
    NotYourTurnError,
    Outcome,
    Rules,
    Seat,
    Viewer,
    WireError,
    placings,
)
from games.json_types import JsonMapping, JsonObject
from games.messages import Message
from games.options import Option
from games.stick_em import views
from games.stick_em.cards import CARDS, DATASETS, DECKS, HAND, NUMBER, TRICKS
from games.stick_em.determinise import determinise
from games.stick_em.events import (
    EVENT_TYPES,
    CardPlayed,
    HandsDealt,
    PainChosen,
    PainRevealed,
    RoundBegan,
    RoundScored,
    TrickSetAside,
    TrickTaken,
)
from games.stick_em.model import FOLDS, OVER, PAIN, PLAY, SEATS, State
from games.stick_em.moves import MOVE_TYPES, MOVES
from games.stick_em.scoring import round_points, winning_position

PLAYED = tuple(
    tuple((CardPlayed(seat, card),) for card in range(len(CARDS.names))) for seat in range(SEATS)
)
"""What most moves set off, by seat and card; events never change, so one of each will do."""


class StickEm(Rules[State, Event, int]):
    """Stick 'Em, Capstone 2020; a move is a card, what it does follows from the phase."""

    game = "stick-em"
    id = "stick-em@1"
    title = "Stick 'Em"
    seats_min = 3
    seats_max = SEATS
    seats_usual = 4
    datasets = DATASETS
    breaks: Mapping[str, int] = {"round_scored": 14}
    options = (
        Option(
            name="all_zero",
            title="A trick of zeros only is set aside, or goes to its leader (SE-10).",
            choices=("aside", "leader_wins"),
            labels=("set aside", "to its leader"),
        ),
        Option(
            name="rounds",
            title="A round for each player, or a number of rounds (SE-17).",
            choices=("players",),
            labels=("one for each player",),
            low=1,
            high=12,
        ),
        Option(
            name="history",
            title=(
                "Players may look through captured cards, or the cards stay hidden until "
                "scoring (SE-20)."
            ),
            choices=("open", "memory"),
            labels=("may be looked through", "hidden until scoring"),
        ),
    )
    event_types = EVENT_TYPES
    folds = FOLDS

    def set_up(self, seats: int, options: Mapping[str, object], dataset: str) -> State:
        """Return an empty table; as many rounds as players unless the option says else (SE-17)."""
        rounds = options["rounds"]
        return State(
            DECKS[dataset][seats],
            seats=seats,
            rounds=rounds if isinstance(rounds, int) else seats,
            memory=options["history"] == "memory",
            zeros_to_leader=options["all_zero"] == "leader_wins",
        )

    def opening_events(self, state: State, chance: Chance) -> tuple[Event, ...]:
        """Begin round 1, led by a random seat (SE-15: for the rulebook's youngest player)."""
        return _round(state, 1, chance.below("leader", state.seats), chance)

    def decide(self, state: State, seat: Seat, move: int, chance: Chance) -> tuple[Event, ...]:
        """Judge a move, and return the events that it sets off; change nothing.

        Here without asking `to_act` and `legal_moves`: a hand is what it may play, and a card
        that others follow has its answer ready.
        """
        if seat not in state.acting:
            raise NotYourTurnError(seat)
        if move not in state.hands[seat]:
            raise IllegalMoveError(self.illegal_reason(state, seat, move))
        if state.after[seat]:
            return PLAYED[seat][move]
        return self.effects(state, seat, move, chance)

    def effects(self, state: State, seat: Seat, move: int, chance: Chance) -> tuple[Event, ...]:
        """Let the seat play or pick the card."""
        if state.after[seat]:
            return PLAYED[seat][move]
        if state.phase == PAIN:
            return _choose_pain(state, seat, move)
        return _complete_trick(state, seat, move, chance)

    def illegal_reason(self, state: State, seat: Seat, move: int) -> str:  # noqa: ARG002  # There is but one reason.
        """Return that the seat does not hold the card."""
        return Message("that card is not in your hand")

    def evolve(self, state: State, event: Event) -> None:
        """Fold one event into the state, in place.

        The fold of a card stands here once more: three events of four are such.
        """
        if type(event) is CardPlayed:
            seat, card = event.seat, event.card
            state.hands[seat].remove(card)
            state.trick.append(card)
            state.acting = state.after[seat]
        else:
            FOLDS[type(event)](state, event)

    def apply_move(self, state: State, seat: Seat, move: int, chance: Chance) -> tuple[Event, ...]:
        """Make a legal move; a card that others follow is folded at once."""
        after = state.after[seat]
        if after:
            state.hands[seat].remove(move)
            state.trick.append(move)
            state.acting = after
            return PLAYED[seat][move]
        events = self.effects(state, seat, move, chance)
        for event in events:
            FOLDS[type(event)](state, event)
        return events

    def to_act(self, state: State) -> tuple[Seat, ...]:
        """Return who has to decide: every seat that has not picked (SE-19), or the one to play."""
        return state.acting

    def legal_moves(self, state: State, seat: Seat) -> Sequence[int]:
        """Return the seat's hand where it has to act: any card goes, a zero too (SE-4, SE-14)."""
        return state.hands[seat] if seat in state.acting else ()

    def timeout_move(self, state: State, seat: Seat) -> int:
        """Return the lowest card as pain card, the first in canonical order to a trick.

        A pain card counts against its owner by its number, so the lowest costs least. In a trick
        any card may help or hurt; the first of the sorted hand favours nobody on purpose.
        """
        hand = self.legal_moves(state, seat)
        return hand[0] if state.phase == PLAY else min(hand, key=NUMBER.__getitem__)

    def outcome(self, state: State) -> Outcome | None:
        """Return the placings by total after the last round; equal totals share (SE-21)."""
        if state.phase != OVER:
            return None
        return Outcome(placings(state.totals), state.totals)

    def current_scores(self, state: State) -> tuple[int, ...]:
        """Return the totals of the scored rounds; they may be negative (SE-22)."""
        return state.totals

    def view(self, state: State, viewer: Viewer) -> JsonObject:
        """Return all that the viewer may know: not the others' hands nor hidden pain cards."""
        return {**views.view(state, viewer)}

    def redact(self, event: Event, index: int, viewer: Viewer, state: State) -> JsonObject:
        """Hide hands, picks and, under `history: memory`, the tricks of the running round."""
        return views.redact(event, self.event_data(event), index, viewer, state)

    def view_schema(self) -> JsonObject:
        """Return the JSON schema of a view."""
        return msgspec.json.schema(views.View)

    def move_data(self, state: State, seat: Seat, move: int) -> JsonObject:  # noqa: ARG002  # The phase alone tells.
        """Return the card with what the phase does with it."""
        return {"type": MOVE_TYPES[state.phase], "card": CARDS.names[move]}

    def parse_move(self, state: State, seat: Seat, data: JsonMapping) -> int:  # noqa: ARG002  # The phase alone tells.
        """Return the card that a client's move names, if its type is the phase's."""
        if state.phase not in MOVE_TYPES:
            raise IllegalMoveError("no move can be made now")
        fields = dict(data)
        wanted = MOVE_TYPES[state.phase]
        if fields.pop("type", None) != wanted:
            message = Message("the move must be of type %(types)s now", types=wanted)
            raise IllegalMoveError(message)
        try:
            return MOVES.parse(wanted, fields).card
        except WireError as error:
            raise IllegalMoveError(str(error)) from error

    def move_schema(self) -> JsonObject:
        """Return the JSON schema of a move as clients send it."""
        return MOVES.tagged_schema()

    def recorded_move(self, event: Event) -> tuple[Seat, int] | None:
        """Return the seat and its card: picking and playing are all that anybody decides."""
        return (event.seat, event.card) if isinstance(event, PainChosen | CardPlayed) else None

    def rehides_information(self, state: State) -> bool:
        """Tell whether captured cards are hidden again, under `history: memory` (SE-20)."""
        return state.memory

    def determinise(self, state: State, seat: Seat, chance: Chance) -> State:
        """Deal the others' hands and hidden pain cards again."""
        return determinise(state, seat, chance)


def _round(state: State, number: int, leader: Seat, chance: Chance) -> tuple[Event, ...]:
    """Deal a round: seat s gets cards 15 s to 15 s + 14 of the shuffled deck, and none is left."""
    deck = chance.shuffle(f"deal/{number}", state.deck)
    hands = tuple([tuple(deck[start : start + HAND]) for start in range(0, len(deck), HAND)])
    return (RoundBegan(number, leader), HandsDealt(hands))


def _choose_pain(state: State, seat: Seat, card: int) -> tuple[Event, ...]:
    """Put the card down for good (SE-18), out of the hand (SE-1); the last pick reveals all.

    Any card may be picked, a zero too (SE-4), and several seats may pick one colour (SE-3).
    """
    chosen = PainChosen(seat, card)
    if len(state.acting) > 1:
        return (chosen,)
    picks = [*state.pain]
    picks[seat] = card
    return (chosen, PainRevealed(tuple(picks)))


def _complete_trick(state: State, seat: Seat, card: int, chance: Chance) -> tuple[Event, ...]:
    """Play the trick's last card and give the trick to its winner.

    A trick of nothing but zeros is set aside, or goes to its leader (SE-10); it is rare, since
    every seat must have kept a zero for it (SE-11).
    """
    cards = (*state.trick, card)
    position = winning_position(cards)
    trick: TrickTaken | TrickSetAside
    if position is None and not state.zeros_to_leader:
        trick = TrickSetAside(cards)
    else:
        trick = TrickTaken((state.trick_leader + (position or 0)) % state.seats, cards)
    if state.tricks + 1 < TRICKS:
        return (*PLAYED[seat][card], trick)
    return (*PLAYED[seat][card], trick, *_score_round(state, trick, chance))


def _score_round(
    state: State, trick: TrickTaken | TrickSetAside, chance: Chance
) -> tuple[Event, ...]:
    """Score the round that ends with this trick, and deal the next one.

    Cards set aside count for nobody (SE-10), also those of the last trick (SE-12). The next round
    is led by the next seat clockwise, so that each leads one of n rounds (SE-16).
    """
    captured = [*state.captured]
    if isinstance(trick, TrickTaken):
        captured[trick.seat] = [*captured[trick.seat], *trick.cards]
    points = tuple(map(round_points, state.pain, captured))
    totals = tuple(map(sum, zip(state.totals, points, strict=True)))
    scored = RoundScored(points, totals)
    if state.round == state.rounds:
        return (scored,)
    leader = (state.leader + 1) % state.seats
    return (scored, *_round(state, state.round + 1, leader, chance))
