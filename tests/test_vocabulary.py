"""Texts are plain British English: one spelling a word, nothing that readers stumble over."""

import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from cutpurse.api_urls import description
from cutpurse.embedded.addresses import ROOT
from web import catalogues

AMERICAN = re.compile(
    r"\b(analyz|behavior|canceled|canceling|center\b|color|determiniz|favor|gray|harbor|jewelry"
    r"|judgment|labeled|license\b|organiz|recogniz|realiz|email)\w*",
    re.IGNORECASE,
)
"""Spellings of words that are spelt otherwise here: colour, grey, organise, tie-break, e-mail."""
STUMBLES = re.compile(
    r"\b(and the like|anew|anybody|by itself|by themselves|came to nothing|comes to|everybody"
    r"|goes? on\b|looks? on\b|puts? right|somebody|stands\b|takes? back"
    r"|taken back|tiebreaks?|whoever)\b",
    re.IGNORECASE,
)
"""Words for which a page has plainer ones: someone, everyone, automatically, continues, watch."""
OLD_WORDS = re.compile(
    rf"{STUMBLES.pattern}|\b(go on|going on|lends?|lent|stood|whomever)\b"
    r"|\b(?:are|be|been|is|was|were) told\b"
    r"|(?-i:(?:^|[.:;] |\| )\**(?:Who|Whom|Whose) (?![^.?]*\?))",
    re.IGNORECASE,
)
"""What the prose of documents avoids besides, such as *who leaves* for a player who leaves."""
FILLED = re.compile(r"%\(\w+\)s|\{\w+\}")
API_STUMBLES = re.compile(
    r"\b(afresh|asker|chair|fared?|one's own|oneself|tells?|told|whom|wholly)\b", re.IGNORECASE
)
"""Words for which the API's description has plainer ones: again, you, fully, notified."""
CODE = re.compile(
    r"^ *```.*?^ *```|^    .*?$|`[^`\n]*`|\]\([^)]*\)|https?://\S+", re.MULTILINE | re.DOTALL
)
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])


def found(pattern: re.Pattern[str], texts: Iterable[str]) -> set[str]:
    """Return what a pattern finds in texts, each with its text."""
    return {f"{word[0]}: {text}" for text in texts if (word := pattern.search(text))}


def messages() -> set[str]:
    """Return the English texts of the pages, without what is filled in."""
    each = {each for text in catalogues.texts() for each in (text.text, text.plural)}
    return {FILLED.sub("", text) for text in each}


def described(part: Any) -> Iterator[str]:
    """Yield the summaries and descriptions in a part of the API's description, without code."""
    if isinstance(part, list):
        for each in part:
            yield from described(each)
    elif isinstance(part, dict):
        for name, each in part.items():
            if name in {"summary", "description"} and isinstance(each, str):
                yield CODE.sub("", each)
            else:
                yield from described(each)


@pytest.fixture(scope="module")
def api_texts() -> set[str]:
    """Return the texts of operations, parameters, answers and their fields."""
    whole = json.loads(description())
    return {*described(whole["paths"]), *described(whole["components"]), *described(whole["tags"])}


def test_pages_spell_each_word_in_one_way() -> None:
    assert found(AMERICAN, messages()) == set()


def test_pages_have_no_words_that_readers_stumble_over() -> None:
    assert found(STUMBLES, messages()) == set()


def test_the_description_of_the_api_spells_each_word_in_one_way(api_texts: set[str]) -> None:
    assert len(api_texts) > 1000
    assert found(AMERICAN, api_texts) == set()


@pytest.mark.parametrize("stumbles", [STUMBLES, API_STUMBLES], ids=["of pages", "of its own"])
def test_the_description_of_the_api_has_no_words_that_readers_stumble_over(
    stumbles: re.Pattern[str], api_texts: set[str]
) -> None:
    assert found(stumbles, api_texts) == set()


def test_a_word_is_found_at_any_depth_of_a_description() -> None:
    match = {"description": "A match, as the asker may see it.", "asker": [{"summary": "`told`"}]}

    assert found(API_STUMBLES, described({"match": match})) == {
        "asker: A match, as the asker may see it."
    }


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda file: str(file.relative_to(ROOT)))
def test_a_document_spells_each_word_in_one_way(document: Path) -> None:
    prose = CODE.sub("", document.read_text())

    assert found(AMERICAN, prose.splitlines()) == set()


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda file: str(file.relative_to(ROOT)))
def test_a_heading_of_a_document_is_plain(document: Path) -> None:
    headings = re.findall(r"^#+ .+$", document.read_text(), re.MULTILINE)

    assert found(STUMBLES, headings) == set()


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda file: str(file.relative_to(ROOT)))
def test_the_prose_of_a_document_is_plain(document: Path) -> None:
    prose = CODE.sub("", document.read_text())

    assert found(OLD_WORDS, prose.splitlines()) == set()


def test_what_is_wrong_is_found() -> None:
    assert found(AMERICAN, ["Gray", "grey", "Organised", "organized"]) == {
        "Gray: Gray",
        "organized: organized",
    }
    assert found(STUMBLES, ["Pair it anew", "Somebody left", "Standings"]) == {
        "anew: Pair it anew",
        "Somebody: Somebody left",
    }
    assert found(
        OLD_WORDS, ["Lost. Who leaves is last.", "Who leads? The first.", "He is told"]
    ) == {
        ". Who : Lost. Who leaves is last.",
        "is told: He is told",
    }
