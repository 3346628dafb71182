"""What follows from what: every handler of the agenda, on one screen."""

from collections.abc import Callable, Mapping

from accounts import email_changes, limits, names, tokens
from agenda import heartbeat
from agenda.registry import Due, Handler, register
from bots import registry as bots
from cutpurse import chores, ladder_tables, tournament_tables
from cutpurse.metrics import BOT_MOVES, REWOUND_STATES
from eventstore import lineage
from matches import effort, news, presence, rewinds
from matches import wiring as match_wiring
from matches.cache import CACHE
from matches.commit import BOT_TURN, CLOCK, NEWS
from matches.models import Seat
from matches.news import News
from matches.services import connections, outages, vacations
from matches.services.turns import expire_clock, play_bots
from matches.state import OVER, Status
from ratings import players
from ratings.services import challenging, matchmaking, settling
from ratings.services.challenging import LAPSE
from ratings.services.matchmaking import SEARCH, TABLE
from tournaments import wiring
from tournaments.door import TABLE_PLAY, TOURNAMENT_TIME
from tournaments.services import timing
from web import mails


def run_out(due: Due) -> None:
    """Move for the seats that have run out of time."""
    expire_clock(due.subject, due.version, due.due_at)


def act(due: Due) -> None:
    """Let the built-in bots act."""
    BOT_MOVES.inc(play_bots(due.subject, due.version))


def settle(told: News) -> None:
    """Let a match that is over count on its ladder."""
    if told.status not in OVER:
        return
    sitting = [
        players.of_bot(each.name)
        if each.account is None
        else players.of_account(each.account, each.name)
        for each in told.sitting
    ]
    ended = settling.Ended(
        match=told.match,
        game=told.game,
        is_void=told.status is Status.VOID,
        sitting=sitting,
        result=told.result,
        **effort.of_match(told.match)._asdict(),
    )
    settling.settle(told.belongs_to["ladder"], ended)


FOLLOWERS: Mapping[str, Callable[[News], None]] = {
    "ladder": settle,
    "table": tournament_tables.follow,
}
"""Who is told of a match by what it belongs to: `ladder` or `table`.

A follower runs in the transaction that removes the row, and may be told the same again: after a
rebuild, or of a later version. It goes by the match's id and version.
"""


def tell(due: Due) -> None:
    """Tell whoever a match belongs to how it stands."""
    told = news.of_match(due.subject)
    for owner in told.belongs_to:
        if owner in FOLLOWERS:
            FOLLOWERS[owner](told)


def make_up(due: Due) -> None:
    """Give clocks back what an outage took."""
    outages.make_up(due.subject)


def look_for_tables(due: Due) -> None:
    """Put waiting players of a ladder together."""
    matchmaking.search(due.subject)


def open_table(due: Due) -> None:
    """Open the match of a table that has been put together, and have its players told."""
    match = ladder_tables.open_table(due.subject)
    if match is not None:
        sitting = Seat.objects.filter(match=match, account__is_bot=False)
        people = sitting.values_list("account", flat=True)
        mails.ask_for_found_mails(match=match, accounts=[each for each in people if each])


def look_at_tournament(due: Due) -> None:
    """Do what the time asks for in a tournament."""
    timing.tick(due.subject)


def lapse(due: Due) -> None:
    """Close a challenge that was not answered in time."""
    challenging.lapse(due.subject)


def carry(due: Due) -> None:
    """Note an account's vacation in its matches."""
    vacations.carry(due.subject, due.version)


def welcome(due: Due) -> None:
    """Note in an account's matches that it is back."""
    connections.carry(due.subject)


HANDLERS = (
    Handler(CLOCK, run_out, "inline", waits_for_web=True),
    Handler(BOT_TURN, act, "leased"),
    Handler(mails.PASSWORD_MAIL, mails.send_password_mail, "leased"),
    Handler(mails.TURN_MAILS, mails.send_turn_mails, "leased", lease_s=50),
    Handler(mails.FOUND_MAIL, mails.send_found_mail, "leased"),
    Handler(mails.EMAIL_LINK, mails.send_email_link, "leased"),
    Handler(mails.EMAIL_TOLD, mails.send_email_told, "leased"),
    Handler(NEWS, tell, "inline"),
    Handler(TABLE_PLAY, tournament_tables.play_table, "inline"),
    Handler(TOURNAMENT_TIME, look_at_tournament, "inline"),
    *(Handler(chore.kind, chores.run, "leased") for chore in chores.CHORES),
    Handler(vacations.AGENDA, carry, "leased", lease_s=45),
    Handler(presence.AGENDA, welcome, "leased", lease_s=45),
    Handler(heartbeat.KIND, make_up, "leased", lease_s=45),
    Handler(SEARCH, look_for_tables, "inline"),
    Handler(TABLE, open_table, "inline"),
    Handler(LAPSE, lapse, "inline"),
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
    email_changes.lend(mails.tell_old_address)
    names.reserve_bots(bot.id for bot in bots.all_bots())
    wiring.lend(tournament_tables.LENT)
    match_wiring.lend(ladder_tables.LENT)
    rewinds.noted.connect(count_rewound, dispatch_uid="cutpurse.count_rewound")
    lineage.changed.connect(begin_anew, dispatch_uid="cutpurse.begin_anew")
