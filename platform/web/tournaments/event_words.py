"""What happened in a tournament, in a sentence an event: for its public log and the console's."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple
from uuid import UUID

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import Account
from tournaments.events import Data
from tournaments.points.core import in_points
from tournaments.state import RoundState
from web.tournaments.labels import points
from web.words import ROLES, Words, label

ACCOUNT = "account:"

EVENTS: Words = {
    "tournament_created": _("The tournament was created."),
    "settings_changed": _("The settings were changed."),
    "role_given": _("%(account)s became %(role)s."),
    "role_taken": _("%(account)s no longer has a role."),
    "entry_opened": _("Entry was opened."),
    "entry_closed": _("Entry was closed."),
    "checkin_opened": _("Check-in was opened."),
    "entrant_registered": _("%(entrant)s entered."),
    "entrant_promoted": _("%(entrant)s moved up from the waiting list."),
    "entrant_withdrawn": _("%(entrant)s withdrew."),
    "entrant_checked_in": _("%(entrant)s checked in."),
    "entrant_checked_out": _("The check-in of %(entrant)s was undone."),
    "entrant_absent": _("%(entrant)s had not checked in and is absent."),
    "entrant_dropped": _("%(entrant)s dropped out."),
    "entrant_readded": _("%(entrant)s is back in the tournament."),
    "entrant_disqualified": _("%(entrant)s was disqualified."),
    "entrant_substituted": _("%(entrant)s replaces another player."),
    "penalty_given": _("%(entrant)s was given a penalty of %(points)s points."),
    "bye_booked": _("%(entrant)s has booked a bye for round %(round)s (%(points)s)."),
    "bye_lifted": _("%(entrant)s no longer has a bye booked for round %(round)s."),
    "penalty_at_table": _("%(entrant)s: %(points)s points off at %(table)s."),
    "no_show_recorded": _("%(entrant)s did not show up."),
    "entrant_sat_out": _("%(entrant)s has a bye by request."),
    "entrant_rested": _("%(entrant)s is taking a break."),
    "entrant_ready": _("%(entrant)s is back."),
    "report_imported": _("A report of %(count)s players was imported."),
    "seeds_assigned": _("The entrants were seeded."),
    "teams_assigned": _("The teams were changed."),
    "tournament_started": _("The tournament started; lots were drawn."),
    "tournament_paused": _("The tournament was paused."),
    "tournament_resumed": _("The tournament has resumed."),
    "tournament_cancelled": _("The tournament was called off."),
    "tournament_finished": _("The tournament was finished; the ranking is final."),
    "tournament_reopened": _("The tournament was reopened."),
    "stage_started": _("Stage %(stage)s started."),
    "stage_completed": _("Stage %(stage)s was completed."),
    "stage_reopened": _("Stage %(stage)s was reopened."),
    "pair_kept_apart": _("%(first)s and %(second)s are kept apart."),
    "pair_let_meet": _("%(first)s and %(second)s may meet again."),
    "round_paired": _("Round %(round)s was paired as a draft."),
    "draw_sealed": _("Draw %(draw)s waits for the chance that entrants add."),
    "draw_sealed_alone": _("Draw %(draw)s waits for a public random number."),
    "draw_refused": _("Draw %(draw)s was not made: not everyone has shown their share."),
    "draw_missed": _(
        "Draw %(draw)s was not made: its public random number did not arrive. It will be made "
        "without one."
    ),
    "draw_shown": _("Draw %(draw)s was made."),
    "draw_repeated": _("Draw %(draw)s was made: the same was drawn %(drawn)s times by then."),
    "draw_unforced": _(
        "Draw %(draw)s was made although nothing had changed: the same was drawn %(drawn)s times by"
        " then."
    ),
    "deals_drawn": _("The deals of changed tables of round %(round)s depend on draw %(draw)s."),
    "anchor_added": _("New secrets for draws and deals were fixed."),
    "history_bound": _("Everything up to event %(version)s was bound to what follows."),
    "well_revealed": _("The secret of the draws and deals was shown."),
    "round_unpaired": _("The draft of round %(round)s was discarded."),
    "round_repaired": _("Tables of round %(round)s were re-paired."),
    "seats_swapped": _("%(first)s and %(second)s swapped seats in round %(round)s."),
    "round_dealt": _("The tables of round %(round)s will play the same deal."),
    "round_deal_closed": _(
        "The deal of round %(round)s has been shown: all its tables have ended."
    ),
    "round_published": _("Round %(round)s was published."),
    "round_unpublished": _("Round %(round)s is a draft again."),
    "round_closed": _("Round %(round)s was closed."),
    "round_reopened": _("Round %(round)s was reopened."),
    "time_extended": _("Round %(round)s was given more time."),
    "round_clock_started": _("The clock of round %(round)s was started."),
    "round_clock_stopped": _("The clock of round %(round)s was stopped."),
    "table_extended": _("%(table)s was given more time."),
    "seats_offered": _("At %(table)s the better seed chooses its seat first."),
    "seat_chosen": _("%(entrant)s took seat %(place)s at %(table)s."),
    "seat_by_default": _("%(entrant)s got seat %(place)s at %(table)s without choosing."),
    "table_opened": _("The match at %(table)s was opened."),
    "table_played": _(
        "%(table)s has ended. Its result is shown when all tables of the deal have ended."
    ),
    "table_stopped": _("%(table)s ended without a result: the staff decides how it counts."),
    "table_voided": _("%(table)s was called off."),
    "table_unpaid": _("%(table)s was called off without points."),
    "table_replayed": _("%(table)s is being replayed."),
    "match_counted": _("A match at %(table)s is over: %(result)s"),
    "match_corrected": _("Match %(number)s at %(table)s was corrected: %(result)s"),
    "result_reported": _("A result was reported at %(table)s: %(result)s"),
    "result_disputed": _("%(by)s reports another result at %(table)s: %(result)s"),
    "result_recorded": _("Result at %(table)s: %(result)s"),
    "result_forfeited": _("Result at %(table)s: %(result)s. Did not come: %(absent)s"),
    "result_agreed": _("A draw was agreed at %(table)s: %(result)s"),
    "draw_agreed": _("%(entrant)s agrees to a draw at %(table)s."),
    "draw_withdrawn": _("%(entrant)s wants no draw at %(table)s."),
    "time_called": _("The time of %(table)s is over: its match ends with the current scores."),
    "result_at_limit": _("Result at %(table)s at its time limit: %(result)s"),
    "result_taken_back": _("The result at %(table)s must be confirmed again: %(result)s"),
    "tie_decided": _("Players who advance from %(table)s: %(result)s"),
    "codes_issued": _("Codes for entrants were created."),
    "code_issued": _("A new code for %(entrant)s was made."),
    "code_kept": _("%(entrant)s has a code of their own, which no one else has seen."),
    "entrant_renamed": _("%(entrant)s was renamed."),
    "entrants_merged": _(
        "%(entrant)s was entered twice; entrants %(number)s and %(other)s are one."
    ),
    "payment_marked": _("The payment of %(entrant)s was noted."),
    "conditions_set": _("The conditions of entry were set."),
    "invitation_made": _("A link for %(grants)s was created."),
    "invitation_ended": _("A link ended."),
    "invitation_used": _("A link was used."),
    "entrant_linked": _("%(entrant)s plays with the account %(account)s."),
    "judge_called": _("%(entrant)s called a judge to %(table)s."),
    "judge_called_by_staff": _("A judge was called to %(table)s."),
    "judge_call_answered": _("A judge was at %(table)s."),
    "notice_put": _("The staff put up a notice: %(text)s"),
    "notice_removed": _("The staff took down its notice."),
    "picture_set": _("The picture of the event was changed."),
    "picture_removed": _("The picture of the event was removed."),
    "season_followed": _("The next season was created: %(slug)s."),
    "repetition_set": _("The repetition of the event was set."),
    "next_event_made": _("The next event was created: %(slug)s."),
    "rolled_back": _("The tournament was rolled back to version %(to_version)s."),
}
"""By type; a type that can say two things has another key for the second (`_kind`)."""


AT_TABLE = {"time_extended": "table_extended", "penalty_given": "penalty_at_table"}
"""What is told otherwise where it names a table."""
LIFTED = {
    "bye_booked": "bye_lifted",
    "pair_kept_apart": "pair_let_meet",
    "draw_agreed": "draw_withdrawn",
}
"""What is told otherwise where it ends what was so."""
ENDED = {"agreed": "result_agreed", "time_limit": "result_at_limit"}
"""What is told of a table that was not played out."""
EMPTIED = {
    "notice_put": ("text", "notice_removed"),
    "picture_set": ("digest", "picture_removed"),
    "draw_sealed": ("roll", "draw_sealed_alone"),
    "draw_refused": ("withheld", "draw_missed"),
}
"""The events that tell something else where a part of them is empty, and the words for that."""

GRANTS: Words = {"entry": _("entry")}
"""What a link gives, beside roles."""


class TableName(NamedTuple):
    """Where a table stood, and the entrants who sat there."""

    round: int
    number: int
    seats: Sequence[int]

    @property
    def words(self) -> str:
        """How a sentence names it."""
        about = {"table": self.number, "round": self.round}
        return gettext("table %(table)s of round %(round)s") % about


class Names(NamedTuple):
    """How those are called whom events name by numbers and ids."""

    entrants: Mapping[int, str]
    accounts: Mapping[str, str]
    tables: Mapping[str, TableName]

    def entrant(self, entrant: int) -> str:
        """Return the name of an entrant."""
        return self.entrants.get(entrant) or gettext("entrant %(n)s") % {"n": entrant}

    def by_code(self, actor: str) -> str:
        """Return who acted by an entrant's code."""
        number = int(actor.rpartition(":")[2])
        return gettext("%(name)s, by code") % {"name": self.entrant(number)}

    def account(self, account: str) -> str:
        """Return the name of an account, by its id or as the actor of an event."""
        return self.accounts.get(account.removeprefix(ACCOUNT), gettext("a deleted account"))


