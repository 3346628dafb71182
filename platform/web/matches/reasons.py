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
        _("something else is to be decided now"),
    ),
    (
        r"no move can be made now|you have nothing to decide now",
        _("there is nothing to decide now"),
    ),
    (
        r"that card is not in your hand|there is no \S+ in your hand|you do not hold .*",
        _("you do not hold that"),
    ),
    (r"a power must be chosen first", _("a power must be chosen first")),
    (
        r"seat \d+ has taken that power for tonight",
        _("somebody has taken that power for tonight"),
    ),
    (
        r"\S+ carries on no line that is still whole",
        _("that tile carries on no line that is still whole"),
    ),
    (
        r"the last thief cannot leave, and must play stop-or-double",
        _("the last thief cannot leave, and plays stop-or-double"),
    ),
    (
        r"you were caught, and must say whether you draw again",
        _("you were caught, and must say whether you draw again"),
    ),
    (
        r"nobody can be laid down.*|lay_down must name.*|seat \d+ is no rival.*",
        _("nobody whom you could lay down stands inside so"),
    ),
    (r"you do not have the beer tonight", _("you do not have the beer tonight")),
    (
        r"the beer is drunk: it is one a night",
        _("the beer is drunk: it is one a night"),
    ),
    (r"only a Crown gives a second chance", _("only a Crown gives a second chance")),
    (
        r"there are no \w+ in your lair to risk",
        _("you have no such chip in your lair to risk"),
    ),
    (r"the Excuse is not in your lair", _("the Excuse is not in your lair")),
    (r"there is no house left to enter", _("there is no house left to enter")),
    (r"there are no \w+ in this house", _("there are no such chips in this house")),
    (r"there are no \w+ left in the bank", _("the bank has no such chips left")),
    (
        r"you (can take at most|must take as many).*|you can take only one chip.*|flats must be.*",
        _("that is not as many chips as you may take here"),
    ),
    (r".* is chosen already|there is no such scoundrel", _("that scoundrel is taken")),
    (
        r"all squares of the \w+ are taken|there is no such place",
        _("there is no free square at that place"),
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
    (r"there is no loot in slot .*", _("that loot is gone")),
    (
        r"your scoundrel has lent .*",
        _("your scoundrel has lent its tool at this place already"),
    ),
    (
        r"your scoundrel lends .*",
        _("your scoundrel's tool is not needed for that loot"),
    ),
    (
        r"you lack .* for that loot|you have no .* to give",
        _("you do not have the tools for that"),
    ),
    (
        r"exchange square \d+ takes (?P<number>\d+) tools.*",
        _("that exchange takes %(number)s tools"),
    ),
    (r"that fence is not at the harbor", _("that fence is gone")),
    (
        r"you sell one or two loot cards.*|loot sold for one action.*",
        _("for an action you sell one or two cards of one type"),
    ),
    (r"fence .* does not buy .*", _("that fence does not buy such loot")),
    (r"fence .* buys only one .*", _("that fence buys only one of the kind")),
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
