"""Everything at a table has words and a place: events, moves and views, for each viewer."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.template.loader import get_template, render_to_string

from games import registry
from games.core import ALL, PUBLIC, AnyRules
from matches.answers import MatchShown
from matches.events import CATALOGUE
from tests.games.playthroughs import FOLDER, Line, Replay, read
from tests.samples import sampled
from web.games.folders import FOLDERS
from web.games.narration import People, join_words
from web.games.registry import PLAIN, folder_of, language, table_of
from web.games.shared_events import WORDS, describe_event
from web.matches.table import table, without_match

LOOKS = 4
"""At how many moments of a recorded match its table is drawn, for everybody."""

NAMES = {
    seat: f"<blink>{name}</blink>"
    for seat, name in enumerate(("ann", "bob", "cleo", "dirk", "eva", "finn"))
}
BARE = re.compile(r"%\(|None|<bound|__proxy__")
"""What stands in a sentence that was not filled in well."""

every_playthrough = pytest.mark.parametrize(
    "path",
    sampled(sorted(FOLDER.glob("*.ndjson")), *FOLDER.glob("*-plain-[23].ndjson")),
    ids=lambda path: path.stem,
)


def moments(path: Path) -> Iterator[tuple[Replay, Line]]:
    """Yield a recorded match after its opening and after each decision, with what is recorded."""
    lines = read(path)
    replay = Replay(lines[0])
    replay.opening()
    yield replay, lines[1]
    for line in lines[2:-1]:
        replay.decision(line["seat"], line["move"])
        yield replay, line


def page_of(rules: AnyRules, first: Line, state: Any, viewer: int) -> MatchShown:
    """Return what the page of a match needs to know besides the view."""
    shown = {
        "to_act": list(rules.to_act(state)),
        "my_seat": viewer if viewer >= 0 else None,
        "view": None,
    }
    return without_match(rules, first["seats"], shown, first["dataset"])


def test_every_folder_of_pages_is_that_of_a_game_that_can_be_played() -> None:
    games = {folder_of(rules.game) for rules in registry.all_rules()}

    assert set(FOLDERS) == {PLAIN, *games}


def test_every_folder_of_a_game_is_an_app_whose_template_is_found() -> None:
    for game in (*(rules.game for rules in registry.all_rules()), "no-such-game"):
        assert apps.is_installed(f"web.games.{folder_of(game)}")
        assert get_template(table_of(game).template)


def test_a_game_whose_name_is_that_of_a_file_of_the_kit_gets_the_plain_table() -> None:
    assert folder_of("core") == folder_of("high-card") == PLAIN


@every_playthrough
def test_every_event_is_told_to_all_and_to_the_public(path: Path) -> None:
    first = read(path)[0]
    rules = registry.rules(first["rules"])
    words = language(rules.game, first["dataset"])
    people = People(NAMES)
    index = 0
    for replay, line in moments(path):
        for kind, data in line["events"]:
            event = rules.codec.parse(kind, data)
            hidden = rules.redact(event, index, PUBLIC, replay.state)
            for seen in (data, hidden):
                sentence = describe_event(words, kind, seen, people)
                assert (sentence is None) == (kind in words.silent)
                assert not BARE.search(sentence or ""), sentence
            index += 1


@every_playthrough
def test_every_moment_is_drawn_for_everybody_with_every_legal_move(path: Path) -> None:
    first = read(path)[0]
    rules = registry.rules(first["rules"])
    every = list(moments_drawn(path, first, rules))

    assert len(every) >= LOOKS
    for seat, html, legal in every:
        assert "<blink>" not in html, "names are text, whatever they are"
        assert not BARE.search(html)
        assert html.count('name="move"') >= len(legal), (seat, legal)


def moments_drawn(
    path: Path, first: Line, rules: AnyRules
) -> Iterator[tuple[int, str, list[dict[str, Any]]]]:
    step = 1 + sum(1 for _ in read(path)) // LOOKS
    for number, (replay, _line) in enumerate(moments(path)):
        if number % step:
            continue
        state = replay.state
        for viewer in (ALL, PUBLIC, *rules.to_act(state)):
            legal = [
                rules.move_data(state, viewer, move)
                for move in (rules.legal_moves(state, viewer) if viewer >= 0 else ())
            ]
            page = page_of(rules, first, state, viewer)
            people = People(NAMES, page.my_seat)
            context = table(page, rules.view(state, viewer), legal, people)
            html = render_to_string(
                context.template, {**vars(context), "status": {"mine": bool(legal)}}
            )
            assert [offer.move for offer in context.offers] == legal
            yield viewer, html, legal


def test_words_are_listed_as_they_are_read() -> None:
    assert [join_words(words) for words in ([], ["a"], ["a", "b"], ["a", "b", "c"])] == [
        *("nothing", "a", "a and b", "a, b and c")
    ]


def test_a_seat_that_nobody_sits_on_has_a_name() -> None:
    assert People({0: "ann"}).names([0, 1]) == "ann and seat 2"


def test_who_may_do_something_is_not_told_that_there_is_nothing_to_do() -> None:
    words = language("sticky-fingers", "sticky-fingers/recon-1")

    assert words.prompt(["pass", "exchange_tools"]) == ("Ruin: choose an exchange, or pass.")
    assert words.prompt(["pass"]) == "You can only pass here."


def test_nobody_is_asked_to_play_who_has_nothing_to_play() -> None:
    words = language("pickpocket", "pickpocket/recon-1")

    for kinds, asked in (
        (["draw_tile", "play_tile", "play_tile", "leave"], "Draw, play or leave?"),
        (["draw_tile", "leave", "leave"], "Draw or leave?"),
        (["draw_tile", "play_tile", "drink_beer"], "Draw or play?"),
        (["drink_beer", "draw_tile"], "Draw or drink?"),
        (["draw_tile"], "Draw from the bag."),
    ):
        assert words.prompt(kinds) == asked


def test_players_of_one_name_are_told_apart_by_their_seats() -> None:
    assert People({0: "ann", 1: "greedy", 2: "greedy"}).names([0, 1, 2]) == (
        "ann, greedy (2) and greedy (3)"
    )


def test_every_event_that_games_share_is_told() -> None:
    for kind in CATALOGUE:
        fields = CATALOGUE.struct(kind).__struct_encode_fields__
        data = {**dict.fromkeys(fields, 0), "player": "ann", "reason": "tea"}
        assert WORDS.describe_event(kind, data, People({0: "ann"}))
    assert WORDS.describe_event("seat_resigned", {"seat": 0}, People({0: "ann"})) == "ann resigned."
