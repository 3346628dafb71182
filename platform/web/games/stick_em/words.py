"""Stick 'Em in words."""

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from web.games.narration import GameText

COLOURS: dict[str, Promise] = {
    "red": _("red"),
    "yellow": _("yellow"),
    "green": _("green"),
    "blue": _("blue"),
    "purple": _("purple"),
    "gray": _("grey"),
}


def card(name: str) -> str:
    """Return a card in words: `blue-10` is "blue 10"."""
    colour, _dash, number = name.partition("-")
    return gettext("%(colour)s %(number)s") % {"colour": COLOURS[colour], "number": number}


LANGUAGE = GameText(
    sentences={
        "round_began": _("Round %(round)s begins; %(leader)s leads."),
        "pain_chosen": _("%(seat)s picked %(card)s as pain card, face down."),
        "pain_chosen:hidden": _("%(seat)s picked a pain card, face down."),
        "pain_revealed": _("Pain cards, in seat order: %(cards)s."),
        "card_played": _("%(seat)s played %(card)s."),
        "card_played:hidden": _("%(seat)s played a card (hidden again)."),
        "trick_taken": _("%(seat)s took the trick."),
        "trick_set_aside": _("All zeros: nobody takes the trick."),
        "round_scored": _("The round is scored: %(points)s. Totals: %(totals)s."),
    },
    readers={"card": card, "cards": card},
    hidden={"pain_chosen": "card", "card_played": "card"},
    moves={
        "choose_pain": _("Pick %(card)s as your pain card"),
        "play_card": _("Play %(card)s"),
    },
    prompts={
        "choose_pain": _("Pick your pain card: its colour will hurt you in this round."),
        "play_card": _("Play a card."),
    },
    silent=("hands_dealt",),
)


def language(dataset: str) -> GameText:  # noqa: ARG001 - Every game is asked so.
    """Return the words of the game, which are the same for every dataset."""
    return LANGUAGE