def account_names(ids: Iterable[str]) -> dict[str, str]:
    """Return the names of accounts, of which some may be gone, by their ids and actors."""
    known = {UUID(each.removeprefix(ACCOUNT)) for each in ids}
    rows = Account.objects.filter(id__in=known).values_list("id", "username")
    return {str(account): name for account, name in rows}


def accounts_in(actors: Iterable[str], bodies: Iterable[Data]) -> list[str]:
    """Return the accounts that have done something, or to which it was done."""
    by = [each for each in actors if each.startswith(ACCOUNT)]
    return by + [data["account"] for data in bodies if data.get("account")]


def table_names(rounds: Iterable[RoundState]) -> Iterator[tuple[str, TableName]]:
    """Yield the tables of rounds by their ids."""
    for round_ in rounds:
        for place, table in enumerate(round_.tables, start=1):
            yield str(table.id), TableName(round_.number, place, table.seats)


def sentence(type_: str, data: Data, names: Names) -> str:
    """Return what happened; data as the event has it."""
    template = str(EVENTS[_kind(type_, data)])
    told = template % {**data, **dict(_named(data, names))}
    return told[:1].upper() + told[1:] if template.startswith("%(table)s") else told


def _kind(type_: str, data: Data) -> str:
    if data.get("lifted"):
        return LIFTED[type_]
    if type_ == "table_voided" and data.get("points") == "none":
        return "table_unpaid"
    if type_ == "result_recorded" and data.get("absent"):
        return "result_forfeited"
    if type_ == "codes_issued" and len(_code_holders(data)) == 1:
        return "code_kept" if data.get("own") else "code_issued"
    if type_ == "judge_called" and data["entrant"] is None:
        return "judge_called_by_staff"
    return _other_kind(type_, data)


