"""What each code of a problem means to whoever gets it, and what to do; pages translate it."""

from collections.abc import Mapping

ADVICE: Mapping[str, str] = {
    # The request itself.
    "parse_error": "The body is not valid JSON. Check it with a JSON parser, and send it in UTF-8 "
    "and in full.",
    "invalid": "Something in the request is not valid. Look at `errors`: each names a field and "
    "what is wrong with it. Correct the request before you send it again.",
    "not_authenticated": "No valid token came with the request. Send one as `Authorization: Bearer "
    "cp_…`; if it has expired or was revoked, get a new one with `POST /tokens`.",
    "permission_denied": "This account may not do this. Ask those who run the match, tournament, "
    "ladder or site for permission, or use another account.",
    "scope_missing": "The token is valid, but not for this. It needs one of the scopes in "
    "`params.any_of`: create a new token with it.",
    "not_found": "There is nothing at this address that you may see. Check the id; if it is "
    "private, use the token of an account that may see it.",
    "method_not_allowed": "The address exists but does not accept this method. The header `Allow` "
    "names those that it accepts.",
    "not_acceptable": "The answer cannot be given in the form that `Accept` asks for. Accept "
    "`application/json`, or for streams `text/event-stream` or `application/x-ndjson`.",
    "length_required": "The length of the body was not announced. Send a `Content-Length` "
    "instead of chunks.",
    "payload_too_large": "The body is larger than the server reads. Send less, or in several "
    "requests.",
    "unsupported_media_type": "The body has the wrong type. Send JSON, with `Content-Type: "
    "application/json`.",
    "rate_limited": "You sent too many requests in a short time. Wait as many seconds as "
    "`Retry-After` says, then send the same request; `RateLimit` shows in advance how many are "
    "left.",
    "server_error": "The fault is ours, and has been logged. Send the same request with the same "
    "key once more; if it fails again, tell the operator the `request_id`.",
    "unavailable": "Part of the server is not responding at the moment. Send the same request "
    "with the same key again after `Retry-After`.",
    "rules_unknown": "The match was played by a version of the rules that this server does not "
    "have. Try again later; the operator has to install it.",
    # Repeated and concurrent requests.
    "idempotency_key_required": "This request must be safe to repeat. Send an `Idempotency-Key` "
    "of 16 to 64 characters, a new one for every new request.",
    "idempotency_key_reused": "The key was used for a request with other content. Use a new key "
    "for every new request, and the same one only to repeat a request unchanged.",
    "idempotency_in_progress": "The first request with this key is still running. Wait as "
    "`Retry-After` says, then send the same request with the same key.",
    "version_conflict": "Something has happened since the version that you saw. Read it again, "
    "decide again, and send the new version with a new key.",
    "precondition_failed": "The settings have changed since you read them. Read them again, and "
    "send the new `ETag` as `If-Match`.",
    "precondition_required": "The change must say which state it is based on. Read first, and send "
    "the `ETag` as `If-Match`.",
    # Matches.
    "illegal_move": "The rules do not allow this move now. Choose one of `legal_moves`, exactly "
    "as it is written there.",
    "invalid_options": "Some settings do not fit the game or one another; `errors` names them. "
    "`GET /games` describes what each game takes, `GET /tournaments/options` what tournaments "
    "take.",
    "not_your_turn": "It is someone else's turn to decide. Wait for `your_turn` in your stream, or "
    "until `to_act` names your seat.",
    "seat_taken": "Someone else was faster. Choose another seat, or name none to take the first "
    "free one.",
    "already_sealed": "The players whose shares make this deal are fixed, and the cards are dealt "
    "within seconds. Show your share if you are on the roll, and wait for `match_started`.",
    "not_on_roll": "This deal does not ask you for a share. Send one only when `chance` of the "
    "match names your seat in `expected`.",
    "share_mismatch": "A share has to be the 32 bytes that you promised for this deal, attempt and "
    "seat. Show those.",
    "draw_running": "Entrants are adding their chance to a draw; nothing that it depends on can "
    "change until it is made. Send the command again at `until`, or when the tournament has moved "
    "on.",
    "shares_needed": "Deals are made from everyone's shares here. Use a page or a program that "
    "promises and shows them, with `shares: true`. Built-in bots cannot take part, nor can "
    "accounts that have withheld too many shares lately.",
    "match_full": "All seats are taken. Look for another match, or open one.",
    "too_many_open_matches": "Your account has reached its limit of matches waiting for players. "
    "Fill one or call it off, then open another.",
    "match_over": "The match has ended, so nothing more can be done in it. You can still read its "
    "history.",
    "match_not_over": "This is shown only after the end, so that nothing hidden leaks. Ask again "
    "once the match is over.",
    "deal_open": "Several tables play the same deal, and one of them may still be playing. Ask "
    "again once the deal is closed.",
    "deal_not_open": "The deal has been announced but is not open yet. Come back at `opens_at`.",
    "deal_closed": "This deal is closed. Read its results: `GET /deals/{id}`.",
    "deal_already_played": "Everyone can play a deal only once. Continue in the match that `match` "
    "names, if it is not over.",
    "luck_not_offered": "Luck is shown for matches that were played here to the end, in games in "
    "which the draws explain enough. Nothing you send changes that.",
    "match_not_started": "The match is still waiting for players, or for its opener to start it. "
    "Wait for `match_started`.",
    "clock_expired": "The time for this decision has run out, and the match continues as its "
    "settings say. Read the match again.",
    "match_paused": "Nobody may move while the match is paused. Wait until it continues; `paused` "
    "says why and until when.",
    "match_not_paused": "The match is already running. There is nothing to do.",
    "already_voted": "Your vote has been counted. Wait for the others.",
    "not_by_vote": "In this match players cannot decide this. Ask the organiser of the "
    "tournament, or the site's staff.",
    "own_interest": "Anyone who is playing there may not decide it. Ask another member of the "
    "staff.",
    "seat_not_yours": "That seat is not yours in this match. Use the token of the account that "
    "sits there.",
    "bots_not_allowed": "Only people may take part here. Choose a match or tournament that allows "
    "bots.",
    "guests_not_allowed": "Guests may not do this. Sign up with `POST /me/sign-up`; you keep your "
    "seats and matches.",
    # Tournaments and ladders.
    "entry_closed": "Nobody can enter any more. Ask the organiser whether late entries are "
    "possible.",
    "entry_not_eligible": "You do not meet the conditions of entry. `detail` and `params` say "
    "which one.",
    "checkin_closed": "Checking in is not possible now. Ask the organiser to check you in.",
    "late_entry_closed": "It is too late to enter this tournament. Look for another one.",
    "entrant_dropped": "The entrant no longer takes part. The organiser can reinstate the entrant "
    "while the tournament runs.",
    "round_not_draft": "The round has been published, so it can no longer be changed like a draft. "
    "Unpublish it first, or change its tables.",
    "round_already_live": "The round is already running. Continue with its tables and results.",
    "pairing_infeasible": "No pairing meets all the conditions at once. `detail` names those in "
    "the way: remove one, or pair by hand.",
    "built_on": "Later steps depend on this one. Undo those first, starting with the latest.",
    "result_locked": "The result can no longer be changed like this. An organiser can overrule it "
    "with a reason.",
    "challenge_not_allowed": "The rules of this ladder do not allow the challenge. "
    "`params.reasons` lists every reason.",
}
"""By code, in English; pages say the same in the reader's language."""
