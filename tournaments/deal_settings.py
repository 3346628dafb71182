"""What a plan has to be whose tables share deals: everything checked before anything is written."""

from api.problems import FieldError, field_error
from deals import measured
from games.core import AnyRules
from games.json_types import JsonMapping, JsonObject
from games.messages import Message
from games.registry import versions
from tournaments.formats import registry as formats
from tournaments.points.registry import MARGIN


def check(settings: JsonObject, rules: AnyRules, errors: list[FieldError]) -> None:
    """Check how tables share deals; margins are the points where these are compared."""
    plan = settings.get("deals")
    is_by_margin = plan is not None and plan["compare"] == "margin"
    if is_by_margin:
        settings["points"] = MARGIN.id
    elif settings["points"] == MARGIN.id:
        text = Message("must not be margin unless deals compare margins")
        errors.append(field_error("points", "invalid", text))
    if plan is None or errors:
        return
    faults = [fault for fault in (*_of_play(settings), *_of_stages(settings)) if fault is not None]
    if is_by_margin:
        faults += _of_margins(settings, rules)
    errors += [field_error("deals", "invalid", text) for text in faults]


def usual_rules(game: str) -> AnyRules:
    """Return the rules by which tables share a deal the longest: with personal draw orders."""
    return max(versions(game), key=lambda each: int(each.id.partition("@")[2]))


def sizes_of(settings: JsonMapping) -> range:
    """Return how many seats the tables of a plan have, those of its stages too."""
    tables = [settings["table"], *(each["table"] for each in settings["stages"] if each["table"])]
    return range(min(each["min"] for each in tables), max(each["max"] for each in tables) + 1)


def _of_play(settings: JsonObject) -> list[Message | None]:
    """Return what is wrong with how matches are played."""
    return [
        None
        if settings["play"] == "matches"
        else Message("must be null over the board: deals are dealt here"),
        None
        if settings["ladder"] is None
        else Message(
            "must be null where matches are rated: players who compare cards play differently"
        ),
        None
        if settings["on_timeout"] == "bot"
        else Message("needs on_timeout bot, so that a deal ends at every table"),
        Message(
            "must be null where chance is required: a share would give each table a different deal"
        )
        if settings.get("chance") == "required"
        else None,
    ]


def _of_stages(settings: JsonObject) -> list[Message | None]:
    """Return what is wrong with the stages."""
    found: list[Message | None] = []
    for stage in settings["stages"]:
        form = formats.find(stage["format"])
        if form.continuous or form.of_teams or form.eliminates:
            text = Message("is not for %(format)s: choose pods, Swiss or groups", format=form.id)
            found.append(text)
        if stage.get("best_of", 1) > 1 or stage.get("sum_of", 1) > 1:
            found.append(Message("is for tables of one match"))
    return found


def _of_margins(settings: JsonObject, rules: AnyRules) -> list[Message]:
    """Return what was not measured, so that margins cannot be compared."""
    sizes = sizes_of(settings)
    unknown = [size for size in sizes if measured.explained_at_tables(rules.id, size) is None]
    if unknown:
        text = Message(
            "cannot compare margins by %(rules)s at tables of %(sizes)s: compare places",
            rules=rules.id,
            sizes=unknown,
        )
        return [text]
    usual = rules.check_options(sizes[0], {}, None)
    asked = {**usual, **settings["options"]}
    if asked != usual:
        return [Message("compares margins with the game's usual options alone")]
    return []