def _other_kind(type_: str, data: Data) -> str:
    if type_ == "seat_chosen" and data["by_default"]:
        return "seat_by_default"
    if type_ == "match_counted" and data.get("number"):
        return "match_corrected"
    if type_ == "draw_shown" and data["drawn"] > 1:
        return "draw_unforced" if data["unforced"] else "draw_repeated"
    if type_ in EMPTIED and not data[EMPTIED[type_][0]]:
        return EMPTIED[type_][1]
    if type_ == "result_recorded" and data.get("ended"):
        return ENDED[data["ended"]]
    return AT_TABLE.get(type_, type_) if data.get("table") else type_


def _named(data: Data, names: Names) -> Iterator[tuple[str, object]]:
    """Yield the values of a sentence, in words."""
    yield from _links_and_merges(data, names)
    for name in ("entrant", "first", "second", "by"):
        if isinstance(data.get(name), int):
            yield name, names.entrant(data[name])
    if data.get("account"):
        yield "account", names.account(data["account"])
    if "role" in data:
        yield "role", label(ROLES, data["role"])
    if "stage" in data:
        yield "stage", data["stage"] + 1
    if "seat" in data:
        yield "place", data["seat"] + 1
    if "numbers" in data:
        yield "count", len(data["numbers"])
    if "units" in data:
        yield "points", points(in_points(data["units"]))
    if data.get("table"):
        table = names.tables.get(data["table"])
        yield "table", gettext("a deleted table") if table is None else table.words
        yield "result", _result(data, () if table is None else table.seats, names)
        yield "absent", ", ".join(map(names.entrant, data.get("absent") or ()))


def _links_and_merges(data: Data, names: Names) -> Iterator[tuple[str, object]]:
    """Yield what sentences about links, codes, and two entrants who are one, name."""
    if "other" in data:
        yield "number", data["entrant"]
    if len(_code_holders(data)) == 1:
        yield "entrant", names.entrant(_code_holders(data)[0])
    if "grants" in data:
        yield "grants", GRANTS.get(data["grants"]) or label(ROLES, data["grants"])


def _code_holders(data: Data) -> list[int]:
    """Return for whom codes were made: by the event, or by what everyone may know of it."""
    return [int(each) for each in data.get("codes") or data.get("entrants") or ()]


def _result(data: Data, seats: Sequence[int], names: Names) -> str:
    if "order" in data:
        return ", ".join(map(names.entrant, data["order"]))
    away = data.get("absent") or ()
    ranked = sorted(
        (place, each)
        for place, each in zip(data.get("places") or (), seats, strict=False)
        if each not in away
    )
    return ", ".join(f"{place}. {names.entrant(each)}" for place, each in ranked)
