"""What goes with an account that is erased: words, and the name before a renaming."""

from uuid import UUID

from django.db.models import Q

from moderation.models import Case, Report


def erase(*, account_id: UUID) -> None:
    """Forget what somebody has written, and what was written about them; cases stay, nameless."""
    theirs = Q(reporter=account_id) | Q(case__about=account_id)
    Report.objects.filter(theirs).update(words="")
    Case.objects.filter(about=account_id).update(appeal_words="", name_before="")
