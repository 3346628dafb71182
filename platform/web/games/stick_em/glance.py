"""The table of Stick 'Em in words."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from web.games.glance import View, by_seat, held
from web.games.narration import People, join_words
from web.games.stick_em.words import COLOURS, card


def glance(view: View, people: People) -> list[str]:
    """Return the trick, the seats and the hand."""
    seats = range(len(view["totals"]))
    lines = [_middle(view, people), by_seat(people, [_seat(view, seat) for seat in seats])]
    return [*lines, held([card(name) for name in view["hand"]], people)] if view["hand"] else lines


def _middle(view: View, people: People) -> str:
    if view["phase"] == "pain":
        chosen = [seat for seat, done in enumerate(view["committed"]) if done]
        return _("Pain cards are being picked. Done: %(names)s.") % {"names": people.names(chosen)}
    if not view["trick"]:
        return _("There are no cards on the table.")
    played = [f"{people.name(each['seat'])} {card(each['card'])}" for each in view["trick"]]
    words = {"colour": COLOURS[view["lead"]], "cards": join_words(played)}
    return _("The colour led is %(colour)s. Played: %(cards)s.") % words


def _seat(view: View, seat: int) -> str:
    score = view["totals"][seat]
    words = [ngettext("%(n)s point", "%(n)s points", score) % {"n": score}]
    if view["pain"][seat] is not None:
        words.append(_("pain card %(card)s") % {"card": card(view["pain"][seat])})
    words.append(_("cards taken: %(n)s") % {"n": view["captured_sizes"][seat]})
    return ", ".join(words)
