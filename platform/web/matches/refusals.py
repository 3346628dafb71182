"""What pages say when a move or another act is refused: what happened, and what to do next."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from api.problems import Problem
from web.games.narration import GameText
from web.messages import as_it_is, is_foreign, localise

WORDS: dict[str, Promise] = {
    "version_conflict": _(
        "The match has moved on: someone else acted first, or you moved in another window. "
        "Here is the current position; please choose again."
    ),
    "not_your_turn": _("It is not your turn; your move was not made."),
    "illegal_move": _("The rules do not allow that: %(detail)s. Please choose another move."),
    "match_over": _("Too late: the match is over."),
    "match_not_started": _("The match has not started yet: %(detail)s"),
    "clock_expired": _("Too late: you ran out of time and a move was made for you."),
    "match_paused": _("The match is paused; it resumes when all players want to."),
    "match_not_paused": _("The match has already resumed."),
    "already_voted": _("You have already voted for that (%(votes)s of %(needed)s)."),
    "seat_not_yours": _("You are not playing in this match, but you can watch."),
    "seat_taken": _("That seat is taken, or you already have one. Please choose again."),
    "got_up": _("You left your seat in this rated match, so you cannot take a seat in it again."),
    "match_full": _("All seats are taken; you can watch."),
    "rate_limited": _("Too many requests. Please try again in %(seconds)s seconds."),
    "unavailable": _("The server cannot save anything right now. Please try again."),
    "rules_unknown": _(
        "This match uses rules (%(rules)s) from a newer version of this server, which is not "
        "running now. The match waits until that version is back; nothing is lost."
    ),
    "parse_error": _("That is not a valid move. Please use the buttons below."),
    "idempotency_key_reused": _("You have already sent that. Here is the current position."),
}


def words(problem: Problem, game: GameText | None = None) -> str:
    """Return a refusal in the reader's language, as far as we have words of our own for it.

    What the rules of a game refuse names its pieces, for which the game has the words.
    """
    sentence = WORDS.get(problem.code) or WORDS.get(str(problem.params.get("reason")))
    if sentence is None:
        return localise(problem.detail)
    detail = localise(problem.detail, game.piece if game else as_it_is).rstrip(".")
    if problem.code == "illegal_move" and is_foreign(problem.detail):
        return str(_("The rules do not allow that. Please choose one of the moves below."))
    return str(sentence) % {**problem.params, "detail": detail}
