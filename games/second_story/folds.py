"""What the events of Second Story change, and who has to decide after each."""

from games.core import Event, Folds
from games.second_story import jobs
from games.second_story.cards import COURT, KIND, NUMBER, PAWN, SUIT_COUNT, THE_EXCUSE
from games.second_story.events import (
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
    OrderDrawn,
    StarterDrawn,
    ThiefCaught,
)
from games.second_story.model import (
    ABANDONED,
    APPROACH,
    COURSE,
    FLATS,
    HOME,
    MISSED,
    NIGHTS_MAX,
    NO_GAIN,
    NOBODY,
    NOTHING,
    OVER,
    TAKE,
    State,
)

PHASE_BY_KIND = {NUMBER: APPROACH, PAWN: FLATS, COURT: FLATS}
"""What a seat has to decide once it has entered a house; Aces, Crowns, the Excuse: nothing."""


def _decide(state: State, phase: int) -> None:
    """Let the active seat decide."""
    state.phase = phase
    state.acting = (state.active,)


def _go_on(state: State) -> None:
    """Let nobody decide: the next event follows by itself."""
    state.phase = COURSE
    state.acting = ()


def _starter_drawn(state: State, event: StarterDrawn) -> None:
    state.starter = event.seat


def _deck_shuffled(state: State, event: DeckShuffled) -> None:
    """Make the discard pile the deck; what lies in front of a seat is not in it (SS-30)."""
    state.draw = event.order
    state.discard = ()
    state.shuffles += 1
    _go_on(state)


def _order_drawn(state: State, event: OrderDrawn) -> None:
    """Let the thief of this night come upon the cards of the deck in an order of his own."""
    state.draw = event.order


def _night_began(state: State, event: NightBegan) -> None:
    state.active = event.seat
    state.night = event.night


def _house_entered(state: State, event: HouseEntered) -> None:
    state.draw = state.draw[1:]
    state.street = (*state.street, event.card)
    state.gains.append(NO_GAIN)
    state.approach = NOTHING
    state.flats = 0
    state.dice = ()
    state.need = 0
    state.rolls_here = 0
    phase = PHASE_BY_KIND.get(KIND[event.card])
    if phase is None:
        _go_on(state)
    else:
        _decide(state, phase)


def _approach_chosen(state: State, event: ApproachChosen) -> None:
    state.approach = event.approach
    _go_on(state)


def _flats_chosen(state: State, event: FlatsChosen) -> None:
    state.flats = event.flats
    _go_on(state)


def _dice_rolled(state: State, event: DiceRolled) -> None:
    """Note the roll; a success may leave a choice of chips (SS-8, SS-28), a failure a way out."""
    state.dice = event.dice
    state.need = event.need
    state.rolls += 1
    state.rolls_here += 1
    if max(event.dice) >= event.need:
        if len(jobs.takings(state)) > 1:
            _decide(state, TAKE)
    elif jobs.second_chance(state) or jobs.excuse_at_home(state):
        _decide(state, MISSED)


def _chips_taken(state: State, event: ChipsTaken) -> None:
    """Fill the bag; after any success, a poor one too, the seat may go home or on (SS-20)."""
    for suit in event.suits:
        state.bank[suit] -= 1
        state.bag[suit] += 1
    state.gains[-1] = (event.suits, 1)
    _decide(state, HOME)


def _ace_resolved(state: State, event: AceResolved) -> None:
    state.bank[event.suit] -= event.change
    state.bag[event.suit] += event.change
    if event.change:
        state.gains[-1] = ((event.suit,), event.change)


def _excuse_found(_state: State, _event: ExcuseFound) -> None:
    """Leave the Excuse where it is: in front of the seat, beside the bag."""


def _excuse_used(state: State, _event: ExcuseUsed) -> None:
    """Discard the Excuse at once; until it is used, no shuffle takes it from the lair (SS-25)."""
    state.excuse_seat = NOBODY
    state.discard = (*state.discard, THE_EXCUSE)
    _go_on(state)


def _chip_risked(state: State, event: ChipRisked) -> None:
    """Move the chip into the bag, where it stays until the night is over (SS-12, SS-13)."""
    state.lairs[event.seat][event.suit] -= 1
    state.bag[event.suit] += 1
    _go_on(state)


def _thief_caught(state: State, event: ThiefCaught) -> None:
    """Return the bag, and discard the Excuse too if it was found tonight (SS-21)."""
    for suit in event.returned:
        state.bank[suit] += 1
    state.discard += state.street
    _night_over(state)


def _night_ended(state: State, event: NightEnded) -> None:
    """Bring the bag home, and the Excuse with it if it was found tonight."""
    lair = state.lairs[event.seat]
    for suit in event.kept:
        lair[suit] += 1
    if THE_EXCUSE in state.street:
        state.excuse_seat = event.seat
    state.discard += tuple([card for card in state.street if card != THE_EXCUSE])
    _night_over(state)


def _night_over(state: State) -> None:
    """Empty the street and the bag (SS-41); the last turn, or the 1000th, ends the match."""
    state.street = ()
    state.gains = []
    state.bag = [0] * SUIT_COUNT
    state.approach = NOTHING
    state.flats = 0
    state.dice = ()
    state.need = 0
    state.rolls_here = 0
    _go_on(state)
    if state.active == state.last_seat:
        state.phase = OVER
    elif state.night == NIGHTS_MAX:
        state.phase = ABANDONED


def _last_night_began(state: State, event: LastNightBegan) -> None:
    state.last_suit = event.suit
    state.last_seat = event.last_seat


FOLDS: Folds[Event, State] = {
    StarterDrawn: _starter_drawn,
    DeckShuffled: _deck_shuffled,
    NightBegan: _night_began,
    HouseEntered: _house_entered,
    ApproachChosen: _approach_chosen,
    FlatsChosen: _flats_chosen,
    DiceRolled: _dice_rolled,
    ChipsTaken: _chips_taken,
    AceResolved: _ace_resolved,
    ExcuseFound: _excuse_found,
    ExcuseUsed: _excuse_used,
    ChipRisked: _chip_risked,
    ThiefCaught: _thief_caught,
    NightEnded: _night_ended,
    LastNightBegan: _last_night_began,
}

PERSONAL_FOLDS: Folds[Event, State] = {**FOLDS, OrderDrawn: _order_drawn}
"""With those of `second-story@2`."""
