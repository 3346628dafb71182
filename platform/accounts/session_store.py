"""Sessions that know their account, so that people see where they are signed in.

The settings name this module as SESSION_ENGINE.
"""

from datetime import timedelta

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore as DatabaseStore
from django.http import HttpRequest
from django.utils import timezone

from accounts.models import Session
from games.json_types import JsonObject

BROWSER = "browser"
"""Where a session keeps what the browser said it is."""
SEEN_EVERY = timedelta(hours=1)


class SessionStore(DatabaseStore):
    """Django's sessions in the database, in a table of our own."""

    @classmethod
    def get_model_class(cls) -> type[Session]:
        """Return the table's model."""
        return Session

    def create_model_instance(self, data: JsonObject) -> Session:
        """Return the row of this session; one that exists keeps its id and its beginning."""
        row: Session = super().create_model_instance(data)  # type: ignore[assignment]
        row.account_id = data.get(SESSION_KEY)
        row.browser = data.get(BROWSER, "")
        known = Session.objects.filter(session_key=row.session_key).first()
        if known is not None:
            row.public_id, row.created_at = known.public_id, known.created_at
            row.seen_at = known.seen_at
        return row

    def _get_session_from_db(self) -> Session | None:
        """Return the row of a session, and note once an hour that it was used."""
        row: Session | None = super()._get_session_from_db()  # type: ignore[misc] # Not in the stubs.
        now = timezone.now()
        if row is not None and row.seen_at < now - SEEN_EVERY:
            Session.objects.filter(pk=row.pk).update(seen_at=now)
        return row


def remember_browser(request: HttpRequest, **_signal: object) -> None:
    """Write down what browser somebody signs in with (the signal `user_logged_in`)."""
    length_max = Session._meta.get_field("browser").max_length  # noqa: SLF001 - Django's public API.
    request.session[BROWSER] = request.META.get("HTTP_USER_AGENT", "")[:length_max]
