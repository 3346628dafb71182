"""Every option of every game and format is put in the reader's language, wherever it is chosen."""

import msgspec
import pytest
from django.utils import translation

from games import registry as games
from games.core import AnyRules
from games.options import Option, Value
from tournaments.formats import registry as formats
from web import catalogues
from web.matches.match_forms import NewMatchForm, option_values, wording

OPTIONS = [
    *(option for rules in games.current_games() for option in rules.options),
    *(option for form in formats.formats() for option in form.options),
]
NUMBERS = (bool, int)
"""What needs no word of its own: yes, no and numbers."""


def in_language(language: str, option: Option, value: Value) -> str:
    """Return what a reader of a language reads for a value."""
    with translation.override(language):
        return wording(option, value)


@pytest.mark.parametrize("language", catalogues.LANGUAGES)
def test_options_and_their_choices_are_translated(language: str) -> None:
    known = {text.text for text in catalogues.known(language)}
    words = {
        each
        for option in OPTIONS
        for each in (option.title, *map(option.label, option_values(option)))
        if each
    }

    assert words - known == set()


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.name)
def test_what_is_neither_yes_nor_no_nor_a_number_has_words(option: Option) -> None:
    assert all(option.label(each) or isinstance(each, NUMBERS) for each in option.choices)


@pytest.mark.parametrize("language", ["en", *catalogues.LANGUAGES])
def test_no_two_choices_of_an_option_read_alike(language: str) -> None:
    for option in OPTIONS:
        words = [in_language(language, option, value) for value in option_values(option)]

        assert len(set(words)) == len(words), option.name


@pytest.mark.parametrize("language", catalogues.LANGUAGES)
@pytest.mark.parametrize("rules", games.current_games(), ids=lambda rules: rules.game)
def test_the_form_of_a_match_has_no_english_option(rules: AnyRules, language: str) -> None:
    english = {option.title for option in rules.options}
    english |= {label for option in rules.options for label in option.labels}
    with translation.override(language):
        shown = "".join(str(field) for field in NewMatchForm(rules).option_fields())
        shown += "".join(str(field.label) for field in NewMatchForm(rules).option_fields())

    assert {text for text in english if text in shown} == set()


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "With this number of players, choose one of: set aside."),
        ("nl", "Kies bij dit aantal spelers uit: weggelegd."),
        ("fr", "Avec ce nombre de joueurs, choisissez parmi\N{NO-BREAK SPACE}: mis de côté."),
        ("de", "Wähle bei dieser Spielerzahl aus: beiseitegelegt."),
    ],
)
def test_a_refused_option_is_explained_in_the_language(language: str, text: str) -> None:
    rules = games.current_rules("stick-em")
    with translation.override(language):
        form = NewMatchForm(rules, {"seats": "3", "opponents": "people", "on_timeout": "auto"})
        form.is_valid()
        option = msgspec.structs.replace(form.offered["all_zero"], by_seats={3: ("aside",)})
        form.offered["all_zero"] = option
        form.add_faults([("all_zero", 'must be "aside", not "leader_wins"')])

    assert form.errors["option_all_zero"] == [text]
