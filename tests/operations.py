"""Every operation of the API as its description tells it, for tests that walk them all."""

import json
import re
from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple
from uuid import UUID

from accounts.models import Account
from accounts.services import issue_token
from api.scopes import SCOPES
from cutpurse.api_urls import description
from tests.callers import BASE, Answer, Caller, new_name

NOBODYS = str(UUID(int=0))
"""An id that nothing has."""
READING = "get"


class Operation(NamedTuple):
    """A method of an address."""

    method: str
    path: str
    """Below /api/v1, with its parameters in braces."""
    about: Mapping[str, Any]
    """What the description says of it."""

    def __str__(self) -> str:
        return f"{self.method.upper()} {self.path}"

    @property
    def parameters(self) -> set[str]:
        """The names of its query parameters."""
        found = self.about.get("parameters", [])
        return {each["name"] for each in found if each["in"] == "query"}

    @property
    def writes(self) -> bool:
        """Whether it changes something."""
        return self.method != READING

    def at(self, **ids: object) -> str:
        """Return its path with ids in place; what is not named is nobody's."""
        named = {name: str(value) for name, value in ids.items()}
        return re.sub(r"{(\w+)}", lambda found: named.get(found[1], stand_in(found[1])), self.path)

    def ask(self, caller: Caller, path: str, body: object = None, **headers: str) -> Answer:
        """Send it to an address, with a body where it takes one."""
        sent = b"" if "requestBody" not in self.about else json.dumps(body or {}).encode()
        return caller.send(self.method.upper(), path, sent, **headers)


def stand_in(parameter: str) -> str:
    """Return a value of a path's parameter with which nothing is found."""
    if parameter in {"draw", "entrant", "invitation", "line", "number", "remark_id", "seat"}:
        return "9999"
    ids = {"account", "case", "token", "match_id", "table_id", "challenge_id", "delivery"}
    ids |= {"comment", "deal", "puzzle", "study", "subscription", "webhook"}
    return NOBODYS if parameter in ids else "nobody"


@cache
def operations() -> tuple[Operation, ...]:
    """Return all operations."""
    paths = json.loads(description())["paths"]
    return tuple(
        Operation(method, path.removeprefix(BASE), about)
        for path, methods in paths.items()
        for method, about in methods.items()
    )


def with_scopes(*scopes: str, account: Account | None = None) -> Caller:
    """Return a caller whose token has scopes, all of them by default, of the staff by default."""
    who = account or Account.objects.create(username=new_name(), is_staff=True, is_superuser=True)
    issued = issue_token(account=who, name="test", scopes=scopes or tuple(SCOPES))
    return Caller(issued.secret)
