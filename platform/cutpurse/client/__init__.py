"""A typed client of the API. It knows no Django and needs no server code: httpx and msgspec alone.

>>> from cutpurse.client import Client, Turn
>>> client = Client("cp_…", address="https://play.example.org")  # doctest: +SKIP
>>> for news in client.follow():  # doctest: +SKIP
...     if isinstance(news, Turn):
...         client.move(news.match, news.legal_moves[0], news.version)
"""

from cutpurse.client.client import ADDRESS, Client
from cutpurse.client.errors import (
    BotsNotAllowedError,
    ConnectionFailedError,
    CutpurseError,
    IllegalMoveError,
    InvalidError,
    MatchOverError,
    NotAllowedError,
    NotAuthenticatedError,
    NotFoundError,
    NotYourTurnError,
    ProblemError,
    RateLimitedError,
    UnavailableError,
    UnexpectedAnswerError,
    VersionConflictError,
)
from cutpurse.client.models import (
    AccountEvent,
    Event,
    Finished,
    Match,
    Moved,
    MoveResult,
    News,
    Started,
    Turn,
)

__all__ = [
    "ADDRESS",
    "AccountEvent",
    "BotsNotAllowedError",
    "Client",
    "ConnectionFailedError",
    "CutpurseError",
    "Event",
    "Finished",
    "IllegalMoveError",
    "InvalidError",
    "Match",
    "MatchOverError",
    "MoveResult",
    "Moved",
    "News",
    "NotAllowedError",
    "NotAuthenticatedError",
    "NotFoundError",
    "NotYourTurnError",
    "ProblemError",
    "RateLimitedError",
    "Started",
    "Turn",
    "UnavailableError",
    "UnexpectedAnswerError",
    "VersionConflictError",
]
