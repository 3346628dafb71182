"""Why the rules refuse a move, told at a table in the reader's language."""

import re
from collections.abc import Iterator

import pytest
from django.utils import translation

from api.problems import Problem
from games import registry
from games.core import AnyRules, IllegalMoveError
from games.messages import All, Message, as_message
from tests.games.contract.shared import chance
from tests.games.material import required_material
from tests.games.tables import Table, play
from web.games.narration import GameText
from web.games.plain.words import Plain
from web.games.registry import language as table_language
from web.matches import refusals

every_game = pytest.mark.parametrize("rules", registry.current_games(), ids=lambda rules: rules.id)


def reasons(rules: AnyRules) -> Iterator[str]:
    """Yield what a game says of moves that somebody might try, over some matches."""
    for seed in (1, 2):
        match = play(Table(rules, rules.seats_min), seed)
        for _, state in match.sample(24):
            for seat in rules.to_act(state):
                legal = rules.legal_moves(state, seat)
                for move in required_material(rules.game).moves(state):
                    if move not in legal:
                        with pytest.raises(IllegalMoveError) as refused:
                            rules.decide(state, seat, move, chance("refusals"))
                        yield refused.value.reason


def told(reason: str, language: str, game: GameText | None = None) -> str:
    """Return what the table says in a language, with the words of a game if any."""
    problem = Problem("illegal_move", as_message(reason), params={"reason": reason})
    with translation.override(language):
        return refusals.words(problem, game)


def pieces(message: Message) -> Iterator[tuple[str, str]]:
    """Yield the pieces that a reason names, by field and name."""
    for field, value in message.params.items():
        for each in value if isinstance(value, All) else (value,):
            if isinstance(each, str) and not isinstance(each, Message) and field != "types":
                yield field, each


@pytest.mark.parametrize(
    "rules",
    [
        rules
        for rules in registry.current_games()
        if not isinstance(table_language(rules.game, rules.datasets[0]), Plain)
    ],
    ids=lambda rules: rules.id,
)
def test_every_piece_that_a_reason_names_has_the_word_of_the_game(rules: AnyRules) -> None:
    game = table_language(rules.game, rules.datasets[0])
    for reason in set(reasons(rules)):
        for field, code in pieces(as_message(reason)):
            words = {}
            for language in ("en", "nl", "fr", "de"):
                with translation.override(language):
                    words[language] = game.piece(field, code)
                assert words[language] in told(reason, language, game), reason
            assert set(words.values()) != {code}, f"no reader of {rules.game} has words for {field}"


@pytest.mark.parametrize(
    ("game", "reason", "language", "words"),
    [
        (
            "pickpocket",
            Message("there is no %(loot)s in your hand", loot="PKV"),
            "fr",
            "vous n\N{RIGHT SINGLE QUOTATION MARK}avez pas la tuile bourse, clé et fiole.",
        ),
        (
            "sticky-fingers",
            Message("you lack %(tools)s for that loot", tools=All(("lockpick", "map"))),
            "de",
            "für diese Beute fehlt dir: Dietrich und Plan.",
        ),
        (
            "sticky-fingers",
            Message("all squares of the %(place)s are taken", place="harbor"),
            "nl",
            "op de plek Haven is geen vak meer vrij.",
        ),
        (
            "second-story",
            Message("there are no %(suit)s left in the bank", suit="wyrms"),
            "en",
            "there are no wyrms left in the bank.",
        ),
    ],
)
def test_the_reader_is_told_of_a_piece_by_its_name(
    game: str, reason: Message, language: str, words: str
) -> None:
    rules = registry.current_rules(game)

    assert words in told(reason, language, table_language(game, rules.datasets[0]))


def test_programs_read_the_names_of_the_api() -> None:
    assert Message("you lack %(tools)s for that loot", tools=All(("lockpick", "map"))) == (
        "you lack lockpick and map for that loot"
    )


def as_counted(reason: str) -> str:
    """Return a reason with the seats as people count them, from 1."""
    return re.sub(r"\bseat (\d+)", lambda found: f"seat {int(found[1]) + 1}", reason)


@every_game
def test_every_reason_of_a_game_is_told_in_every_language(rules: AnyRules) -> None:
    every = set(reasons(rules))
    assert every

    for reason in every:
        assert as_counted(reason) in told(reason, "en")
        said = {told(reason, language) for language in ("nl", "fr", "de")}
        general = {told("no reason of any game", language) for language in ("nl", "fr", "de")}
        assert len(said) == 3
        assert not said & general, reason


def test_numbers_of_a_reason_stand_in_the_words() -> None:
    reason = Message(
        "you must take exactly %(takes)s of the tools in the city, not %(given)s", takes=2, given=3
    )

    assert told(reason, "de") == (
        "Die Regeln erlauben das nicht: du nimmst in der Stadt genau 2 Werkzeuge."
        " Bitte wähle einen anderen Zug."
    )


def test_a_reason_without_words_is_told_in_general() -> None:
    assert told("one of a kind", "fr").startswith("Les règles ne le permettent pas.")
    assert "one of a kind" not in told("one of a kind", "fr")
