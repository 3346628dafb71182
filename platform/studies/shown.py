"""Studies as they are answered."""

from uuid import UUID

from accounts.models import Account
from studies import selectors
from studies.answers import StudyComment, StudyLine, StudyListed, StudyMove, StudyShown
from studies.models import Comment, Study


def listed(row: Study) -> StudyListed:
    """Return a study as lists have it."""
    return StudyListed(
        id=str(row.pk),
        match=str(row.match_id),
        game=row.match.game,
        shared=row.shared,
        lines=row.lines,
        opened_at=row.opened_at,
        updated_at=row.updated_at,
    )


def study(study_id: UUID, account: UUID | None) -> StudyShown:
    """Return a study as an account reads it; raises not_found."""
    state, recording = selectors.readable(study_id, account)
    rules = recording.head.rules
    assert state.author is not None  # noqa: S101 - The first event says it.
    author = Account.objects.get(pk=state.author)
    lines = [
        StudyLine(
            line=line.number,
            at=line.at,
            parent=line.parent,
            ply=line.ply,
            bots=list(line.bots),
            moves=[StudyMove(made.seat, made.move, made.bot) for made in line.moves],
        )
        for line in state.lines.values()
    ]
    comments = [
        StudyComment(
            id=str(row.pk),
            line=state.comments[row.pk][0],
            ply=state.comments[row.pk][1],
            words=row.words,
            made_at=row.made_at,
        )
        for row in Comment.objects.filter(study=study_id).order_by("id")
        if row.pk in state.comments
    ]
    return StudyShown(
        id=str(study_id),
        match=str(recording.head.id),
        game=rules.game,
        rules=rules.id,
        author=author.username,
        mine=state.author == account,
        shared=state.shared,
        lines=lines,
        comments=comments,
    )
