"""What people say, on pages: the remarks, the phrases to choose from, and who may say something."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple, cast
from uuid import UUID

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts import mutes
from accounts.models import Account
from matches import remarks
from matches.models import Match, Remark, Seat
from matches.phrases import PHRASES, WORDS_MAX, Phrase
from matches.services.talking import REMOVE
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
    """A phrase as a button, or what somebody has said."""

    key: Phrase | None
    """None for own words."""
    words: Promise | str
    name: Promise | None
    """What the words are called where they are a picture."""


class Said(NamedTuple):
    """A remark as a page shows it."""

    id: int
    seat: int | None
    room: str
    account: UUID
    name: str
    at: datetime
    choice: Choice
    may_be_reported: bool
    """Whether the reader has an account, and somebody else has said it; so they may be muted."""
    may_be_removed: bool
    """Whether the reader has said it, or may remove what others have said."""


class Speaker(NamedTuple):
    """Somebody else at a table, whose words the reader may have hidden."""

    account: UUID
    name: str
    is_muted: bool


class Muted(NamedTuple):
    """A decision by which somebody may not talk."""

    until: datetime | None
    """None: it does not end by itself."""
    why: Promise


class Talk(NamedTuple):
    """What is said somewhere, and whether the reader may say something."""

    said: list[Said]
    """Oldest first."""
    may_say: bool
    choices: list[Choice]
    muted: Muted | None = None
    """Why the reader can say nothing, where the site's staff has decided so."""
    words_max: int = 0
    """Characters of own words; 0 where the reader has phrases alone."""
    speakers: Sequence[Speaker] = ()
    """The other people at the table, for a reader who may say something."""


def talk(match: Match, account: UUID | None) -> Talk:
    """Return what a reader hears, and may say, at a match that he may see."""
    may_take_away = may_remove(account)
    latest = remarks.latest(match, account, hears_muted=may_take_away)[:SHOWN_MAX]
    may_say = account is not None and remarks.may_say(match, account)
    shown = said(latest, account, may_remove=may_take_away)
    found = made(shown, account, may_say=may_say, is_open=remarks.is_open(match))
    return found._replace(speakers=_speakers(match, account)) if account and may_say else found


def _speakers(match: Match, reader: UUID) -> list[Speaker]:
    seated = Seat.objects.filter(match=match, account__is_bot=False).exclude(account=reader)
    others = [each for each in seated.select_related("account").order_by("seat") if each.account]
    muted = set(mutes.made_by(reader).values_list("muted", flat=True))
    return [
        Speaker(each.account.pk, each.shown_player, each.account.pk in muted)
        for each in others
        if each.account and not each.account.is_erased
    ]


def made(shown: list[Said], account: UUID | None, *, may_say: bool, is_open: bool) -> Talk:
    """Return a talk of what is said, and of what its reader may say."""
    reader = None if account is None or not may_say else Account.objects.get(pk=account)
    is_free = reader is not None and remarks.has_own_words(reader)
    return Talk(
        shown,
        may_say,
        [_choice(each) for each in PHRASES],
        None if may_say or account is None or not is_open else _muted(account),
        WORDS_MAX if is_free else 0,
    )


def may_remove(account: UUID | None) -> bool:
    """Return whether somebody of the site's staff may remove what others have said."""
    if account is None:
        return False
    found = Account.objects.filter(pk=account, is_staff=True, is_active=True).first()
    return found is not None and found.has_perm(REMOVE)


def said(latest: Iterable[Remark], account: UUID | None, *, may_remove: bool) -> list[Said]:
    """Return remarks that come newest first as a page shows them, oldest first."""
    return [_said(each, account, may_remove=may_remove) for each in latest][::-1]


def _muted(account: UUID) -> Muted | None:
    decision = selectors.mute(account)
    return None if decision is None else Muted(decision.until, GROUNDS[decision.ground])


def _choice(key: Phrase) -> Choice:
    return Choice(key, WORDS[key], EMOJI.get(key))


def _said(remark: Remark, account: UUID | None, *, may_remove: bool) -> Said:
    is_own = remark.account_id == account
    phrase = cast("Phrase", remark.phrase)
    return Said(
        id=remark.pk,
        seat=remark.seat,
        room=remark.room,
        account=remark.account_id,
        name=remark.account.username,
        at=remark.said_at,
        choice=_choice(phrase) if phrase else Choice(None, remark.words, None),
        may_be_reported=account is not None and not is_own,
        may_be_removed=account is not None and (is_own or may_remove),
    )


def words_of(remark: Remark) -> str:
    """Return what somebody has said, in the reader's language."""
    return remark.words or str(WORDS.get(cast("Phrase", remark.phrase), remark.phrase))
