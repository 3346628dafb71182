"""Every code a refusal can carry, with its HTTP status and title: the one table."""

from typing import NamedTuple


class Kind(NamedTuple):
    """The description of a problem code."""

    status: int
    title: str


KINDS: dict[str, Kind] = {
    # The request itself.
    "parse_error": Kind(400, "Malformed request."),
    "invalid": Kind(400, "Invalid request."),
    "not_authenticated": Kind(401, "Authentication required."),
    "permission_denied": Kind(403, "Permission denied."),
    "scope_missing": Kind(403, "The token lacks a scope."),
    "not_found": Kind(404, "Not found."),
    "method_not_allowed": Kind(405, "Method not allowed."),
    "not_acceptable": Kind(406, "Not acceptable."),
    "length_required": Kind(411, "Content-Length required."),
    "payload_too_large": Kind(413, "The body is too large."),
    "unsupported_media_type": Kind(415, "The body must be JSON."),
    "rate_limited": Kind(429, "Too many requests."),
    "server_error": Kind(500, "Internal server error."),
    "unavailable": Kind(503, "Temporarily unavailable; retry the same request."),
    "rules_unknown": Kind(503, "This server does not know the rules of the match."),
    # Repeated and concurrent requests.
    "idempotency_key_required": Kind(400, "This request needs an Idempotency-Key."),
    "idempotency_key_reused": Kind(422, "The Idempotency-Key belongs to another request."),
    "idempotency_in_progress": Kind(409, "The first request with this key is still running."),
    "version_conflict": Kind(409, "The resource has changed since that version."),
    "precondition_failed": Kind(412, "The resource has changed since you read it."),
    "precondition_required": Kind(428, "An If-Match header is required."),
    # Matches.
    "illegal_move": Kind(422, "The rules do not allow this move."),
    "invalid_options": Kind(422, "This cannot be done with these settings."),
    "not_your_turn": Kind(409, "It is not your turn."),
    "seat_taken": Kind(409, "That seat is taken."),
    "already_sealed": Kind(409, "The roll of this deal is sealed."),
    "not_on_roll": Kind(409, "Your share is not asked for."),
    "share_mismatch": Kind(422, "That is not the share that was promised."),
    "draw_running": Kind(409, "A draw is being made."),
    "shares_needed": Kind(422, "Everyone has to add chance here."),
    "match_full": Kind(409, "All seats are taken."),
    "too_many_open_matches": Kind(409, "Too many of your matches wait for players."),
    "match_over": Kind(409, "The match is over."),
    "match_not_over": Kind(409, "The match is not over."),
    "deal_open": Kind(409, "Others may still be playing this deal."),
    "deal_not_open": Kind(409, "This deal is not open yet."),
    "deal_closed": Kind(409, "This deal is closed."),
    "deal_already_played": Kind(409, "You have played this deal already."),
    "luck_not_offered": Kind(404, "The luck of this match is not shown."),
    "match_not_started": Kind(409, "The match has not started."),
    "clock_expired": Kind(409, "The time is up."),
    "match_paused": Kind(409, "The match is paused."),
    "match_not_paused": Kind(409, "The match is not paused."),
    "already_voted": Kind(409, "You have voted already."),
    "not_by_vote": Kind(403, "Players cannot decide this by a vote here."),
    "own_interest": Kind(403, "Someone who is not playing there must decide this."),
    "seat_not_yours": Kind(403, "That seat is not yours."),
    "bots_not_allowed": Kind(403, "Bots may not take part here."),
    "guests_not_allowed": Kind(403, "Guests must sign up for this."),
    # Tournaments and ladders.
    "entry_closed": Kind(409, "Entry is closed."),
    "entry_not_eligible": Kind(403, "You may not enter."),
    "checkin_closed": Kind(409, "Check-in is closed."),
    "late_entry_closed": Kind(409, "Late entry is closed."),
    "entrant_dropped": Kind(409, "The entrant has left the tournament."),
    "round_not_draft": Kind(409, "The round is not a draft."),
    "round_already_live": Kind(409, "The round has already started."),
    "pairing_infeasible": Kind(409, "No pairing satisfies all the constraints."),
    "built_on": Kind(409, "Later steps depend on it."),
    "result_locked": Kind(409, "The result is locked."),
    "challenge_not_allowed": Kind(403, "You may not challenge this player."),
}
