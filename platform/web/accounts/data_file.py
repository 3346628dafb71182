"""Everything that the site keeps about a person: the sections of the file they can take with them.

Each section is a table read by the account; what is kept and not in the file is in LEFT_OUT, with
the reason. A test compares both with every model that refers to an account.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from itertools import groupby
from operator import itemgetter
from typing import IO
from uuid import UUID

from allauth.account.models import EmailAddress
from allauth.idp.oidc.models import Client
from allauth.idp.oidc.models import Token as Grant
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from django.contrib.admin.models import LogEntry
from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import Model, Q, QuerySet

from accounts import tokens
from accounts.models import Account, Block, EmailChange, Friendship, Mute, Sanction, Session, Token
from analyses import services as analyses
from api.problems import Problem
from deals.models import Attempt, Deal
from deals.models import Sighting as SeenAtDeal
from eventstore import sealed, streams
from eventstore.events import StoredEvent
from eventstore.models import Event
from matches import redaction
from matches import selectors as matches
from matches.events import KIND
from matches.models import (
    Match,
    PersonalInvitation,
    Presence,
    Remark,
    RematchAnswer,
    RollRecord,
    Seat,
    Sharer,
    Vacation,
)
from matches.state import OVER
from moderation.models import Case, Report
from notifications.models import (
    Delivery,
    Follow,
    NotifiedTurn,
    Preferences,
    PushSubscription,
    Webhook,
)
from puzzles.models import Answer
from ratings.models import (
    ChallengeRow,
    RatingChange,
    SeasonStanding,
    Seek,
    Sighting,
    Standing,
)
from studies.models import Comment, Study
from tournaments.models import Entrant, SeriesLine, Tournament

CHUNK = 2000
Rows = Iterable[Mapping[str, object]]

LEFT_OUT: Mapping[str, str] = {
    "accounts.Block.blocked": "Nobody is told who has blocked them.",
    "accounts.Mute.muted": "Nobody is told who has muted them.",
    "accounts.DataFile.account": "The file itself, which ends after a few days.",
    "partiality.PairTest.first": "What the staff looks at to find out, and whom it compares.",
    "partiality.PairTest.second": "The same.",
    "matches.ChancePending.account": "Part of a deal that is being made, and gone with it.",
    "tournaments.DrawShare.account": "Part of a draw that is being made, and gone with it.",
}
"""References to an account that are not in its file, and why."""


def _of(query: QuerySet[Model], *fields: str) -> Rows:
    return query.values(*fields).iterator(chunk_size=CHUNK)


def _account(me: Account) -> Rows:
    hidden = {"password"}
    names = [each.name for each in Account._meta.concrete_fields if each.name not in hidden]  # noqa: SLF001 - Django's public name.
    return _of(Account.objects.filter(pk=me.pk), *names)


def _friends(me: Account) -> Iterator[Mapping[str, object]]:
    """Yield friends and requests as the person sees them; one that was declined still waits."""
    states = Friendship.State
    for row in Friendship.objects.filter(Q(asker=me) | Q(asked=me)):
        if row.state == states.DROPPED or (row.asked_id == me.pk and row.state == states.DECLINED):
            continue
        state = "friends" if row.state == states.ACCEPTED else "asked"
        yield {"asker": row.asker_id, "asked": row.asked_id, "state": state, "at": row.made_at}


def _events(me: Account) -> Iterator[Mapping[str, object]]:
    """Yield every command of the person: moves, and acts in tournaments, ladders and studies.

    What a command sets off has the actor of the command, so whoever made the last move of a round
    has dealt the next one: while a match can be played, and while its deal can, each event is as
    the person may know it. Acts of the staff in cases are about others.
    """
    actor = tokens.actor_of(me.pk)
    found = Event.objects.filter(actor=actor).exclude(stream_kind="case")
    fields = ("stream_kind", "stream_id", "version", "type", "recorded_at", "body")
    rows = found.order_by("stream_id", "version").values(*fields).iterator(chunk_size=CHUNK)
    for (kind, stream), events in groupby(rows, itemgetter("stream_kind", "stream_id")):
        if kind == KIND and not _is_revealed(stream):
            yield from _as_may_be_known(me, stream, actor)
        else:
            yield from ({**row, "body": json.loads(row["body"])} for row in events)
    for match in _archived(me):
        yield from (
            _line(match, event, json.loads(event.body))
            for event in sealed.load(KIND, match)
            if event.actor == actor
        )


def _is_revealed(match: UUID) -> bool:
    over = Match.objects.filter(status__in=[each.value for each in OVER])
    return over.filter(pk=match, withheld=False).exists()


def _as_may_be_known(me: Account, match: UUID, actor: str) -> Iterator[Mapping[str, object]]:
    """Yield what somebody did in a match as they see it there, if they may know of it."""
    with suppress(Problem), matches.current_state(match, me.pk) as state:
        viewer = redaction.viewer_of(state, me.pk)
        for event in streams.load(KIND, match, until=state.version):
            if event.actor == actor:
                yield _line(match, event, redaction.event_line(state, event, viewer)["data"])


def _line(match: UUID, event: StoredEvent, body: object) -> Mapping[str, object]:
    return {
        "stream_kind": KIND,
        "stream_id": match,
        "version": event.version,
        "type": event.type,
        "recorded_at": event.at,
        "body": body,
    }


def _archived(me: Account) -> Iterator[UUID]:
    """Yield the matches of the person that were opened in months which have been sealed."""
    mine = Match.objects.filter(Q(opened_by=me) | Q(chairs__account=me)).distinct()
    for low, high in sealed.ranges():
        above = Q() if low is None else Q(id__gte=low)
        found = mine.filter(above, id__lt=high).order_by("id").values_list("id", flat=True)
        yield from found.iterator(chunk_size=CHUNK)


def _ways_in(me: Account) -> Iterator[Mapping[str, object]]:
    """Yield passkeys, apps and codes, without what they are made of."""
    for row in Authenticator.objects.filter(user=me):
        yield {
            "kind": row.type,
            "name": row.data.get("name", ""),
            "created_at": row.created_at,
            "last_used_at": row.last_used_at,
        }


def _key(me: Account) -> str:
    return f"account:{me.pk}"


SECTIONS: Mapping[str, Callable[[Account], Rows]] = {
    "account": _account,
    "tokens": lambda me: _of(
        Token.objects.filter(account=me),
        *("id", "name", "prefix", "scopes", "created_at", "expires_at", "revoked_at"),
        "last_used_at",
    ),
    "sessions": lambda me: _of(
        Session.objects.filter(account=me),
        "public_id",
        "browser",
        "created_at",
        "seen_at",
        "expire_date",
    ),
    "passkeys_and_codes": _ways_in,
    "other_sites": lambda me: _of(
        SocialAccount.objects.filter(user=me), "provider", "uid", "extra_data", "date_joined"
    ),
    "email_addresses": lambda me: _of(EmailAddress.objects.filter(user=me), "email", "verified"),
    "connected_programs": lambda me: _of(
        Grant.objects.filter(user=me), "client", "type", "scopes", "created_at", "expires_at"
    ),
    "own_programs": lambda me: _of(
        Client.objects.filter(owner=me),
        *("id", "name", "type", "scopes", "redirect_uris", "data", "created_at"),
    ),
    "email_changes": lambda me: _of(
        EmailChange.objects.filter(account=me), "id", "email", "asked_at"
    ),
    "friends": _friends,
    "blocks": lambda me: _of(
        Block.objects.filter(blocker=me), "blocked", "blocked__username", "made_at"
    ),
    "mutes": lambda me: _of(Mute.objects.filter(muter=me), "muted", "muted__username", "made_at"),
    "presence": lambda me: _of(Presence.objects.filter(account=me), "seen_at", "gone_at"),
    "pages_open": lambda me: _of(Sharer.objects.filter(account=me), "seen_at"),
    "withheld_shares": lambda me: _of(
        RollRecord.objects.filter(account=me), "rolls", "refused", "kept_off_until"
    ),
    "matches": lambda me: _of(
        Seat.objects.filter(account=me).order_by("match"),
        *("match", "match__game", "match__rules", "match__status", "match__started_at"),
        *("match__ended_at", "match__result", "seat", "player", "client_seed", "left"),
    ),
    "matches_opened": lambda me: _of(
        Match.objects.filter(opened_by=me), "id", "game", "status", "opened_at"
    ),
    "moves_and_acts": _events,
    "remarks": lambda me: _of(
        Remark.objects.filter(account=me),
        *("match", "tournament", "room", "phrase", "words", "said_at", "removed_at"),
    ),
    "rematch_answers": lambda me: RematchAnswer.objects.filter(account=me).values().iterator(),
    "invitations": lambda me: (
        PersonalInvitation.objects.filter(Q(account=me) | Q(invited_by=me)).values().iterator()
    ),
    "vacations": lambda me: Vacation.objects.filter(account=me).values().iterator(),
    "ratings": lambda me: _of(
        Standing.objects.filter(player=_key(me)),
        *("ladder__slug", "name", "rating", "deviation", "games", "points", "position", "last_at"),
    ),
    "rating_changes": lambda me: RatingChange.objects.filter(player=_key(me)).values().iterator(),
    "seasons": lambda me: SeasonStanding.objects.filter(player=_key(me)).values().iterator(),
    "searches": lambda me: _of(Seek.objects.filter(account=me), "ladder__slug", "seats", "made_at"),
    "sightings": lambda me: _of(
        Sighting.objects.filter(account=me), "ladder__slug", "origin", "seen_at"
    ),
    "challenges": lambda me: (
        ChallengeRow.objects.filter(Q(challenger=_key(me)) | Q(opponents__contains=[_key(me)]))
        .values()
        .iterator()
    ),
    "tournaments": lambda me: _of(
        Entrant.objects.filter(account=me),
        *("tournament__slug", "tournament__name", "number", "name", "presence", "seed", "rating"),
    ),
    "tournaments_run": lambda me: _of(
        Tournament.objects.filter(staff__contains=[me.pk]), "slug", "name", "status"
    ),
    "seen_at_deals": lambda me: _of(
        SeenAtDeal.objects.filter(account=me), "deal", "origin", "seen_at"
    ),
    "deals": lambda me: _of(
        Attempt.objects.filter(account=me),
        *("deal", "deal__game", "deal__day", "match", "begun_at", "is_newcomer", "origin"),
        *("score", "points"),
    ),
    "deals_opened": lambda me: _of(
        Deal.objects.filter(opened_by=me), "id", "game", "opens_at", "closes_at"
    ),
    "studies": lambda me: _of(
        Study.objects.filter(author=me), "id", "match", "shared", "deleted", "opened_at"
    ),
    "study_comments": lambda me: _of(
        Comment.objects.filter(study__author=me), "study", "words", "made_at"
    ),
    "reviews": lambda me: _of(
        analyses.reviews_of(me.pk),
        *("match", "seat", "version", "published", "body", "queued_at", "done_at"),
    ),
    "puzzles": lambda me: _of(
        Answer.objects.filter(account=me), "puzzle", "move", "is_right", "is_listed", "answered_at"
    ),
    "series": lambda me: SeriesLine.objects.filter(account=me).values().iterator(),
    "decisions": lambda me: _of(
        Case.objects.filter(about=me).exclude(measure__in=["", "none"]),
        *("id", "measure", "ground", "until", "decided_at", "in_force", "appeal", "appeal_words"),
    ),
    "sanctions": lambda me: _of(Sanction.objects.filter(account=me), "kind", "until"),
    "reports": lambda me: _of(
        Report.objects.filter(reporter=me),
        *("id", "ground", "match", "tournament", "phrase", "said", "said_at", "moments", "words"),
        "made_at",
    ),
    "notification_settings": lambda me: _of(
        Preferences.objects.filter(account=me), "choices", "zone", "quiet_from", "quiet_until"
    ),
    "notifications": lambda me: _of(
        Delivery.objects.filter(account=me).order_by("pk"),
        *("notification__kind", "notification__stream", "notification__happened_at", "channel"),
        *("state", "reason", "attempts", "due_at", "done_at"),
    ),
    "notified_turns": lambda me: _of(NotifiedTurn.objects.filter(account=me), "match", "told_at"),
    "browsers": lambda me: _of(
        PushSubscription.objects.filter(account=me),
        *("id", "endpoint", "browser", "made_at", "last_sent_at", "program"),
    ),
    "webhooks": lambda me: _of(
        Webhook.objects.filter(account=me),
        *("id", "url", "form", "kinds", "tournament__slug", "off_because", "made_at", "program"),
    ),
    "followed": lambda me: _of(
        Follow.objects.filter(account=me), "tournament__slug", "tournament__name", "made_at"
    ),
    "acts_of_staff": lambda me: _of(
        LogEntry.objects.filter(user=me), "action_time", "object_id", "change_message"
    ),
}
"""The files of the archive, by name."""

ABOUT = """Everything that the site keeps about you, one file for each subject, as JSON: a list of
objects in each. Times are UTC. Not in it: your password, of which only a hash is kept, the secrets
of tokens and sessions, and who has blocked, muted or reported you.
"""


def write(file: IO[bytes], rows: Rows) -> None:
    """Write rows as a JSON list, a row a line, without holding all of them."""
    file.write(b"[")
    for number, row in enumerate(rows):
        text = json.dumps(row, cls=DjangoJSONEncoder, ensure_ascii=False)
        file.write((",\n" if number else "\n").encode() + text.encode())
    file.write(b"\n]\n")
