"""Why the rules refuse a move, in the reader's language.

The engines know no languages: they give a sentence in English, which programs get. Who moves by the
buttons of a table is hardly ever refused; a page that was tampered with, or a program that speaks
to it, may be.
"""

import re

from django.utils.functional import Promise
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

WORDS: tuple[tuple[str, Promise], ...] = (
    (
        r"the move must be of type .* now|that cannot be done now|no such type.*",
        _("you have a different decision to make now"),
    ),
    (
        r"no move can be made now|you have nothing to decide now",
        _("you have nothing to decide now"),
    ),
    (
        r"that card is not in your hand|there is no \S+ in your hand|you do not hold .*",
        _("you do not have that card"),
    ),
    (r"you must choose a power first", _("you must choose a power first")),
    (
        r"seat \d+ has taken that power for tonight",
        _("someone has already taken that power for tonight"),
    ),
    (
        r"\S+ does not extend any unbroken line",
        _("that tile does not extend any unbroken line"),
    ),
    (
        r"the last thief cannot leave, and must play stop-or-double",
        _("the last thief cannot leave, and plays stop-or-double"),
    ),
    (
        r"you were caught, and must decide whether to draw again",
        _("you were caught, and must decide whether to draw again"),
    ),
    (
        r"nobody can be laid down.*|lay_down must name.*|seat \d+ is no rival.*",
        _("there is no standing thief you could knock down that way"),
    ),
    (r"you do not have the beer tonight", _("you do not have the beer tonight")),
    (
        r"you have already had your beer tonight",
        _("you have already had your beer tonight"),
    ),
    (r"only a Crown gives a second chance", _("only a Crown gives a second chance")),
    (
        r"there are no \w+ in your lair to risk",
        _("your lair has no such chip to risk"),
    ),
    (r"the Excuse is not in your lair", _("the Excuse is not in your lair")),
    (r"no houses are left to enter", _("no houses are left to enter")),
    (r"there are no \w+ in this house", _("this house has no such chips")),
    (r"there are no \w+ left in the bank", _("the bank has no such chips left")),
    (
        r"you (can take at most|must take as many).*|you can take only one chip.*|flats must be.*",
        _("you cannot take that number of chips here"),
    ),
    (r".* is chosen already|there is no such scoundrel", _("that scoundrel is taken")),
    (
        r"all squares of the \w+ are taken|there is no such place",
        _("that location has no free square"),
    ),
    (
        r"square \d+ of the .*|the (first free square|squares) of the .*",
        _("that square is not free"),
    ),
    (r"(the )?exchange squares? .* (taken|no \S+)", _("that square is not free")),
    (
        r"there are no tools left in the city|the city has no .* to take",
        _("the City does not have these tools"),
    ),
    (
        r"you take exactly (?P<number>\d+) of the tools in the city.*",
        _("you take exactly %(number)s tools in the City"),
    ),
    (r"there is no loot in slot .*", _("that loot is no longer there")),
    (
        r"your scoundrel has lent .*",
        _("you have already used your scoundrel's tool here"),
    ),
    (
        r"your scoundrel lends .*",
        _("you do not need your scoundrel's tool for that loot"),
    ),
    (
        r"you lack .* for that loot|you have no .* to give",
        _("you do not have the tools for that"),
    ),
    (
        r"exchange square \d+ takes (?P<number>\d+) tools.*",
        _("that exchange takes %(number)s tools"),
    ),
    (r"that fence is not at the harbor", _("that fence is no longer there")),
    (
        r"you sell one or two loot cards.*|loot sold for one action.*",
        _("for an action you sell one or two cards of one type"),
    ),
    (r"fence .* does not buy .*", _("that fence does not buy such loot")),
    (r"fence .* buys only one .*", _("that fence buys only one of that kind")),
)
"""From the engines' sentences to ours; a named group goes into the words."""


def words(reason: str) -> str | None:
    """Return an engine's reason in the reader's language, None where there are no words for it."""
    if (get_language() or "en").startswith("en"):
        return reason
    for pattern, sentence in WORDS:
        if found := re.fullmatch(pattern, reason):
            return str(sentence) % found.groupdict()
    return None
