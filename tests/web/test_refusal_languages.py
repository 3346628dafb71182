"""What services say when they refuse is read in the reader's language; the API's English stays."""

import re
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import get_type_hints

import polib
import pytest
from django.utils import translation

import games
from api import access
from api.problems import Problem, field_error, invalid, invalid_fields
from games.messages import Message, join
from tests.web.test_languages import PLACEHOLDER
from tests.web.tournaments.consoles import Console
from tests.web.visitors import text
from tournaments.formats.sizes import InfeasibleError, Sizes
from tournaments.plans import infeasible
from tournaments.services import lifecycle, rounds
from web import catalogues
from web.messages import localise

FOR_PROGRAMS = {"{id}", "%(step)s"}
"""Names of addresses, which people need not read."""
OF_GAMES = {
    each
    for file in Path(games.__file__).parent.rglob("*.py")
    for each in catalogues.sentences_in(file.read_text())
}
"""Their values are names of cards and places, of which a translation may say less."""


@pytest.mark.parametrize("language", catalogues.LANGUAGES)
def test_every_refusal_is_translated_with_the_values_that_it_names(language: str) -> None:
    translations = {
        entry.msgid: entry.msgstr
        for part in catalogues.parts()
        for entry in polib.pofile(str(catalogues.catalogue(part, language)))
    }
    templates = {each.text for each in catalogues.refusals()}

    assert len(templates) > 200
    assert templates - {each for each, said in translations.items() if said} == set()
    for each in templates:
        wanted = set(PLACEHOLDER.findall(each)) - FOR_PROGRAMS
        found = set(PLACEHOLDER.findall(translations[each])) - FOR_PROGRAMS
        assert found == wanted or (each in OF_GAMES and found < wanted), each


def test_a_sentence_keeps_its_values_in_another_language() -> None:
    said = {
        Message("Round %(round)s is a draft; publish it first.", round=3): (
            "Runde 3 ist ein Entwurf; veröffentliche sie erst."
        ),
        Message("%(name)s is already disqualified.", name="Ann; 100 %"): (
            "Ann; 100 % ist schon disqualifiziert."
        ),
        Message("The tournament is %(status)s; reopen it first.", status="cancelled"): (
            "Das Turnier steht auf „abgesagt“; öffne es erst wieder."
        ),
        Message("must be one of %(choices)s", choices=["elo", "glicko"]): (
            "muss eines sein von elo, glicko"
        ),
    }

    with translation.override("de"):
        assert {each: localise(each) for each in said} == said
    with translation.override("en"):
        assert [each for each in said if localise(each) != each] == [
            "The tournament is cancelled; reopen it first."
        ]
        assert localise(Message("It is %(status)s.", status="cancelled")) == "It is called off."


def test_a_format_says_in_each_language_why_not_and_what_then() -> None:
    with pytest.raises(InfeasibleError) as refused:
        Sizes(4, 4, 4).split(3)
    problem = infeasible(refused.value)

    assert problem.detail == "3 cannot play: a table needs 4 to 4; have 4 entrants or more."
    assert problem.params == {"reason": refused.value.message, "possible": refused.value.possible}
    with translation.override("de"):
        assert localise(problem.detail) == (
            "3 können nicht spielen: ein Tisch braucht 4 bis 4; sorge für mindestens 4 Teilnehmer."
        )


def test_fields_keep_their_names_in_another_language() -> None:
    problem = invalid_fields(
        [
            field_error("clock", "invalid", Message("is required")),
            field_error("", "invalid", Message("is taken")),
        ]
    )

    assert problem.detail == "clock: is required; is taken"
    with translation.override("fr"):
        assert localise(problem.detail) == "clock\N{NO-BREAK SPACE}: est obligatoire; est pris"


def test_the_values_that_a_refusal_names_are_in_its_answer() -> None:
    named = Message("Round %(round)s: %(why)s", round=3, why=Message("The match is over."))

    problem = Problem("result_locked", named, params={"table": 2})

    assert problem.params == {"round": 3, "table": 2}


def test_what_is_not_known_stays_as_it_is() -> None:
    unknown = ("The moon is full.", "100 % of it", join("; ", ["moon", "Mars"]), "")

    with translation.override("fr"):
        assert [localise(each) for each in unknown] == list(unknown)


@pytest.mark.parametrize(
    "function", [Problem.__init__, field_error, invalid, access.not_authenticated]
)
def test_the_type_of_a_refusal_takes_no_sentence_that_cannot_be_translated(
    function: Callable[..., object],
) -> None:
    """The type check holds every caller to it; a Message of an f-string is refused below."""
    hints = get_type_hints(function)

    assert Message in (hints.get("detail"), hints.get("message"))


def test_what_is_wrong_with_a_field_is_said_by_the_function_that_takes_a_message() -> None:
    makers = [
        file.name
        for package in catalogues.LAYERS
        for file in Path(str(import_module(package).__file__)).parent.rglob("*.py")
        if re.search(r"(?<!class )\bFieldError\(", file.read_text())
    ]

    assert makers == ["problems.py"]


def test_a_finished_sentence_cannot_be_a_refusal() -> None:
    with pytest.raises(TypeError, match="is a literal or a Message"):
        catalogues.sentences_in('raise Problem("invalid", Message(f"Round {number} is over."))')


@pytest.mark.django_db
def test_what_a_pairing_notes_is_read_in_the_language_of_the_draft() -> None:
    console = Console(4)
    console.event.start()
    console.play_round(1)
    console.event.do(rounds.pair)

    draft = console.browser.get(f"{console.at}/rounds/2", headers={"Accept-Language": "de"})

    assert "6 Begegnungen wiederholen sich." in text(draft)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "A tournament needs at least one organiser."),
        ("nl", "Een toernooi houdt minstens één organisator."),
        ("fr", "Un tournoi garde au moins un organisateur."),
        ("de", "Ein Turnier behält wenigstens einen Veranstalter."),
    ],
)
def test_a_page_says_in_its_language_what_the_service_refused(language: str, words: str) -> None:
    console = Console(3)
    account = console.event.organiser
    about = {"account": account.name, "version": console.event.state.version}

    answer = console.browser.post(
        f"{console.at}/do/take-role", about, headers={"Accept-Language": language}, follow=True
    )

    assert words in text(answer)
    with pytest.raises(Problem, match="A tournament needs at least one organiser"):
        console.event.do(lifecycle.give_role, account=account.account, role=None)
