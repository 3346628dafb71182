"""Why the rules refuse a move, told at a table in the reader's language."""

from collections.abc import Iterator

import pytest
from django.utils import translation

from api.problems import Problem
from games import registry
from games.core import AnyRules, IllegalMoveError
from games.messages import Message, as_message
from tests.games.contract.shared import chance
from tests.games.material import required_material
from tests.games.tables import Table, play
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


def told(reason: str, language: str) -> str:
    """Return what the table says in a language."""
    problem = Problem("illegal_move", as_message(reason), params={"reason": reason})
    with translation.override(language):
        return refusals.words(problem)


@every_game
def test_every_reason_of_a_game_is_told_in_every_language(rules: AnyRules) -> None:
    every = set(reasons(rules))
    assert every

    for reason in every:
        assert reason in told(reason, "en")
        said = {told(reason, language) for language in ("nl", "fr", "de")}
        general = {told("no reason of any game", language) for language in ("nl", "fr", "de")}
        assert len(said) == 3
        assert not said & general, reason


def test_numbers_of_a_reason_stand_in_the_words() -> None:
    reason = Message(
        "you take exactly %(takes)s of the tools in the city, not %(given)s", takes=2, given=3
    )

    assert told(reason, "de") == (
        "Die Regeln erlauben das nicht: du nimmst in der Stadt genau 2 Werkzeuge."
        " Bitte wähle einen anderen Zug."
    )


def test_a_reason_without_words_is_told_in_general() -> None:
    assert told("one of a kind", "fr").startswith("Les règles ne le permettent pas.")
    assert "one of a kind" not in told("one of a kind", "fr")
