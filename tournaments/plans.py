"""The settings of a tournament: everything checked before anything is written."""

from collections.abc import Mapping, Sequence

from api.problems import FieldError, Problem, field_error, invalid_fields
from games import registry as games
from games.core import AnyRules, UnknownGameError
from games.json_types import JsonMapping, JsonObject
from games.messages import Message, join
from matches.events import GATHER_S
from matches.services import opening
from ratings.models import Ladder
from tournaments import deal_settings, prizes, sources
from tournaments.formats import registry as formats
from tournaments.formats.core import InfeasibleError, Sizes
from tournaments.models import Series
from tournaments.points import registry as points
from tournaments.points.own import OwnPoints, PointsError
from tournaments.tiebreaks import registry as tiebreaks

Settings = JsonObject
ABORT = "abort"
"""What no plan has happen to a match whose player runs out of time; plans of old may."""
DAY_S = 24 * 3600
DECISION_MIN_S = 10
"""What people have for a decision at least, in its own time and in the bank."""
INSTEAD = "forfeit"
"""What happens there instead: who runs out of time is placed last."""


def checked(asked: JsonMapping) -> Settings:
    """Return complete settings, or raise Problem with an error for every wrong field."""
    settings = dict(asked)
    errors: list[FieldError] = []
    rules = _rules(settings)
    settings["table"] = _table(settings["table"], rules.seats_min, rules.seats_max, "table", errors)
    within = rules.seats_min, rules.seats_max
    settings["stages"] = _stages(settings["stages"], within, settings["table"], errors)
    deal_settings.check(settings, rules, errors)
    _check_points(settings, errors)
    known_breaks = [each.id for each in tiebreaks.tiebreaks()]
    wrong = [each for each in settings["tiebreaks"] if each not in known_breaks]
    if wrong or len(set(settings["tiebreaks"])) != len(settings["tiebreaks"]):
        errors.append(
            _error(
                "tiebreaks",
                Message("must name each of %(choices)s at most once", choices=known_breaks),
            )
        )
    if settings["on_timeout"] == ABORT:
        text = Message(
            "must be auto, bot or forfeit: with abort a player in a bad position just waits,"
            " and nobody wins"
        )
        errors.append(_error("on_timeout", text))
    if requires_chance(settings) and settings["play"] != "matches":
        text = Message("must be offered where results are reported: nothing is dealt here")
        errors.append(_error("chance", text))
    errors += _of_beacon(settings)
    errors += _of_draw_beacon(settings)
    errors += prizes.faults(settings.get("about", {}))
    if errors:
        raise _refusal(errors)
    if settings["play"] == "matches":
        for seats in range(settings["table"]["min"], settings["table"]["max"] + 1):
            opening.complete(match_request(settings, seats))
    _check_clock(settings, errors)
    if errors:
        raise _refusal(errors)
    if settings["ladder"] is not None:
        _check_ladder(settings["ladder"], settings["game"])
    if settings.get("seed_by_series") is not None:
        _check_series(settings["seed_by_series"])
    return settings


def _rules(settings: Settings) -> AnyRules:
    """Return the rules that the matches of a plan are played by, or raise Problem."""
    try:
        usual = games.current_rules(settings["game"])
    except UnknownGameError:
        known = ", ".join(rules.game for rules in games.current_games())
        raise _refusal(
            [_error("game", Message("must be one of %(choices)s", choices=known))]
        ) from None
    if settings.get("deals") is not None and settings.get("rules") is None:
        settings["rules"] = deal_settings.usual_rules(usual.game).id
    named = opening.asked_rules(usual.game, settings.get("rules"))
    return usual if named is None else games.rules(named)


def _check_points(settings: Settings, errors: list[FieldError]) -> None:
    """Check the points, and write those of one's own as they are kept."""
    known = [each.id for each in points.schemes_known()]
    try:
        scheme = points.find(settings["points"])
    except PointsError as error:
        errors.append(_error("points", error.message))
        return
    except KeyError:
        errors.append(_error("points", Message("must be one of %(choices)s", choices=known)))
        return
    settings["points"] = scheme.id
    if settings.get("agreed_draws") and scheme.needs_scores:
        text = Message("must be false where the game's score is the points: a draw has none")
        errors.append(_error("agreed_draws", text))
    if scheme.needs_scores and any(each.get("best_of", 1) > 1 for each in settings["stages"]):
        text = Message(
            "must not count the game's score where tables are the best of several matches"
        )
        errors.append(_error("points", text))
    if scheme.needs_scores and not errors and any(map(_of_teams, settings["stages"])):
        text = Message("must not count the game's score where teams meet on boards")
        errors.append(_error("points", text))
    tables = [settings["table"], *(each["table"] for each in settings["stages"] if each["table"])]
    if isinstance(scheme, OwnPoints):
        for size in range(
            min(each["min"] for each in tables), max(each["max"] for each in tables) + 1
        ):
            if size not in scheme.values:
                text = Message("must have a list for tables of %(size)s", size=size)
                errors.append(_error("points", text))
                return


