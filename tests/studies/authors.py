"""Who studies a match, for tests of studies."""

from typing import Any
from uuid import UUID

from accounts.models import Account
from eventstore import verification
from studies.events import KIND
from tests.analyses.finished import finished
from tests.callers import Answer, Caller, new_key
from tests.matches import tables
from tests.operations import with_scopes

SEATS = {"stick-em": 3, "sticky-fingers": 2, "second-story": 2, "pickpocket": 2}


class Author:
    """Somebody who has played a match and studies it."""

    def __init__(self, game: str = "pickpocket", **wanted: Any) -> None:
        players = tables.people(SEATS[game])
        self.match, _players = finished(game, players, **wanted)
        self.account = Account.objects.get(pk=players[0].account)
        self.caller = with_scopes("play", account=self.account)
        self.study = UUID(int=0)

    def post(self, path: str, body: object) -> Answer:
        return self.caller.post(path, body, key=new_key())

    def opened(self, at: int = 1, **said: object) -> dict[str, Any]:
        """Open a study and return it."""
        answer = self.post(f"/matches/{self.match}/studies", {"at": at, **said})
        assert answer.status == 201, answer.body
        self.study = UUID(answer.body["id"])
        return dict(answer.body)

    def look(self, line: int = 1, query: str = "", caller: Caller | None = None) -> Answer:
        return (caller or self.caller).get(f"/studies/{self.study}/lines/{line}{query}")

    def move(self, ply: int, line: int = 1, **said: object) -> Answer:
        return self.post(f"/studies/{self.study}/lines/{line}/moves", {"ply": ply, **said})

    def read(self, caller: Caller | None = None) -> Answer:
        return (caller or self.caller).get(f"/studies/{self.study}")


def is_whole(study: UUID) -> bool:
    return verification.check(KIND, study) == []
