"""Play a whole match with the client that is made from the description, and print how it ended.

Run by the generators' own Python, with the folder of the client and the site's address.
"""

import json
import random
import sys
import uuid
from typing import Any

sys.path.insert(0, sys.argv[1])

from made_client import AuthenticatedClient, Client
from made_client.api.accounts import post_accounts, post_tokens
from made_client.api.matches import (
    get_matches_by_match_id,
    post_matches,
    post_matches_by_match_id_moves,
    post_matches_by_match_id_seats,
)
from made_client.models import (
    MatchShown,
    MatchStatus,
    Move,
    MoveMove,
    NewAccount,
    NewMatch,
    NewMatchOptions,
    NewToken,
    ProblemBody,
    Scope,
    TakeSeat,
)

SITE = sys.argv[2]
PASSWORD = "a long enough passphrase"


def given(answer: Any) -> Any:
    """Return what was answered; a refusal ends the program."""
    if answer is None or isinstance(answer, ProblemBody):
        raise SystemExit(str(answer))
    return answer


def sign_up(stranger: Client) -> AuthenticatedClient:
    """Return the client of a new account."""
    name = f"py_{uuid.uuid4().hex[:12]}"
    given(post_accounts.sync(client=stranger, body=NewAccount(username=name, password=PASSWORD)))
    asked = NewToken(username=name, password=PASSWORD, scopes=[Scope.PLAY, Scope.READ])
    issued = given(post_tokens.sync(client=stranger, body=asked))
    return AuthenticatedClient(base_url=SITE, token=issued.token)


def move(player: AuthenticatedClient, match_id: uuid.UUID, seen: MatchShown) -> None:
    """Make one of the legal moves; another seat may be faster, where several decide at once."""
    chosen = MoveMove.from_dict(random.choice(seen.legal_moves).to_dict())
    body = Move(expected_version=seen.version, move=chosen)
    answer = post_matches_by_match_id_moves.sync(
        match_id, client=player, body=body, idempotency_key=uuid.uuid4().hex
    )
    if not (isinstance(answer, ProblemBody) and answer.code == "version_conflict"):
        given(answer)


def main() -> None:
    """Open, sit down, play, and print."""
    stranger = Client(base_url=SITE)
    players = [sign_up(stranger) for _ in range(3)]
    wanted = NewMatch(game="stick-em", seats=3, options=NewMatchOptions.from_dict({"rounds": 1}))
    match_id = uuid.UUID(str(given(post_matches.sync(client=players[0], body=wanted)).id))
    for player in players:
        given(post_matches_by_match_id_seats.sync(match_id, client=player, body=TakeSeat()))
    status = MatchStatus.LIVE
    while status == MatchStatus.LIVE:
        for player in players:
            seen = given(get_matches_by_match_id.sync(match_id, client=player))
            status = seen.status
            if seen.my_seat in seen.to_act:
                move(player, match_id, seen)
    seen = given(get_matches_by_match_id.sync(match_id, client=stranger))
    told = {"match": str(match_id), "status": str(seen.status), "version": seen.version}
    print(json.dumps({**told, "placings": seen.result.placings}))


main()
