"""What people say at a table, on its page: the remarks, and the phrases to choose from."""

from collections.abc import Mapping
from typing import NamedTuple, cast
from uuid import UUID

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from matches import remarks
from matches.models import Match, Remark
from matches.phrases import PHRASES, Phrase

SHOWN_MAX = 8
"""How many remarks stand below the log."""

WORDS: Mapping[Phrase, Promise | str] = {
    "nice": _("Nice!"),
    "ouch": _("Ouch!"),
    "thinking": _("Let me think."),
    "moment": _("Just a moment, please."),
    "well_stolen": _("Well stolen!"),
    "thanks": _("Thank you!"),
    "good_game": _("Good game!"),
    "smile": "😊",
    "laugh": "😄",
    "wow": "😮",
    "sad": "😢",
    "clap": "👏",
}
EMOJI: Mapping[Phrase, Promise] = {
    "smile": _("a smile"),
    "laugh": _("laughter"),
    "wow": _("astonishment"),
    "sad": _("a sad face"),
    "clap": _("applause"),
}
"""What a screen reader says instead of the picture."""


class Choice(NamedTuple):
    """A phrase as a button, or as somebody has said it."""

    key: Phrase
    words: Promise | str
    name: Promise | None
    """What the words are called where they are a picture."""


class Said(NamedTuple):
    """A remark as a page shows it."""

    id: int
    seat: int | None
    name: str
    choice: Choice


class Talk(NamedTuple):
    """What is said at a match, and whether the reader may say something."""

    said: list[Said]
    """Oldest first."""
    may_say: bool
    choices: list[Choice]


def talk(match: Match, account: UUID | None) -> Talk:
    """Return what a reader hears, and may say, at a match that he may see."""
    latest = remarks.latest(match, account)[:SHOWN_MAX]
    return Talk(
        [_said(each) for each in reversed(latest)],
        account is not None and remarks.may_say(match, account),
        [_choice(each) for each in PHRASES],
    )


def _choice(key: Phrase) -> Choice:
    return Choice(key, WORDS[key], EMOJI.get(key))


def _said(remark: Remark) -> Said:
    choice = _choice(cast("Phrase", remark.phrase))
    return Said(remark.pk, remark.seat, remark.account.username, choice)
