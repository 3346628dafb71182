"""What a tournament has drawn, and its log as a file."""

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from uuid import UUID

from msgspec import UNSET, UnsetType

from eventstore import streams
from eventstore.canonical import format_timestamp
from eventstore.events import StoredEvent
from games.json_types import JsonObject
from tournaments import drawing, erased_names, logs
from tournaments import events as e
from tournaments.answers import (
    BeaconCame,
    ChainShown,
    ChainTaken,
    ChangeKind,
    ChangeShown,
    DrawGivenUp,
    DrawListed,
    DrawsShown,
)
from tournaments.events import KIND
from tournaments.selectors.staff import sees_drafts
from tournaments.state import OVER, TournamentState, without_rolled_back
from transparency import selectors as public_log

CHANGES: Mapping[str, ChangeKind] = {
    "seats_swapped": "swap",
    "round_repaired": "mend",
    "round_paired": "again",
}
UNDONE = frozenset({"round_unpaired", "rolled_back"})
"""Events whose reason tells why what was drawn does not count."""
OF_CHAINS = frozenset({"draw_sealed", "draw_shown", "anchor_added"})


def draws(state: TournamentState, account: UUID | None) -> DrawsShown:
    """Return all draws that somebody may see: those of a draft are for the staff."""
    events = streams.load(KIND, state.id)
    if not sees_drafts(state, account):
        events = list(_public(state, events))
    clean = erased_names.cleaner(events)
    chain = state.draws.chain
    return DrawsShown(
        chain=None
        if chain is None
        else ChainShown(chain.well, chain.anchor, chain.after, _secret(state, events)),
        redraws=drawing.redraws(state),
        draws=list(_listed(state, events, clean)),
        changes=list(_changes(events, clean)),
        chains=list(_chains(state, events, clean)) or UNSET,
    )


def log(state: TournamentState) -> Iterator[str]:
    """Yield the lines of a tournament's log, which are the same for all who may see it."""
    stored = streams.load(KIND, state.id)
    events = _public(state, stored)
    clean = erased_names.cleaner(stored)
    lines = list(logs.rows(events, clean))
    header: JsonObject = {
        "tournament": str(state.id),
        "name": clean(state.settings["name"]),
        "game": state.settings["game"],
        "chain": state.draws.chain is not None,
    }
    if len(events) == len(stored) and lines[-1]["hash"] is not None:
        proof = public_log.proof(KIND, state.id, events[-1].version)
        blind = public_log.blind(KIND, state.id)
        if proof is not None and blind is not None:
            header |= {"blind": blind.hex(), "log": str(proof)}
    return logs.text(header, lines)


def _public(state: TournamentState, events: Sequence[StoredEvent]) -> Sequence[StoredEvent]:
    """Return the events up to the first one that tells of a round which is not published."""
    published = {each.number for each in state.rounds if each.published}
    return logs.public(events, published, is_over=state.status in OVER)


def _secret(state: TournamentState, events: Iterable[StoredEvent]) -> str | None:
    if not state.draws.is_revealed:
        return None
    shown = [json.loads(each.body) for each in events if each.type == "well_revealed"]
    return str(shown[-1]["secret"]) if shown else None


def _listed(
    state: TournamentState, events: Iterable[StoredEvent], clean: erased_names.Clean
) -> Iterator[DrawListed]:
    """Yield the draws, each with why the one before it was thrown away."""
    why, is_running, refused = "", False, defaultdict[int, list[list[int]]](list)
    sealed: dict[int, str] = {}
    for stored in events:
        if stored.type == "draw_refused":
            data = json.loads(stored.body)
            if data["withheld"]:
                refused[data["draw"]].append(data["withheld"])
        if stored.type == "draw_sealed":
            is_running = True
            sealed[json.loads(stored.body)["draw"]] = format_timestamp(stored.at)
        if stored.type in UNDONE or (stored.type == "anchor_added" and is_running):
            why = str(clean(json.loads(stored.body).get("reason", "")))
        if stored.type in {"draw_shown", "anchor_added"}:
            is_running = False
        if stored.type != "draw_shown":
            continue
        event = e.CATALOGUE.decode(stored.type, stored.schema, stored.body)
        if isinstance(event, e.DrawShown):
            yield DrawListed(
                draw=event.draw,
                kind=event.kind,
                round=None if event.round is UNSET else event.round,
                at=format_timestamp(stored.at),
                facts=event.facts,
                link=event.link,
                value=event.value,
                drawn=event.drawn,
                unforced=event.unforced,
                why=why if event.drawn > 1 else "",
                added=UNSET if event.shares is UNSET else [x.entrant for x in event.shares],
                present=event.present,
                withheld=refused.pop(event.draw, UNSET),
                sealed_at=sealed.pop(event.draw, UNSET),
                beacon=_beacon(state, event.draw),
            )
            why = ""


def _beacon(state: TournamentState, draw: int) -> BeaconCame | UnsetType:
    came = state.draws.beacons.get(draw)
    return UNSET if came is None else BeaconCame(*came)


def _chains(
    state: TournamentState, events: Iterable[StoredEvent], clean: erased_names.Clean
) -> Iterator[ChainTaken]:
    """Yield the chains that took the place of another, each with the draw that it put an end to."""
    last, sealed = 0, 0
    for stored in events:
        data = json.loads(stored.body) if stored.type in OF_CHAINS else {}
        if stored.type == "draw_shown":
            last, sealed = data["draw"], 0
        elif stored.type == "draw_sealed":
            sealed = data["draw"]
        elif stored.type == "anchor_added":
            last += data.get("skipped", 0)
            left = state.draws.given_up.get(sealed)
            yield ChainTaken(
                last,
                format_timestamp(stored.at),
                str(clean(data.get("reason", ""))),
                UNSET
                if left is None
                else DrawGivenUp(left.draw, left.kind, left.round or None, list(left.roll)),
            )
            sealed = 0


def _changes(events: Sequence[StoredEvent], clean: erased_names.Clean) -> Iterator[ChangeShown]:
    for stored in without_rolled_back(events):
        if stored.type not in CHANGES:
            continue
        data = json.loads(stored.body)
        cost = data.get("cost")
        if cost is None:
            continue
        entrants = [data["first"], data["second"]] if stored.type == "seats_swapped" else []
        yield ChangeShown(
            round=data["round"],
            kind="again" if data.get("draw") else CHANGES[stored.type],
            entrants=entrants,
            at=format_timestamp(stored.at),
            reason=str(clean(data.get("reason", ""))),
            drawn=cost["drawn"],
            after=cost["after"],
            more=sum(cost["after"].values()) - sum(cost["drawn"].values()),
        )
