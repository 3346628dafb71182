"""What a decision sets off in Second Story, event by event, up to the next decision."""

from typing import ClassVar

from games.chance import Chance
from games.core import Event, Folds, Seat
from games.second_story import jobs
from games.second_story.cards import ACE, CROWN, EXCUSE, KIND, SIDES, SUIT_COUNT, SUITS_OF
from games.second_story.events import (
    QUICK,
    AceResolved,
    ApproachChosen,
    ChipRisked,
    ChipsTaken,
    DeckShuffled,
    DiceRolled,
    ExcuseFound,
    ExcuseUsed,
    FlatsChosen,
    HouseEntered,
    LastNightBegan,
    NightBegan,
    NightEnded,
    StarterDrawn,
    ThiefCaught,
)
from games.second_story.folds import FOLDS
from games.second_story.model import ABANDONED, NOBODY, OVER, State
from games.second_story.moves import (
    ACCEPT_CAUGHT,
    END_NIGHT,
    ENTER_HOUSE,
    NO_FLATS,
    SECOND_CHANCE,
    USE_EXCUSE,
    Move,
    taken,
)


class Effects:
    """Events in the making; each is folded into a copy of the state before the next is told."""

    __slots__ = ("chance", "events", "state")

    folds: ClassVar[Folds[Event, State]] = FOLDS

    def __init__(self, state: State, chance: Chance) -> None:
        self.state = state.copy()
        self.chance = chance
        self.events: list[Event] = []

    def _tell(self, event: Event) -> None:
        self.events.append(event)
        self.folds[type(event)](self.state, event)

    def open(self) -> None:
        """Draw who begins (SS-42), shuffle the deck and begin the first night."""
        starter = self.chance.below("starter", self.state.seats)
        self._tell(StarterDrawn(starter))
        self._shuffle(self.state.deck)
        self._begin_night(starter)

    def apply_move(self, seat: Seat, move: Move) -> None:
        """Make a legal move of the active seat."""
        if move == ENTER_HOUSE:
            self._enter()
        elif move == END_NIGHT:
            self._go_home()
        elif move == ACCEPT_CAUGHT:
            self._caught()
        else:
            self._work(seat, move)

    def _work(self, seat: Seat, move: Move) -> None:
        """Do what has to do with the house that lies open."""
        if move <= QUICK:
            self._tell(ApproachChosen(seat, move))
        elif move < SECOND_CHANCE:
            self._tell(FlatsChosen(seat, move - NO_FLATS))
        elif move == SECOND_CHANCE:
            self._tell(ChipRisked(seat, SUITS_OF[self.state.street[-1]][0]))
        elif move == USE_EXCUSE:
            self._tell(ExcuseUsed(seat))
        else:
            self._tell(ChipsTaken(seat, taken(move)))
            return
        self._roll()

    def _shuffle(self, pile: tuple[int, ...]) -> None:
        """Make a new deck of the pile; it is shuffled in canonical order."""
        label = f"deck/{self.state.shuffles + 1}"
        self._tell(DeckShuffled(tuple(self.chance.shuffle(label, sorted(pile)))))

    def _begin_night(self, seat: Seat) -> None:
        self._tell(NightBegan(seat, self.state.night + 1))
        self._enter()

    def _enter(self) -> None:
        """Flip cards until one asks for a decision or lets the thief be caught.

        After an Ace or the Excuse there is always another card (SS-18); where there is none, the
        night ends as if by choice (SS-31). The discard pile is shuffled when a card is needed and
        the deck has none (SS-30).
        """
        state, seat = self.state, self.state.active
        while state.draw or state.discard:
            if not state.draw:
                self._shuffle(state.discard)
            card = state.draw[0]
            self._tell(HouseEntered(seat, card))
            kind = KIND[card]
            if kind == ACE:
                self._resolve_ace(SUITS_OF[card][0])
            elif kind == EXCUSE:
                self._tell(ExcuseFound(seat))
            else:
                if kind == CROWN:
                    self._roll()
                return
        self._go_home()

    def _resolve_ace(self, suit: int) -> None:
        """Put a chip of the suit into the bag, or take exactly one out if one is in it (SS-17).

        A risked chip is in the bag like any other (SS-15). If the bank has none, nothing happens
        (SS-16).
        """
        state = self.state
        change = -1 if state.bag[suit] else min(1, state.bank[suit])
        self._tell(AceResolved(state.active, suit, change))

    def _roll(self) -> None:
        """Roll the dice of the job, also again for the same need; one that reaches it will do.

        After a success that leaves no choice the chips are taken, after a failure without a way
        out the thief is caught.
        """
        state, seat = self.state, self.state.active
        need = jobs.need(state)
        label = self._roll_label()
        count = jobs.dice_count(state)
        dice = tuple([self.chance.below(label, SIDES) + 1 for _ in range(count)])
        self._tell(DiceRolled(seat, dice, need))
        if state.acting:
            return
        if max(dice) >= need:
            (suits,) = jobs.takings(state)
            self._tell(ChipsTaken(seat, suits))
        else:
            self._caught()

    def _roll_label(self) -> str:
        """Return the label under which the next roll is drawn."""
        return f"roll/{self.state.rolls + 1}"

    def _caught(self) -> None:
        """Return the bag, risked chips too (SS-13). No suit can run out by it (SS-36)."""
        state = self.state
        self._tell(ThiefCaught(state.active, _chips(state.bag)))
        self._next_night()

    def _go_home(self) -> None:
        """Keep the bag, and begin the last night if a suit is gone from the bank.

        Only the end of a turn counts (SS-32): a chip that came back before starts nothing
        (SS-33).
        """
        state, seat = self.state, self.state.active
        self._tell(NightEnded(seat, _chips(state.bag)))
        if state.last_seat == NOBODY and 0 in state.bank:
            self._tell(LastNightBegan(state.bank.index(0), seat))
        self._next_night()

    def _next_night(self) -> None:
        """Go on with the left neighbour, unless the match is over.

        Once the last night has begun, each seat has one turn and the one that began it has the
        last (SS-34), even if chips flow back to the bank (SS-35).
        """
        state = self.state
        if state.phase not in (OVER, ABANDONED):
            self._begin_night((state.active + 1) % state.seats)


def _chips(counts: list[int]) -> tuple[int, ...]:
    """Return a suit for each of the counted chips, in canonical order."""
    return tuple([suit for suit in range(SUIT_COUNT) for _ in range(counts[suit])])
