"""A ladder on which people are found for one another, and what is downloaded of it."""

import json
from io import StringIO
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from django.test import Client

from agenda import runs
from cutpurse import verify
from eventstore import streams
from matches import logs as match_logs
from matches import selectors as matches
from ratings.models import Call, Ladder
from ratings.services import managing, matchmaking
from tests.callers import Caller, new_name, new_player
from tests.ratings import ladders
from tests.ratings.admins import new_admin, ok, open_ladder
from tests.ratings.test_matchmaking import play_out


class Season:
    """A ladder, and people who search on it two by two."""

    def __init__(self, **settings: Any) -> None:
        self.slug = open_ladder(new_admin(), visibility="public", **settings)

    @property
    def ladder(self) -> Ladder:
        return Ladder.objects.get(slug=self.slug)

    def search(self, count: int = 2) -> list[Caller]:
        people = [new_player(name=new_name()) for _ in range(count)]
        for each in people:
            ok(each.post(f"/ladders/{self.slug}/searches", {"seats": 2}), 201)
        return people

    def find(self) -> UUID:
        """Have two people find a match, and return it."""
        self.search()
        runs.run_due_now()
        found = Call.objects.filter(ladder__slug=self.slug).latest("made_at").match
        assert found is not None
        return found

    def call(self) -> Call:
        """Have two people put together, whose match is not opened yet."""
        self.search()
        (found,) = matchmaking.form_matches(self.ladder.id)
        return found

    def play(self) -> UUID:
        match = self.find()
        play_out(match)
        runs.run_due_now()
        return match

    def close(self, name: str = "next") -> None:
        managing.close_season(
            ladder_id=self.ladder.id, name=name, keep_percent=50, order=ladders.order()
        )

    @property
    def log(self) -> str:
        answer = Client().get(f"/api/v1/ladders/{self.slug}/log/file")
        assert answer.status_code == 200
        return answer.getvalue().decode()

    def types(self) -> list[str]:
        return [json.loads(line)["type"] for line in self.log.splitlines()[1:]]


def played_of_their_own(season: Season) -> UUID:
    """Return a match for the ladder that two people have opened themselves, played to its end."""
    ann, bob = new_player(name=new_name()), new_player(name=new_name())
    asked = {"game": "pickpocket", "seats": 2, "ladder": season.slug}
    match = UUID(ok(ann.post("/matches", asked), 201)["id"])
    for each in (ann, bob):
        ok(each.post(f"/matches/{match}/seats", {}), 201)
    play_out(match)
    runs.run_due_now()
    return match


def log_of(match: UUID) -> str:
    return "".join(match_logs.text(matches.log(match, None)))


def deal_of(match: UUID) -> str:
    first = streams.load("match", match, until=1)[0]
    return str(json.loads(first.body)["deal"])


def verified(folder: Path, *texts: str, strict: bool = False) -> tuple[int, str]:
    """Return how `cutpurse-verify` ends for some logs, and what it says."""
    paths = []
    for number, text in enumerate(texts):
        path = folder / f"{number}.ndjson"
        path.write_text(text, encoding="utf-8")
        paths.append(str(path))
    with pytest.MonkeyPatch.context() as patch:
        said = StringIO()
        patch.setattr("sys.stdout", said)
        code = verify.main([*paths, *(["--strict"] if strict else [])])
    return code, said.getvalue()
