"""Examples of requests and answers, from one match and one tournament; tests hold them to form."""

from collections.abc import Mapping

from games.json_types import JsonMapping, JsonObject

MATCH = "01a1fe0c-05b9-7e84-b245-017f4c04de4f"
ACCOUNT = "01a1fdff-3a10-7c55-9d1c-5a2f6f0c8e11"
TOKEN = "01a1fe00-8b1d-7f0e-8a44-2b7d9f3e6c21"  # noqa: S105 - The id of one.

PARAMETERS: Mapping[str, str] = {
    "match_id": MATCH,
    "slug": "friday-cup",
    "username": "robin",
    "name": "robin",
    "token": TOKEN,
    "code": "version_conflict",
}
"""Of addresses."""

REQUESTS: JsonMapping = {
    "post_accounts": {"username": "robin", "password": "a long enough passphrase"},
    "post_tokens": {
        "username": "robin",
        "password": "a long enough passphrase",
        "name": "laptop",
        "scopes": ["play", "read"],
        "expires_in": 86400,
    },
    "post_me_bot": {"contact": "robin@example.org"},
    "post_matches": {"game": "stick-em", "seats": 3, "clock": {"per_move": 60}},
    "post_matches_by_match_id_seats": {"bot": "greedy"},
    "post_matches_by_match_id_moves": {
        "expected_version": 12,
        "move": {"type": "play_card", "card": "R7"},
    },
    "post_matches_by_match_id_remarks": {"phrase": "good_game"},
    "post_tournaments": {
        "slug": "friday-cup",
        "name": "Friday Cup",
        "game": "stick-em",
        "stages": [{"format": "pods", "options": {"rounds": 3}}],
    },
    "post_tournaments_by_slug_entrants": {"csv": "name\nann\nbob\ncleo\n"},
    "put_tournaments_by_slug_tables_by_table_id_result": {
        "placings": [1, 2, 2, 4],
        "reason": "the judge's decision",
        "expected_version": 41,
    },
    "post_ladders": {
        "slug": "stick-em-open",
        "name": "Stick 'Em, open",
        "game": "stick-em",
        "clock": 3600,
    },
    "post_ladders_by_slug_searches": {"seats": 3},
    "post_ladders_by_slug_challenges": {"opponents": ["marian"]},
}
"""By the operation's id."""

ANSWERS: Mapping[tuple[str, str], object] = {
    ("post_accounts", "201"): {
        "id": ACCOUNT,
        "username": "robin",
        "is_bot": False,
        "date_joined": "2026-11-20T18:30:00.123456Z",
        "is_guest": False,
    },
    ("post_tokens", "201"): {
        "token": "cp_" + "x" * 43,
        "id": TOKEN,
        "name": "laptop",
        "prefix": "cp_xxxxx",
        "scopes": ["play", "read"],
        "created_at": "2026-11-20T18:31:00Z",
        "expires_at": "2026-11-21T18:31:00Z",
        "token_type": "Bearer",
    },
    ("get_matches", "200"): {
        "results": [
            {
                "id": MATCH,
                "game": "stick-em",
                "rules": "stick-em@1",
                "status": "finished",
                "seats_max": 3,
                "players": ["robin", "greedy", "random"],
                "bots": ["greedy", "random"],
                "version": 97,
                "opened_at": "2026-11-20T19:00:00.000Z",
                "started_at": "2026-11-20T19:00:12.345Z",
                "ended_at": "2026-11-20T19:20:01.000Z",
                "imported": False,
                "result": {"reason": "finished", "scores": [12, 7, 9], "placings": [1, 3, 2]},
            }
        ],
        "next": None,
        "previous": None,
    },
}
"""By the operation's id and the status."""

PROBLEM: JsonObject = {
    "type": "/api/v1/problems/version_conflict",
    "title": "The resource has changed since that version.",
    "status": 409,
    "detail": "The match is at version 13, not 12.",
    "code": "version_conflict",
    "params": {"expected": 12, "current": 13},
    "errors": [],
    "request_id": "01a1fe0c05b97e84b245017f4c04de4f",
}


def add_all(described: JsonObject) -> None:
    """Put the examples where they belong."""
    for methods in described["paths"].values():
        for operation in methods.values():
            _add(operation)
    described["components"]["schemas"]["ProblemBody"]["examples"] = [PROBLEM]


def _add(operation: JsonObject) -> None:
    name = operation["operationId"]
    for parameter in operation.get("parameters", ()):
        if parameter["in"] == "path" and parameter["name"] in PARAMETERS:
            parameter["example"] = PARAMETERS[parameter["name"]]
    if name in REQUESTS:
        operation["requestBody"]["content"]["application/json"]["example"] = REQUESTS[name]
    for status, answer in operation["responses"].items():
        if (name, status) in ANSWERS:
            answer["content"]["application/json"]["example"] = ANSWERS[name, status]
