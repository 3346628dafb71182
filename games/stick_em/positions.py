"""Positions of Stick 'Em set by hand: the round, who holds and took what, and the trick."""

from collections.abc import Sequence

from games.chance import Chance
from games.core import AnyRules
from games.json_types import JsonObject
from games.messages import Message
from games.positions import ANY, Said, Stock, choice, number, one_seat, pieces
from games.stick_em.cards import CARDS, HAND, NUMBER, NUMBERS, TRICKS
from games.stick_em.model import AFTER, ALONE, HIDDEN, PAIN, PLAY, State

FIELDS = (
    number("round", Message("Round"), low=1, high=12),
    choice("phase", Message("Phase"), ("pain", "play")),
    one_seat("leader", Message("Who leads the round")),
    one_seat("trick_leader", Message("Who leads the trick")),
    number("totals", Message("Score"), each=True, low=-1500, high=1500),
    pieces("hands", Message("Hand"), CARDS.names, each=True, any_=True),
    choice("pain", Message("Pain card"), CARDS.names, each=True, any_=True),
    pieces("trick", Message("The trick, from its leader on"), CARDS.names),
    pieces("captured", Message("Cards taken"), CARDS.names, each=True, any_=True),
    pieces("aside", Message("Set aside"), CARDS.names, any_=True),
)


def position_of(state: State) -> JsonObject:
    """Return the position of a state; which trick was the last, and rounds before, are left out."""
    names = CARDS.names
    return {
        "round": state.round,
        "phase": "pain" if state.phase == PAIN else "play",
        "leader": state.leader,
        "trick_leader": state.trick_leader if state.phase == PLAY else state.leader,
        "totals": list(state.totals),
        "hands": [[names[card] for card in hand] for hand in state.hands],
        "pain": [None if card == HIDDEN else names[card] for card in state.pain],
        "trick": [names[card] for card in state.trick],
        "captured": [[names[card] for card in pile] for pile in state.captured],
        "aside": [names[card] for card in state.aside],
    }


def set_up(_rules: AnyRules, state: State, said: Said, chance: Chance) -> State:
    """Set a table up: hands are filled up to their size, and every card lies somewhere."""
    state.phase = PLAY if said.choice("phase", "pain") == "play" else PAIN
    state.round = said.number("round", 1)
    state.leader = said.number("leader", 0)
    state.trick_leader = said.number("trick_leader", state.leader)
    trick = [card for card in said.pieces("trick") or [] if card is not None]
    captured = [pile or [] for pile in said.pieces_each("captured")]
    aside = said.pieces("aside") or []
    pain = said.each("pain")
    if state.phase == PLAY:
        pain = [ANY if card is None else card for card in pain]
    state.tricks = (sum(map(len, captured)) + len(aside)) // state.seats
    _check_round(state, said)
    _check_trick(state, said, trick, captured, aside)
    if state.phase == PAIN and None not in pain:
        said.wrong("pain", Message("must leave someone to pick a pain card"))
    hands = _filled(state, said, pain, len(trick))

    stock = Stock(said, [CARDS.names[card] for card in state.deck])
    stock.take("trick", trick)
    stock.take("aside", aside)
    for seat in range(state.seats):
        stock.take(f"hands.{seat}", hands[seat])
        stock.take(f"pain.{seat}", [pain[seat]])
        stock.take(f"captured.{seat}", captured[seat])
    stock.close(chance, "set/cards")
    state.aside = _cards(stock.deal("aside", aside, lambda name: not NUMBER[CARDS.index(name)]))
    if any(NUMBER[card] for card in state.aside):
        said.wrong("aside", Message("only tricks of zeros are set aside"))
    said.check()
    for seat in range(state.seats):
        picked = _cards(stock.deal(f"pain.{seat}", [pain[seat]]))
        state.pain[seat] = picked[0] if picked else HIDDEN
        state.captured[seat] = _cards(stock.deal(f"captured.{seat}", captured[seat]))
        state.hands[seat] = sorted(_cards(stock.deal(f"hands.{seat}", hands[seat])))
    state.trick = _cards(trick)
    _let_act(state)
    return state


def _cards(names: Sequence[str]) -> list[int]:
    return [CARDS.index(name) for name in names]


def _check_round(state: State, said: Said) -> None:
    """Hold the round and the scores to what can be."""
    if state.round > state.rounds:
        text = Message("the match has %(most)s rounds", most=state.rounds)
        said.wrong("round", text)
    totals = said.numbers("totals", 0)
    played = state.round - 1
    most, least = TRICKS * state.seats * played, -sum(range(NUMBERS)) * played
    for seat, total in enumerate(totals):
        if not least <= total <= most:
            text = Message(
                "nobody can have %(score)s after %(rounds)s rounds", score=total, rounds=played
            )
            said.wrong(f"totals.{seat}", text)
    state.totals = tuple(totals)
    nothing = (0,) * state.seats
    state.scores = [*([nothing] * (played - 1)), state.totals] if played else []


def _check_trick(
    state: State, said: Said, trick: Sequence[str], captured: Sequence[Sequence[object]],
    aside: Sequence[object],
) -> None:  # fmt: skip
    """Hold the cards on the table to whole tricks."""
    for name, pile in [*((f"captured.{s}", pile) for s, pile in enumerate(captured)),
                       ("aside", aside)]:  # fmt: skip
        if len(pile) % state.seats:
            text = Message("must be whole tricks, of %(cards)s cards each", cards=state.seats)
            said.wrong(name, text)
    if aside and state.zeros_to_leader:
        said.wrong("aside", Message("nothing is set aside under the options of this match"))
    if len(trick) >= state.seats:
        text = Message("must have fewer than %(most)s cards", most=state.seats)
        said.wrong("trick", text)
    if state.tricks >= TRICKS:
        said.wrong("captured", Message("must leave a trick to be played"))
    if state.phase == PAIN and (state.tricks or trick):
        text = Message("no trick is played before all have picked their pain cards")
        said.wrong("phase", text)


def _filled(
    state: State, said: Said, pain: Sequence[str | None], trick: int
) -> list[list[str | None]]:
    """Return the hands as they are asked for, with ANY up to the size that each must have."""
    hands = []
    for seat, hand in enumerate(said.pieces_each("hands")):
        if state.phase == PAIN:
            size = HAND - (pain[seat] is not None)
        else:
            size = TRICKS - state.tricks - ((seat - state.trick_leader) % state.seats < trick)
        held = hand or []
        if len(held) > size >= 0:
            text = Message("must have at most %(most)s cards, not %(given)s",
                           most=size, given=len(held))  # fmt: skip
            said.wrong(f"hands.{seat}", text)
        hands.append([*held, *([ANY] * (size - len(held)))])
    return hands


def _let_act(state: State) -> None:
    """Let those act whose turn it is."""
    if state.phase == PAIN:
        state.acting = tuple(s for s in range(state.seats) if state.pain[s] == HIDDEN)
    else:
        state.after = AFTER[state.seats][state.trick_leader]
        state.acting = ALONE[(state.trick_leader + len(state.trick)) % state.seats]
