"""A bot without this project's client: TOKEN=cp_… python bot.py MATCHES (needs httpx)."""

import json
import os
import random
import sys
import uuid

import httpx

site, left = os.environ.get("API", "http://127.0.0.1:8000"), int(sys.argv[1])
token = {"Authorization": f"Bearer {os.environ['TOKEN']}"}
api = httpx.Client(base_url=f"{site}/api/v1", headers=token, timeout=30)


def post(path: str, body: object) -> httpx.Response:
    return api.post(path, json=body, headers={"Idempotency-Key": uuid.uuid4().hex})


def sit_down() -> None:
    match = post("/matches", {"game": "stick-em", "seats": 3, "options": {"rounds": 1}}).json()
    for seat in ({}, {"bot": "greedy"}, {"bot": "random"}):
        post(f"/matches/{match['id']}/seats", seat).raise_for_status()


sit_down()
with api.stream("GET", "/me/stream", headers={"Accept": "application/x-ndjson"}) as stream:
    for line in filter(None, map(str.strip, stream.iter_lines())):
        news = json.loads(line)
        if news["type"] == "your_turn":  # After a version conflict it comes again.
            move = random.choice(news["legal_moves"])
            body = {"expected_version": news["version"], "move": move}
            post(f"/matches/{news['match']}/moves", body)
        elif news["type"] == "match_finished":
            left -= 1
            print(left, "to go; placings:", news["result"]["placings"])
            if not left:
                break
            sit_down()
