"""What follows from what: every handler of the agenda, on one screen."""

from collections.abc import Callable, Mapping

from accounts import email_changes, names, tokens
from agenda import heartbeat
from agenda.registry import Handler, Job, register
from api import limits
from bots import registry as bots
from cutpurse import periodic_jobs
from cutpurse.metrics import BOT_MOVES, REWOUND_STATES
from eventstore import lineage, rewinds
from matches import effort, integration_events, presence
from matches import ports as match_wiring
from matches.cache import CACHE
from matches.commit import BOT_TURN, CLOCK, NEWS
from matches.integration_events import MatchNotice
from matches.models import Seat
from matches.services import connections, outages, vacations
from matches.services.turns import expire_clock, play_bots
from matches.state import OVER, Status
from ratings import ladder_matches, players
from ratings.services import challenging, matchmaking, settling
from ratings.services.challenging import LAPSE
from ratings.services.matchmaking import SEARCH, TABLE
from tournaments import ports, table_matches
from tournaments.command_handler import TABLE_PLAY, TOURNAMENT_TIME
from tournaments.services import timing
from web import mails


def expire_clocks(due: Job) -> None:
    """Move for the seats that have run out of time."""
    expire_clock(due.subject, due.version, due.due_at)


def play_bot_turns(due: Job) -> None:
    """Let the built-in bots act."""
    BOT_MOVES.inc(play_bots(due.subject, due.version))


def settle(told: MatchNotice) -> None:
    """Let a match that is over count on its ladder."""
    if told.status not in OVER:
        return
    sitting = [
        players.of_bot(each.name)
        if each.account is None
        else players.of_account(each.account, each.name)
        for each in told.sitting
    ]
    ended = settling.FinishedMatch(
        match=told.match,
        game=told.game,
        is_void=told.status is Status.VOID,
        sitting=sitting,
        result=told.result,
        **effort.of_match(told.match)._asdict(),
    )
    settling.rate_finished_match(told.belongs_to["ladder"], ended)


SUBSCRIBERS: Mapping[str, Callable[[MatchNotice], None]] = {
    "ladder": settle,
    "table": table_matches.record_result,
}
"""Who is told of a match by what it belongs to: `ladder` or `table`.

A follower runs in the transaction that removes the row, and may be told the same again: after a
rebuild, or of a later version. It goes by the match's id and version.
"""


def notify_owner(due: Job) -> None:
    """Tell whoever a match belongs to how it stands."""
    told = integration_events.load_notice(due.subject)
    for owner in told.belongs_to:
        if owner in SUBSCRIBERS:
            SUBSCRIBERS[owner](told)


def compensate_outage(due: Job) -> None:
    """Give clocks back what an outage took."""
    outages.compensate_all(due.subject)


def form_ladder_matches(due: Job) -> None:
    """Put waiting players of a ladder together."""
    matchmaking.form_matches(due.subject)


def open_table(due: Job) -> None:
    """Open the match of a table that has been put together, and have its players told."""
    match = ladder_matches.open_match(due.subject)
    if match is not None:
        sitting = Seat.objects.filter(match=match, account__is_bot=False)
        people = sitting.values_list("account", flat=True)
        mails.schedule_found_mails(match=match, accounts=[each for each in people if each])


def look_at_tournament(due: Job) -> None:
    """Do what the time asks for in a tournament."""
    timing.tick(due.subject)


def expire_challenge(due: Job) -> None:
    """Close a challenge that was not answered in time."""
    challenging.expire(due.subject)


def apply_vacation(due: Job) -> None:
    """Note an account's vacation in its matches."""
    vacations.apply_to_matches(due.subject, due.version)


def mark_reconnected(due: Job) -> None:
    """Note in an account's matches that it is back."""
    connections.carry(due.subject)


HANDLERS = (
    Handler(CLOCK, expire_clocks, "inline", waits_for_web=True),
    Handler(BOT_TURN, play_bot_turns, "leased"),
    Handler(mails.PASSWORD_MAIL, mails.send_password_mail, "leased"),
    Handler(mails.TURN_MAILS, mails.send_turn_mails, "leased", lease_s=50),
    Handler(mails.FOUND_MAIL, mails.send_match_mail, "leased"),
    Handler(mails.EMAIL_LINK, mails.send_email_link, "leased"),
    Handler(mails.EMAIL_TOLD, mails.send_email_changed, "leased"),
    Handler(NEWS, notify_owner, "inline"),
    Handler(TABLE_PLAY, table_matches.sync_table, "inline"),
    Handler(TOURNAMENT_TIME, look_at_tournament, "inline"),
    *(Handler(chore.kind, periodic_jobs.run, "leased") for chore in periodic_jobs.CHORES),
    Handler(vacations.AGENDA, apply_vacation, "leased", lease_s=45),
    Handler(presence.AGENDA, mark_reconnected, "leased", lease_s=45),
    Handler(heartbeat.KIND, compensate_outage, "leased", lease_s=45),
    Handler(SEARCH, form_ladder_matches, "inline"),
    Handler(TABLE, open_table, "inline"),
    Handler(LAPSE, expire_challenge, "inline"),
)


def count_rewound(**_about: object) -> None:
    """Count a state that was held of a history that is no more."""
    REWOUND_STATES.inc()


def begin_anew(**_about: object) -> None:
    """Forget what this process remembers of a database that is another one now."""
    CACHE.clear()
    tokens.forget_all()
    limits.forget_leases()


def wire() -> None:
    """Register the handlers; called once Django is set up, and harmless when called again."""
    for handler in HANDLERS:
        register(handler)
    email_changes.configure(mails.tell_old_address)
    names.reserve_bots(bot.id for bot in bots.all_bots())
    ports.configure(table_matches.LENT)
    match_wiring.configure(ladder_matches.LENT)
    rewinds.noted.connect(count_rewound, dispatch_uid="cutpurse.count_rewound")
    lineage.changed.connect(begin_anew, dispatch_uid="cutpurse.begin_anew")
