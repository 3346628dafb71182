"""What services say when they refuse is read in the reader's language; the API's English stays."""

import pytest
from django.utils import translation

from api.problems import Problem
from tests.web.refusal_texts import HOLE, texts
from tests.web.tournaments.test_console import Console
from tests.web.visitors import text
from tournaments.services import lifecycle, rounds
from web.tournaments.console import details

FILLERS = ("7", "running", "entered", "judge")
"""One of them fits each hole: a number or a name, or one of the words that are translated."""
NOT_SHOWN = {
    "The token needs the scope organise for what you do in your role.",
    "There is no such tournament.",
    "Send a CSV file or one entrant, not both.",
    "first and second must be two entrants",
    "its options are: {}",
    "order must name once each who are level across the cut: {}",
    "pinned: must be ids of tables of the round",
    "placings and scores need {} values, one a seat",
    "to_version must be from 1 to {}, not {}",
    "units must be a whole number other than 0, 120 to a point",
    "bot: must be {}, not {}",
    "ladder: there is no ladder {} for {}",
    "{} is no option of {}",
    "{} must be {}, not {}",
    "{}. Nobody was entered.",
    "{}; take json or csv.",
}
"""What forms cannot send, and only programs are told."""


def said_anew(sentence: str, language: str) -> bool:
    """Return whether a sentence, filled with something, is said in a language."""
    filled = {sentence.replace(HOLE, filler) for filler in FILLERS}
    with translation.override(language):
        return any(details.translate(each) != each for each in filled)


@pytest.mark.parametrize("language", ["nl", "fr", "de"])
def test_every_refusal_of_tournaments_has_its_words_in_each_language(language: str) -> None:
    known = texts()
    joined = {f"{HOLE}; {HOLE}", f"{HOLE}; {HOLE}.", f"{HOLE}: {HOLE}"}

    assert len(known) > 100
    assert known >= NOT_SHOWN, "what is not said any more need not be excused"
    missing = {each for each in known - NOT_SHOWN - joined if not said_anew(each, language)}
    assert missing == set()


def test_a_sentence_is_said_with_what_was_filled_in() -> None:
    said = {
        "Round 3 is a draft; publish it first.": (
            "Runde 3 ist ein Entwurf; veröffentliche sie erst."
        ),
        "Ann; Bob is disqualified already.": "Ann; Bob ist schon disqualifiziert.",
        "The tournament is cancelled; reopen it first.": (
            "Das Turnier steht auf „abgesagt“; öffne es erst wieder."
        ),
        "7 entrants do not fit tables of 4 to 4; have 8 entrants or more.": (
            "7 Teilnehmer passen nicht an Tische zu 4 bis 4; sorge für mindestens 8 Teilnehmer."
        ),
    }

    with translation.override("de"):
        assert {each: details.translate(each) for each in said} == said
    with translation.override("en"):
        assert all(details.translate(each) == each for each in said)


def test_what_is_not_known_stays_as_it_is() -> None:
    unknown = ("The moon is full.", "The match is paused.", "moon; have 8 entrants or more.", "")

    with translation.override("fr"):
        assert [details.translate(each) for each in unknown] == list(unknown)


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
        ("en", "A tournament keeps one organiser at least."),
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
    with pytest.raises(Problem, match="A tournament keeps one organiser at least"):
        console.event.do(lifecycle.give_role, account=account.account, role=None)
