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
        match=None if row.match_id is None else str(row.match_id),
        game=row.game,
        shared=row.shared,
        lines=row.lines,
        opened_at=row.opened_at,
        updated_at=row.updated_at,
    )


def study(study_id: UUID, account: UUID | None) -> StudyShown:
    """Return a study as an account reads it; raises not_found."""
    state, ground = selectors.readable(study_id, account)
    rules, at_hand = ground.rules, state.position
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
        match=None if state.match is None else str(state.match),
        game=rules.game,
        rules=rules.id,
        author=author.username,
        mine=state.author == account,
        shared=state.shared,
        lines=lines,
        comments=comments,
        position=None if at_hand is None else at_hand.position,
        seed=None if at_hand is None else at_hand.seed,
    )