def match_request(settings: JsonMapping, seats: int) -> opening.Request:
    """Return the match that a tournament's settings ask for at a table."""
    return opening.Request(
        game=settings["game"],
        rules=settings.get("rules"),
        seats=seats,
        options=settings["options"],
        clock=settings["clock"],
        on_timeout=on_timeout(settings),
        visibility=settings["visibility"],
        vacations=not has_deadline(settings),
        gather=settings.get("gather", GATHER_S),
        chance=settings.get("chance", "offered"),
        beacon=settings.get("beacon", False),
    )


def _of_beacon(settings: Settings) -> list[FieldError]:
    """Return what keeps deals from waiting for a public beacon."""
    fault = None
    if settings.get("beacon"):
        fault = opening.beacon_fault()
        if settings["play"] != "matches":
            fault = Message("must be false where results are reported: nothing is dealt here")
        elif settings.get("deals") is not None:
            fault = Message(
                "must be false where tables share deals, which depend on the draw of their round"
            )
    return [] if fault is None else [_error("beacon", fault)]


def _of_draw_beacon(settings: Settings) -> list[FieldError]:
    """Return what keeps draws from waiting for a public beacon."""
    if not settings.get("draw_beacon"):
        return []
    fault = opening.beacon_fault()
    known = {each.id: each for each in formats.formats()}
    named = [known[each["format"]] for each in settings["stages"] if each["format"] in known]
    if any(each.continuous for each in named):
        fault = Message("must be false in an arena, whose tables open continuously")
    return [] if fault is None else [_error("draw_beacon", fault)]


def requires_chance(settings: JsonMapping) -> bool:
    """Return whether nobody keeps a seat who adds no chance to its deal."""
    return settings.get("chance") == "required"


def _check_ladder(slug: str, game: str) -> None:
    """Raise Problem when there is no such ladder of the game."""
    if not Ladder.objects.filter(slug=slug, game=game).exists():
        raise Problem(
            "invalid",
            Message("ladder: there is no ladder %(slug)s for %(game)s", slug=slug, game=game),
        )


def _check_series(slug: str) -> None:
    """Raise Problem when there is no such series."""
    if not Series.objects.filter(slug=slug).exists():
        raise Problem("invalid", Message("There is no series %(slug)s.", slug=slug))


def on_timeout(settings: JsonMapping) -> str:
    """Return what happens in matches that are opened now to whoever runs out of time."""
    chosen: str = settings["on_timeout"]
    return INSTEAD if chosen == ABORT else chosen


def has_deadline(settings: JsonMapping) -> bool:
    """Return whether rounds have an end, so that nobody's days off may stop a clock."""
    return _shortest_round(settings) is not None


def _shortest_round(settings: JsonMapping) -> int | None:
    """Return the least seconds that a round has, by the plan or a stage; None where it has all."""
    spans = [settings.get("round_seconds")]
    for stage in settings["stages"]:
        spans.append(stage["options"].get("days", 0) * DAY_S or None)
        spans.append(stage["options"].get("minutes", 0) * 60 or None)
    return min((each for each in spans if each is not None), default=None)


def _check_clock(settings: Settings, errors: list[FieldError]) -> None:
    """Refuse a clock by which people cannot play, or can let a whole round wait for one move."""
    clock = settings["clock"]
    if clock is None or settings["play"] != "matches" or settings["bots"] == "only":
        return
    longest = clock.get("per_move", 0) + clock.get("bank", 0)
    span = _shortest_round(settings)
    if longest < DECISION_MIN_S:
        text = Message(
            "must leave people %(least)s seconds for a decision, per_move and bank",
            least=DECISION_MIN_S,
        )
        errors.append(_error("clock", text))
    elif span is not None and longest > span:
        text = Message(
            "must not let a decision take %(longest)s seconds, per_move and bank, where a"
            " round has %(span)s",
            longest=longest,
            span=span,
        )
        errors.append(_error("clock", text))


def _table(
    asked: Mapping[str, int] | None, least: int, most: int, field: str, errors: list[FieldError]
) -> dict[str, int]:
    """Return the sizes of a table, within the game's."""
    table = dict(asked or {"min": least, "target": min(max(4, least), most), "max": most})
    if not least <= table["min"] <= table["target"] <= table["max"] <= most:
        text = Message(
            "must be min <= target <= max, from %(low)s to %(high)s for this game",
            low=least,
            high=most,
        )
        errors.append(_error(field, text))
    return table


