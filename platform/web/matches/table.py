"""The table of a match: what every page that shows one tells its templates."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from msgspec import structs

from games.core import AnyRules
from matches.answers import MatchShown, SeatShown
from web.games.core import Offers, Scene, View
from web.games.narration import People
from web.games.registry import ends_of, language, table_of
from web.matches import players
from web.matches.players import Player


@dataclass(frozen=True)
class Status:
    """How a match stands, in words."""

    words: str
    mine: bool
    """Whether the reader is to move."""
    live: bool


@dataclass(frozen=True)
class TableContext:
    """The drawing of a view, who sits around it, and the moves in it."""

    scene: Scene | None
    """None before the start."""
    table: object
    """What the game's own template shows."""
    template: str
    plate_template: str | None
    styles: str | None
    script: str | None
    players: Sequence[Player]
    own: Player
    """Who sits at the lower edge."""
    opponents: Sequence[Player]
    own_hand: bool
    offers: Offers


def without_match(
    rules: AnyRules, seats: int, shown: Mapping[str, object], dataset: str = ""
) -> MatchShown:
    """Return a table that no match is played at as its frame knows one: nobody has an account.

    Nothing is timed. `shown` has what the reader is shown, by the names of the fields.
    """
    empty = [SeatShown(seat, "", bot=None, is_bot=False, left=False, away=False)
              for seat in range(seats)]  # fmt: skip
    match = MatchShown(
        id="",
        game=rules.game,
        rules=rules.id,
        dataset=dataset or rules.datasets[0],
        options={},
        version=0,
        status="live",
        seats_max=seats,
        seats=empty,
        to_act=[],
        my_seat=None,
        view={},
        legal_moves=[],
        clock=None,
        clocks=[],
        deadline=None,
        paused=None,
        result=None,
        on_timeout="auto",
        bots="allowed",
        vacations=False,
        commitment="",
        imported=False,
        votes={},
        no_votes={},
    )
    return structs.replace(match, **shown)


def table(
    page: MatchShown, view: View | None, moves: Sequence[Mapping[str, object]], people: People
) -> TableContext:
    """Return the table of a match as a view shows it, with the moves in it."""
    words = language(page.game, page.dataset)
    offers = Offers(moves, words, people)
    drawn = table_of(page.game)
    scene = None if view is None else drawn.draw(view, offers, people)
    # Hands that lie open beneath the plates; none while they are hidden.
    hands = [] if view is None else ends_of(page.game).hands(view)
    everybody = players.players(page, people, scene, hands)
    own, opponents = players.clockwise(everybody)
    return TableContext(
        scene=scene,
        table=scene.table if scene else None,
        template=drawn.template,
        plate_template=drawn.plate,
        styles=drawn.styles,
        script=drawn.script,
        players=everybody,
        own=own,
        opponents=opponents,
        own_hand=people.me is not None and scene is not None,
        offers=offers,
    )
