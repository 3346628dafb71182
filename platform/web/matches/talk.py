"""What people say at a table, on its page: the remarks, and the phrases to choose from."""

from collections.abc import Mapping
from datetime import datetime
from typing import NamedTuple, cast
from uuid import UUID

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from matches import remarks
from matches.models import Match, Remark
from matches.phrases import PHRASES, Phrase
from moderation import selectors
from web.case_words import GROUNDS

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
    may_be_reported: bool
    """Whether the reader has an account, and somebody else has said it."""


class Muted(NamedTuple):
    """A decision by which somebody may not talk."""

    until: datetime | None
    """None: it does not end by itself."""
    why: Promise


class Talk(NamedTuple):
    """What is said at a match, and whether the reader may say something."""

    said: list[Said]
    """Oldest first."""
    may_say: bool
    choices: list[Choice]
    muted: "Muted | None" = None
    """Why the reader can say nothing, where the site's staff has decided so."""


def talk(match: Match, account: UUID | None) -> Talk:
    """Return what a reader hears, and may say, at a match that he may see."""
    latest = remarks.latest(match, account)[:SHOWN_MAX]
    may_say = account is not None and remarks.may_say(match, account)
    return Talk(
        [_said(each, account) for each in reversed(latest)],
        may_say,
        [_choice(each) for each in PHRASES],
        None if may_say or account is None or not remarks.is_open(match) else _muted(account),
    )


def _muted(account: UUID) -> Muted | None:
    decision = selectors.mute(account)
    return None if decision is None else Muted(decision.until, GROUNDS[decision.ground])


def _choice(key: Phrase) -> Choice:
    return Choice(key, WORDS[key], EMOJI.get(key))


def _said(remark: Remark, account: UUID | None) -> Said:
    choice = _choice(cast("Phrase", remark.phrase))
    may_be_reported = account is not None and remark.account_id != account
    return Said(remark.pk, remark.seat, remark.account.username, choice, may_be_reported)