def _stages(
    asked: Sequence[JsonMapping],
    seats: tuple[int, int],
    table: Mapping[str, int],
    errors: list[FieldError],
) -> list[JsonObject]:
    """Return the stages; beside matches of teams, whose players do not advance, there are none."""
    stages = [_stage(each, number, seats, table, errors) for number, each in enumerate(asked)]
    if not errors and len(stages) > 1 and any(_of_teams(each) for each in stages):
        text = Message("must be one stage alone where teams meet on boards")
        errors.append(_error("stages", text))
    return stages


def _of_teams(stage: JsonMapping) -> bool:
    return formats.find(stage["format"]).of_teams


def _stage(
    asked: JsonMapping,
    number: int,
    seats: tuple[int, int],
    table: Mapping[str, int],
    errors: list[FieldError],
) -> JsonObject:
    """Return a stage with its format's options complete."""
    field = f"stages[{number}]"
    stage: JsonObject = dict(asked)
    known = [each.id for each in formats.formats()]
    if stage["format"] not in known:
        errors.append(
            _error(f"{field}.format", Message("must be one of %(choices)s", choices=known))
        )
        return stage
    try:
        stage["options"] = formats.find(stage["format"]).check_options(stage["options"])
    except InfeasibleError as error:
        errors.append(
            _error(
                f"{field}.options",
                join("; ", [error.message, error.possible]),
            )
        )
    if stage["table"] is not None:
        stage["table"] = _table(stage["table"], *seats, f"{field}.table", errors)
    if not errors:
        _check_sizes(stage, stage["table"] or table, f"{field}.options", errors)
        _check_best_of(stage, stage["table"] or table, f"{field}.best_of", errors)
    if number:
        _going_on(stage, field, errors)
    elif stage["take"] or stage.get("sources"):
        errors.append(
            _error(f"{field}.take", Message("is for later stages: the first one takes everyone"))
        )
    return stage


def _check_sizes(
    stage: JsonObject, table: Mapping[str, int], field: str, errors: list[FieldError]
) -> None:
    """Refuse options that tables of these sizes cannot be played by."""
    sizes = Sizes(table["min"], table["target"], table["max"])
    try:
        formats.find(stage["format"]).check_sizes(sizes, stage["options"])
    except InfeasibleError as error:
        errors.append(_error(field, join("; ", [error.message, error.possible])))


def _check_best_of(
    stage: JsonObject, table: Mapping[str, int], field: str, errors: list[FieldError]
) -> None:
    """Refuse several matches at tables that are no duels."""
    if stage.get("best_of", 1) == 1:
        return
    if (table["min"], table["max"]) != (2, 2):
        text = Message("must be 1 unless all tables of the stage are of exactly two")
        errors.append(_error(field, text))
    elif stage.get("sum_of", 1) > 1:
        text = Message("must be 1 where the points of several matches are added up")
        errors.append(_error(field, text))


def _going_on(stage: JsonObject, field: str, errors: list[FieldError]) -> None:
    """Check who goes on to a stage; the number of named sources is the number taken."""
    codes = stage.get("sources")
    if codes is None:
        if not stage["take"]:
            errors.append(
                _error(
                    f"{field}.take", Message("must give how many advance from the previous stage")
                )
            )
        return
    wrong = [code for code in codes if not sources.is_code(code)]
    if wrong or len(set(codes)) != len(codes):
        text = Message("must name sources such as B2, best3-1 or 7, each at most once")
        errors.append(_error(f"{field}.sources", text))
    if stage["take"] not in {None, len(codes)}:
        errors.append(
            _error(
                f"{field}.take",
                Message("must be %(count)s, as sources has it, or null", count=len(codes)),
            )
        )
    stage["take"] = len(codes)


def require_fitting(settings: Settings, entrants: int, teams: int = 0) -> None:
    """Raise Problem unless every stage can take whoever comes to it, if all stay."""
    field = entrants
    groups: tuple[int, ...] = ()
    try:
        for number, stage in enumerate(settings["stages"]):
            form = formats.find(stage["format"])
            table = stage.get("table") or settings["table"]
            sizes = Sizes(table["min"], table["target"], table["max"])
            if number:
                sources.check(stage.get("sources") or (), groups, field)
                field = min(stage["take"], field)
            form.check(teams if form.of_teams else field, sizes, stage["options"])
            groups = form.group_sizes(field, sizes, stage["options"])
    except InfeasibleError as error:
        raise infeasible(error) from error


def infeasible(error: InfeasibleError) -> Problem:
    """Return a format's refusal as a problem that says what is possible."""
    return Problem(
        "pairing_infeasible",
        Message("%(reason)s; %(possible)s.", reason=error.message, possible=error.possible),
        params={"reason": error.message, "possible": error.possible},
    )


def _error(field: str, text: Message) -> FieldError:
    return field_error(field, "invalid", text)


def _refusal(errors: list[FieldError]) -> Problem:
    return invalid_fields(errors, code="invalid_options")
