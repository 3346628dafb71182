"""A tournament after a command, or as it would be."""

from typing import Literal, cast
from uuid import UUID

from msgspec import structs

from tournaments.answers import (
    AcceptedShown,
    Answered,
    Consequences,
    LeftOutShown,
    ListAnswered,
    ListUnderstood,
)
from tournaments.command_handler import CommandResult
from tournaments.selectors.tournaments import page
from tournaments.services.entry_lists import UnderstoodList


def after_command(done: CommandResult, account: UUID | None) -> Answered:
    """Return a tournament as it is answered after a command, or as it would be."""
    report = None if done.consequences is None else Consequences(**done.consequences)
    return Answered(**structs.asdict(page(done.state, account)), consequences=report)


def after_list(
    done: CommandResult, understood: UnderstoodList, account: UUID | None
) -> ListAnswered:
    """Return a tournament as it is answered after a list was entered, or as it would be."""
    return ListAnswered(
        **structs.asdict(after_command(done, account)),
        understood=ListUnderstood(
            layout=cast("Literal['names', 'columns', 'surname_first']", understood.layout),
            accepted=[
                AcceptedShown(
                    line=each.listed.line,
                    name=each.newcomer.name,
                    account=each.listed.account or None,
                    rating=each.newcomer.rating,
                    seed=each.listed.seed,
                    club=each.newcomer.club,
                    waiting=each.waits,
                )
                for each in understood.accepted
            ],
            left_out=[
                LeftOutShown(each.line, each.text, str(each.why)) for each in understood.left_out
            ],
        ),
    )
