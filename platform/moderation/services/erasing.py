"""What goes with an account that is erased: words, and the name before a renaming."""

from uuid import UUID

from django.db import transaction
from django.db.models import Q

from moderation.models import Case, Report


@transaction.atomic
def erase(*, account_id: UUID) -> None:
    """Forget what somebody has written, and what was written about them; cases stay, nameless."""
    theirs = Q(reporter=account_id) | Q(case__about=account_id)
    Report.objects.filter(theirs).update(words="")
    Report.objects.filter(case__about=account_id).update(said="")
    # What they have said beside a remark that was reported, by whomever.
    with_lines = Report.objects.filter(lines__contains=[{"account": str(account_id)}])
    for each in with_lines.select_for_update():
        each.lines = [line for line in each.lines if line["account"] != str(account_id)]
        each.save(update_fields=["lines"])
    Case.objects.filter(about=account_id).update(appeal_words="", name_before="")
