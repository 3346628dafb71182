"""The tournaments that are over, as Atom (RFC 4287), for programs that read feeds."""

from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from notifications import links
from tournaments import visibility
from tournaments.models import Tournament

MOST = 50


def finished(title: str) -> str:
    """Return the latest public tournaments that are over, each by the id of its stream."""
    feed = Atom1Feed(
        title=" ".join(title.split()),
        link=links.absolute(reverse("web:tournaments")),
        description=None,
        language=get_language() or "en",
        feed_url=links.absolute(reverse("web:tournaments-feed")),
    )
    rows = Tournament.objects.filter(visibility.seen_by(None), status="finished")
    for row in rows.order_by("-updated_at", "-id")[:MOST]:
        feed.add_item(
            title=row.name,
            link=links.absolute(reverse("web:tournament-standings", args=[row.slug])),
            description=_("%(count)s took part.") % {"count": row.entrants_count},
            unique_id=f"urn:uuid:{row.pk}",
            updateddate=row.updated_at,
            pubdate=row.updated_at,
        )
    return feed.writeString("utf-8")
