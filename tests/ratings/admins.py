"""Admins and players of ladders, through the API."""

import json
import secrets
from typing import Any

from accounts.models import Account
from tests.callers import PASSWORD, Answer, Caller, new_name, new_player
from tests.ratings.ladders import BY_HAND


def new_admin() -> Caller:
    """Return somebody who runs ladders."""
    name = new_name()
    new_player(name=name)
    Account.objects.filter(username=name).update(is_staff=True)
    wanted = {"username": name, "password": PASSWORD, "scopes": ["ladder", "play", "read"]}
    issued = Caller().post("/tokens", wanted)
    assert issued.status == 201, issued.body
    return Caller(issued.body["token"])


def open_ladder(admin: Caller, **settings: Any) -> str:
    """Open a ladder of Pickpocket, whose stakes are reckoned by hand, and return its slug."""
    settings["parameters"] = {**BY_HAND, **settings.get("parameters", {})}
    slug = f"ladder-{secrets.token_hex(5)}"
    wanted = {"slug": slug, "name": "Pickpockets", "game": "pickpocket", "clock": 3600, **settings}
    answer = admin.post("/ladders", wanted)
    assert answer.status == 201, answer.body
    return slug


def patch(admin: Caller, path: str, body: object) -> Answer:
    """Change settings."""
    return admin.send("PATCH", path, json.dumps(body).encode())


def bring_in(admin: Caller, slug: str, *lines: str, **about: Any) -> Answer:
    """Import a CSV of a table of two."""
    text = "\n".join(["played_at,player1,place1,player2,place2", *lines])
    body = {"text": text, "guests": True, "reason": "ten years of results", **about}
    return admin.post(f"/ladders/{slug}/import", body)


def ok(answer: Answer, status: int = 200) -> Any:
    """Return the body of an answer that has the status."""
    assert answer.status == status, answer.body
    return answer.body
