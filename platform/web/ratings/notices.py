"""What somebody should hear of wherever they are on the site: a match found, a challenge."""

from datetime import datetime, timedelta
from uuid import UUID

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import Account
from matches.models import Seat
from matches.state import Status
from ratings import players
from ratings.models import Call
from web.ratings import playing

FRESH = timedelta(minutes=5)
"""How long a found match is news."""


def notices(me: Account) -> list[dict[str, str]]:
    """Return what is new for an account: a key, the words, and where it leads."""
    return [*_found_matches(me), *_challenges(me)]


def _found_matches(me: Account) -> list[dict[str, str]]:
    key = players.of_account(me.pk, me.username).key
    fresh = Call.objects.filter(id__gt=_first_id(timezone.now() - FRESH))
    calls = fresh.filter(players__contains=[key], match__isnull=False).select_related("ladder")
    sitting = Seat.objects.filter(account=me, left=False, match__status=Status.LIVE.value)
    live = set(sitting.filter(match__in=calls.values("match")).values_list("match_id", flat=True))
    return [
        {
            "key": str(call.id),
            "words": _("Your match on %(ladder)s has started.") % {"ladder": call.ladder.name},
            "address": reverse("web:match", args=[call.match]),
        }
        for call in calls
        if call.match in live
    ]


def _challenges(me: Account) -> list[dict[str, str]]:
    return [
        {
            "key": str(each.row.id),
            "words": _("%(name)s challenges you on %(ladder)s.")
            % {"name": each.challenger.name, "ladder": each.ladder.name},
            "address": reverse("web:ladder-challenge", args=[each.ladder.slug, each.row.id]),
        }
        for each in playing.open_challenges(me.pk)
        if each.may_answer
    ]


def _first_id(moment: datetime) -> UUID:
    """Return the least id that can have been made at a moment: ids begin with milliseconds."""
    return UUID(int=int(moment.timestamp() * 1000) << 80)
