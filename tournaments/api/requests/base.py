"""What all commands of tournaments are asked with."""

from typing import Annotated

from msgspec import Meta

from api.formats import REASON_MAX, RequestModel

Version = Annotated[int, Meta(ge=0, le=2**31 - 1)]


Number = Annotated[int, Meta(ge=1, le=10_000)]


Place = Annotated[int, Meta(ge=1, le=6)]


Score = Annotated[int, Meta(ge=-1_000_000, le=1_000_000)]


Slug = Annotated[str, Meta(min_length=3, max_length=60, pattern="^[a-z0-9]+(-[a-z0-9]+)*$")]


THEN = {
    "label": "Rounds that were paired on the old result",
    "labels": {"keep": "stay as they are", "repair": "are paired again, while none has a result"},
}


Reason = Annotated[
    str, Meta(max_length=REASON_MAX, description="The reason, which is recorded in the audit log.")
]


class Command(RequestModel, frozen=True, kw_only=True):
    """The fields common to all commands."""

    reason: Reason = ""
    expected_version: Annotated[
        Version | None,
        Meta(
            description="The version that you have seen; the command is refused "
            "if the tournament has changed since then."
        ),
    ] = None
