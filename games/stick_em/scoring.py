"""Who takes a trick, and what a round is worth."""

from collections.abc import Sequence

from games.stick_em.cards import CARDS, COLOUR, COLOURS, NUMBER, NUMBERS

STRENGTH = tuple(
    tuple(
        0 if not NUMBER[card] else NUMBER[card] + (NUMBERS if COLOUR[card] != lead else 0)
        for card in range(len(CARDS.names))
    )
    for lead in range(len(COLOURS))
)
"""What a card weighs in a trick, by lead colour and card.

Any card of another colour beats every card of the colour led; a zero weighs nothing, in the
colour led or off it (SE-6, SE-7: a zero never wins, also when it was led).
"""

WORTH = tuple(
    tuple(1 if COLOUR[card] != colour else -NUMBER[card] for card in range(len(CARDS.names)))
    for colour in range(len(COLOURS))
)
"""What a captured card is worth, by pain colour and card (SE-13)."""


def winning_position(cards: Sequence[int]) -> int | None:
    """Return which card in playing order takes the trick, None if every card is a zero.

    The first card sets the lead colour, also as a zero (SE-5). Equal highest numbers off the lead
    colour: the first played (SE-8); in the lead colour there are none, cards being unique (SE-9).
    """
    strengths = STRENGTH[COLOUR[cards[0]]]
    strongest, winner = 0, None
    for card in cards:
        strength = strengths[card]
        if strength > strongest:
            strongest = strength
            winner = card
    return None if winner is None else cards.index(winner)


def round_points(pain: int, captured: Sequence[int]) -> int:
    """Return a seat's points of a round from its pain card and the cards that it captured.

    Each captured card is +1, or minus its number in the pain colour, so 0 for the zero of that
    colour and +1 for any other zero (SE-13). The pain card itself counts minus its number and
    never +1 (SE-2).
    """
    worth = WORTH[COLOUR[pain]]
    points = -NUMBER[pain]
    for card in captured:
        points += worth[card]
    return points
