"""What the cards of a shared deal explain, as measured, in words, or that it was not measured.

It is said of every deal, however it is scored: that the cards are the same for all takes no luck
away.
"""

from django.utils.translation import gettext as _

from deals import measured, results, selectors
from deals.models import Deal
from games import registry
from games.json_types import JsonMapping
from tournaments import deal_settings


def of_deal(deal: Deal) -> str:
    """Return what the cards of a deal explain, in a sentence or two."""
    # Of a round the end has nothing to say of it, so its stream is not read.
    closed = None if deal.round else selectors.closing_of(deal)
    found = results.explained(deal, closed)
    about = {
        "game": registry.rules(deal.rules).title,
        "percent": None if found is None else round(100 * found),
    }
    if found is None:
        return (
            _(
                "How much the cards explain was not measured in %(game)s with these options and"
                " this number of players."
            )
            % about
        )
    if deal.round:
        return (
            _(
                "The cards explain %(percent)s %% of the differences in margin between players "
                "with the same seat, as measured in %(game)s with bots of six strengths at all "
                "seats. The rest is play, and other kinds of luck."
            )
            % about
        )
    return (
        _(
            "The cards explain %(percent)s %% of the differences between players with this "
            "seat, as measured in %(game)s with bots. The rest is play, and other kinds of "
            "luck."
        )
        % about
    )


def of_plan(settings: JsonMapping) -> str:
    """Return what the cards explain at the tables of a plan whose rounds share deals."""
    rules, sizes = registry.rules(settings["rules"]), deal_settings.sizes_of(settings)
    found = [
        measured.explained_at_tables(rules.id, size)
        if results.is_usual(rules, size, settings["options"], None)
        else None
        for size in sizes
    ]
    known = [round(100 * each.explained) for each in found if each is not None]
    if not known or len(known) < len(found):
        return _("not measured with these options and numbers of players")
    low, high = min(known), max(known)
    percent = str(low) if low == high else f"{low}–{high}"  # noqa: RUF001 - A range.
    return _("%(percent)s %% of the differences, as measured with bots") % {"percent": percent}
