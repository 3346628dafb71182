"""The API's description as a whole."""

import json
from typing import Any

from django.test import Client


def test_structs_of_one_name_in_two_apps_are_described_apart() -> None:
    description: Any = json.loads(Client().get("/api/v1/openapi.json").content)
    schemas = description["components"]["schemas"]

    def answer(path: str) -> Any:
        shown = description["paths"][f"/api/v1{path}"]["post"]["responses"]["200"]
        name = shown["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2]
        return schemas[name]["properties"]

    assert "legal_moves" in answer("/matches/{match_id}/resign")
    assert "points_after" in schemas["RatingsMoved"]["properties"]
    assert "legal_moves" not in schemas["RatingsMoved"]["properties"]
