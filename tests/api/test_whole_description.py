"""The description as a whole: where the server is, who may ask, conventions, sets, examples."""

import json
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from api.problem_codes import KINDS
from cutpurse.api_urls import description
from cutpurse.embedded.addresses import ROOT
from cutpurse.openapi import conventions, enumerations, examples

described: Any = json.loads(description())


def inline_sets(node: Any, at: str = "") -> Iterator[tuple[str, frozenset[str]]]:
    """Yield every closed set of texts by where it stands, but for those that have a name."""
    if isinstance(node, dict):
        values = node.get("enum")
        if isinstance(values, list) and all(isinstance(each, str) for each in values):
            yield at, frozenset(values)
        for key, value in node.items():
            yield from inline_sets(value, f"{at}/{key}")
    elif isinstance(node, list):
        for number, value in enumerate(node):
            yield from inline_sets(value, f"{at}/{number}")


def resolved(schema: Any) -> Any:
    """Return a schema with the components that it refers to, for a validator."""
    return {**schema, "components": described["components"]}


def test_it_says_where_the_server_is() -> None:
    (server,) = described["servers"]

    assert server["url"].startswith(("https://", "/"))


def test_every_operation_says_whether_it_takes_a_token() -> None:
    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            assert operation["security"], f"{method} {path}"
    assert described["paths"]["/api/v1/accounts"]["post"]["security"] == [{}]
    assert described["paths"]["/api/v1/games"]["get"]["security"] == [{"bearer": []}, {}]
    assert described["paths"]["/api/v1/me"]["get"]["security"] == [{"bearer": []}]


def test_every_group_is_described_once() -> None:
    used = {
        tag
        for methods in described["paths"].values()
        for operation in methods.values()
        for tag in operation["tags"]
    }
    names = [each["name"] for each in described["tags"]]

    assert sorted(names) == sorted(used)
    assert all(each["description"] for each in described["tags"])


def test_a_set_of_values_that_stands_in_several_places_is_one_type() -> None:
    places: dict[frozenset[str], list[str]] = defaultdict(list)
    for at, values in inline_sets(described):
        places[values].append(at)

    # What an account token says of itself is the word of RFC 6750 in both places.
    several = {values: at for values, at in places.items() if len(at) > 1}
    assert set(several) <= {frozenset({"Bearer"})}, several


def test_every_name_of_a_set_is_used() -> None:
    text = json.dumps(described)

    unused = [n for n in enumerations.NAMES if f'"#/components/schemas/{n}"' not in text]
    assert unused == []


def test_the_conventions_are_those_of_the_manual() -> None:
    text = described["info"]["description"]

    for name in conventions.CHAPTERS:
        assert f"\n## {name}\n" in text
    assert all(f"`{code}`" in text for code in KINDS)
    assert not re.search(r"\]\((?!https?:)", text), "a link leads out of the description"
    manual = (ROOT / "docs" / "api.md").read_text()
    sentence = "Programs decide by `code`; `detail` is for people and may change"
    assert sentence in manual
    assert sentence in text


def test_a_copy_without_its_manual_is_described_all_the_same() -> None:
    assert conventions.text(ROOT / "docs" / "no-such-page.md") == conventions.ABOUT


def test_a_manual_with_other_headings_is_described_by_those_that_are_known(tmp_path: Path) -> None:
    manual = tmp_path / "api.md"
    manual.write_text("# API\n\nWelcome.\n\n## Questions\n\nAsk.\n\n## Pages\n\nOf 20.\n")

    assert conventions.text(manual) == f"{conventions.ABOUT}\n\nWelcome.\n\n## Pages\n\nOf 20."


def operation_of(name: str) -> Any:
    (found,) = (
        operation
        for methods in described["paths"].values()
        for operation in methods.values()
        if operation["operationId"] == name
    )
    return found


@pytest.mark.parametrize("name", examples.REQUESTS)
def test_an_example_of_a_request_fits_its_form(name: str) -> None:
    content = operation_of(name)["requestBody"]["content"]["application/json"]

    jsonschema_rs.validate(resolved(content["schema"]), content["example"])


@pytest.mark.parametrize(("name", "status"), examples.ANSWERS)
def test_an_example_of_an_answer_fits_its_form(name: str, status: str) -> None:
    content = operation_of(name)["responses"][status]["content"]["application/json"]

    jsonschema_rs.validate(resolved(content["schema"]), content["example"])


def test_the_example_of_a_problem_fits_its_form() -> None:
    schema = described["components"]["schemas"]["ProblemBody"]

    jsonschema_rs.validate(resolved(schema), schema["examples"][0])
    assert schema["examples"][0]["status"] == KINDS[schema["examples"][0]["code"]].status
