"""Check downloaded logs with nothing but Python's own library: no line of this house's is used.

Whoever writes a verifier in another language can begin with this file. It knows the bytes that the
documentation names, and no format: hashes, commitments, promises, seals, shares, roots, draws under
their labels, links of chains, and proofs of a public log. Beside it `independent_cards.py` knows
which cards of a game are drawn under which label, and `independent_log.py` checks signatures.
"""

import base64
import hashlib
import hmac
import json
from collections.abc import Iterable, Iterator
from typing import Any

from tests import independent_cards
from tests.independent_cards import OtherCardsError

Json = dict[str, Any]


class WrongError(Exception):
    """The text says what is wrong."""


def sha(*parts: bytes) -> bytes:
    return hashlib.sha256(b"\0".join(parts)).digest()


def keyed(key: bytes, *parts: bytes) -> bytes:
    return hmac.new(key, b"\0".join(parts), hashlib.sha256).digest()


def require(fits: bool, text: str) -> None:
    if not fits:
        raise WrongError(text)


def canonical(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def lines(text: str) -> tuple[Json, list[Json]]:
    header, *events = [json.loads(line) for line in text.splitlines()]
    return header, events


def chain(kind: str, stream: str, events: Iterable[Json]) -> None:
    """Check that every hash follows from the one before and the line.

    Where only the staff may know an event its hash alone is there, and a later event has to say the
    hash of the one before it.
    """
    last = sha(b"cutpurse-chain/1", kind.encode(), stream.encode())
    hashes: dict[int, str] = {}
    unbound, before = set(), 0
    for number, event in enumerate(events, start=1):
        require(event["version"] == number, f"event {number} is missing")
        if event["hash"] is None:
            break
        if event["data"] is not None and "cleaned" not in event:
            names = ("at", "by", "data", "schema", "type", "version")
            line = {name: event[name] for name in names if name in event}
            if "by" in event:
                line["schema"] = event.get("schema", 1)
            found = hashlib.sha256(last + canonical(line).encode()).hexdigest()
            require(found == event["hash"], f"event {number} has another hash")
        last = bytes.fromhex(event["hash"])
        if event["data"] is None:
            unbound.add(before)
            continue
        before, hashes[number] = number, event["hash"]
        if event["type"] == "history_bound":
            bound = event["data"]["version"]
            require(event["data"]["hash"] == hashes[bound], f"event {bound} has another hash")
            unbound.discard(bound)
    require(not unbound, f"nothing binds what stands up to event {max(unbound, default=0)}")


def match(text: str, proof: Json) -> int:
    """Check the log of a match under fair/2 with its proof; return how many draws were made."""
    header, events = lines(text)
    chain("match", header["match"], events)
    opened, ended = events[0]["data"], events[-1]["data"]
    secret, deal = bytes.fromhex(ended["seed"]), opened["deal"]
    committed = sha(b"fair-commit/2", deal.encode(), secret).hex()
    require(committed == opened["commitment"], "the secret is not the one that was committed to")
    sealed = hashlib.sha256(seal(events).encode()).digest()
    root = keyed(secret, b"fair/2", sealed, *shares(events), *beacon(events))
    require(proof["seed"] == ended["seed"], "the proof has another secret")
    for draw, again in redrawn(root, proof["draws"]):
        require(draw["result"] == again, f"{draw['label']} was drawn otherwise")
    try:
        independent_cards.compare(header, events, proof["draws"])
    except OtherCardsError as error:
        raise WrongError(str(error)) from error
    return len(proof["draws"])


def seal(events: list[Json]) -> str:
    """Write the seal of the attempt that was dealt."""
    opened = events[0]["data"]
    attempt = 1
    named = opened.get("beacon_drawn", {}).get("named", "-")
    roll: dict[int, str] = {}
    said: dict[int, str] = {}
    for event in events:
        data = event["data"]
        if event["type"] == "seat_taken":
            said.pop(data["seat"], None)
            if data.get("client_seed") is not None:
                words = hashlib.sha256(data["client_seed"].encode()).hexdigest()
                said[data["seat"]] = f"{data['seat']}~{words}\n"
        elif event["type"] == "chance_sealed":
            attempt = data["attempt"]
            roll = {each["seat"]: f"{each['seat']}={each['promise']}\n" for each in data["roll"]}
            named = data.get("beacon", "-")
        elif event["type"] == "chance_shown" and is_refused(data):
            attempt, roll, named = attempt + 1, {}, "-"
    who = "".join(line for _, line in sorted({**said, **roll}.items()))
    first = f"cutpurse-seal/2\n{opened['deal']}\n{attempt}\n{opened['commitment']}\n"
    return f"{first}{opened['bind']}\n{named}\n{who}"


def is_refused(shown: Json) -> bool:
    """Tell whether nothing was dealt after shares: some were missing, or the beacon."""
    return bool(shown["withheld"]) or ("beacon" in shown and shown["beacon"] is None)


def beacon(events: list[Json]) -> list[bytes]:
    """Return the part of the root that the beacon is, if the seal names one."""
    drawn = events[0]["data"].get("beacon_drawn")
    found = None if drawn is None else drawn["value"]
    for event in events:
        if event["type"] == "chance_shown" and not is_refused(event["data"]):
            found = event["data"].get("beacon")
    return [] if found is None else [b"beacon=" + hashlib.sha256(bytes.fromhex(found)).digest()]


def shares(events: list[Json]) -> list[bytes]:
    """Return the parts of the root, each share being the one that was promised."""
    deal = events[0]["data"]["deal"].encode()
    promised = {}
    for event in events:
        data = event["data"]
        if event["type"] == "chance_sealed":
            promised = {each["seat"]: each["promise"] for each in data["roll"]}
        if event["type"] == "chance_shown" and not is_refused(data):
            found = []
            for each in sorted(data["shares"], key=lambda one: one["seat"]):
                number, share = str(each["seat"]).encode(), bytes.fromhex(each["share"])
                attempt = str(data["attempt"]).encode()
                kept = sha(b"fair-promise/2", deal, attempt, number, share).hex()
                require(kept == promised[each["seat"]], "a share is not the one that was promised")
                found.append(number + b"=" + share)
            return found
    return []


def words(key: bytes) -> Iterator[int]:
    counter = 0
    while True:
        block = hmac.new(key, counter.to_bytes(8, "big"), hashlib.sha256).digest()
        for place in range(0, 32, 4):
            yield int.from_bytes(block[place : place + 4], "big")
        counter += 1


def below(stream: Iterator[int], n: int) -> int:
    limit = 2**32 - 2**32 % n
    return next(word for word in stream if word < limit) % n


def redrawn(root: bytes, draws: Iterable[Json]) -> Iterator[tuple[Json, object]]:
    """Yield each draw with what it comes to."""
    streams: dict[str, Iterator[int]] = {}
    for draw in draws:
        label = draw["label"]
        key = keyed(root, b"draw", label.encode())
        if draw["kind"] == "below":
            yield draw, below(streams.setdefault(label, words(key)), draw["n"])
            continue
        copies: dict[int, int] = {}
        order = []
        for item in sorted(draw["result"]):
            copy = copies.get(item, 0)
            copies[item] = copy + 1
            order.append((keyed(key, b"item", str(item).encode(), str(copy).encode()), item))
        yield draw, [item for _, item in sorted(order)]


def old_shuffle(value: bytes, label: str, items: list[int]) -> list[int]:
    """Shuffle as fair/1 does, which tournaments keep."""
    stream = words(keyed(value, b"draw", label.encode()))
    items = list(items)
    for last in range(len(items) - 1, 0, -1):
        place = below(stream, last + 1)
        items[last], items[place] = items[place], items[last]
    return items


def tournament(text: str) -> list[Json]:
    """Check the log of a tournament: chain, links, values, lots; return its draws."""
    header, events = lines(text)
    stream = header["tournament"]
    chain("tournament", stream, events)
    created = events[0]["data"]
    link, well = created["anchor"], created["well"]
    draws: dict[int, Json] = {}
    sealed: dict[int, Json] = {}
    for event in events:
        data, kind = event["data"], event["type"]
        if kind == "draw_sealed":
            sealed[data["draw"]] = data
        if kind == "draw_shown":
            before = sha(b"fair-link/2", bytes.fromhex(data["link"])).hex()
            require(before == link, f"the link of draw {data['draw']} does not lead to the last")
            require(
                data["value"] == value(stream, data, sealed.get(data["draw"]), link),
                f"draw {data['draw']} has another",
            )
            link = data["link"]
            draws[data["draw"]] = data
        if kind == "anchor_added":
            link, well = data["anchor"], data["well"]
        if kind == "well_revealed":
            kept = sha(b"fair-well/2", stream.encode(), bytes.fromhex(data["secret"])).hex()
            require(kept == well, "the secret is not that of the well")
        if kind == "tournament_started":
            drawn = bytes.fromhex(draws[data["draw"]]["value"])
            lots = old_shuffle(drawn, "lots", sorted(data["lots"]))
            require(lots == data["lots"], "the lots were drawn otherwise")
        if kind == "round_paired":
            require(data["seed"] == draws[data["draw"]]["value"], "a round comes from no draw")
    return list(draws.values())


def value(stream: str, draw: Json, sealed: Json | None, before: str) -> str:
    """Return what a draw comes to, from the shares of those on its roll and its beacon, if any."""
    name, shares = f"{stream}/draw/{draw['draw']}", draw.get("shares", [])
    attempt = str(draw.get("attempt", 1))
    seal = sealed if sealed is not None and str(sealed["attempt"]) == attempt else {"roll": []}
    named = seal.get("beacon", "-")
    require((named == "-") == ("beacon" not in draw), "a beacon was named, and another one came")
    text = f"cutpurse-seal/2\n{name}\n{attempt}\n{before}\n{draw['facts']}\n{named}\n"
    promised = {x["entrant"]: x["promise"] for x in seal["roll"]}
    parts = []
    for each in shares:
        entrant, share = str(each["entrant"]), bytes.fromhex(each["share"])
        said = (name.encode(), attempt.encode(), entrant.encode(), share)
        kept = sha(b"fair-promise/2", *said).hex()
        require(promised.get(each["entrant"]) == kept, f"entrant {entrant} had promised another")
        text += f"{entrant}={kept}\n"
        parts.append(entrant.encode() + b"=" + share)
    if "beacon" in draw:
        parts.append(b"beacon=" + hashlib.sha256(bytes.fromhex(draw["beacon"])).digest())
    digest = hashlib.sha256(text.encode()).digest()
    return keyed(bytes.fromhex(draw["link"]), b"fair/2", digest, *parts).hex()


def dealt_from(text: str, draws: list[Json], match_text: str) -> None:
    """Check that a match was dealt from the well of a tournament, and hangs on one of its draws."""
    header, events = lines(text)
    secret = next(each["data"]["secret"] for each in events if each["type"] == "well_revealed")
    stream = header["tournament"]
    opened = lines(match_text)[1][0]["data"]
    slot = opened["deal"].removeprefix(f"{stream}/")
    own = keyed(bytes.fromhex(secret), b"deal", stream.encode(), slot.encode())
    committed = sha(b"fair-commit/2", opened["deal"].encode(), own).hex()
    require(committed == opened["commitment"], "the deal is not from the well")
    number = int(slot.split("/")[0])
    bound = next(each["value"] for each in draws if each["draw"] == number)
    require(bound == opened["bind"], "the deal hangs on another draw")


def ladder(text: str, match_texts: Iterable[str]) -> list[int]:
    """Check the log of a ladder and the matches that it has made; return the slots it has dealt.

    Slots go on without a gap, each well is the one of its season and hides nothing that is still
    played, and deals and seats come from it.
    """
    header, events = lines(text)
    stream = header["ladder"]
    chain("ladder", stream, events)
    well, slots, over = "", 0, set()
    made: dict[str, Json] = {}
    secrets: dict[str, bytes] = {}
    accepted: dict[str, set[str]] = {}
    for event in events:
        data, kind = event["data"], event["type"]
        if kind == "challenge_made":
            accepted[data["challenge"]] = {data["challenger"]}
        if kind == "challenge_answered" and data["accept"]:
            accepted[data["challenge"]].add(data["player"])
        if kind in {"ladder_opened", "season_closed", "well_renewed"}:
            well = data.get("well", "")
            slots += data.get("skipped", 0)
        if kind == "match_made":
            require(bool(well) and data["slot"] == slots + 1, f"slot {data['slot']} is not next")
            slots = data["slot"]
            if data["challenge"]:
                table = accepted.pop(data["challenge"], set())
                require(table == set(data["players"]), f"slot {slots} is of no challenge")
            made[data["match"]] = {**data, "well": well}
        if kind in {"match_rated", "match_not_rated"}:
            over.add(data["match"])
        if kind == "well_revealed":
            secret = bytes.fromhex(data["secret"])
            kept = sha(b"fair-well/2", stream.encode(), secret).hex()
            require(kept == data["well"], "the secret is not that of the well")
            left = {key for key, each in made.items() if each["well"] == kept} - over
            require(not left and kept != well, "a well was shown too early")
            secrets[kept] = secret
    for match_text in match_texts:
        head, first = lines(match_text)
        made_from(stream, secrets, made[head["match"]], first[0]["data"])
    return [each["slot"] for each in made.values()]


def made_from(stream: str, secrets: dict[str, bytes], made: Json, opened: Json) -> None:
    """Check that a match was dealt from its slot, and that its seats were drawn with it."""
    slot = str(made["slot"])
    require(made["well"] in secrets, f"the well of slot {slot} is not shown")
    own = keyed(secrets[made["well"]], b"deal", stream.encode(), slot.encode())
    name = f"{stream}/{slot}"
    require(opened["deal"] == name, "the match is dealt from another slot")
    committed = sha(b"fair-commit/2", name.encode(), own).hex()
    require(committed == opened["commitment"], "the deal is not from the well")
    if made["challenge"]:
        return
    key = keyed(keyed(own, b"seats", name.encode()), b"draw", b"seats")
    numbers = range(len(made["players"]))
    order = sorted(numbers, key=lambda seat: keyed(key, b"item", str(seat).encode(), b"0"))
    seated = dict(zip(order, sorted(made["players"]), strict=True))
    require(made["players"] == [seated[each] for each in numbers], "other seats were drawn")


def logged(kind: str, stream: str, blind: bytes, event: Json, proof: str) -> str:
    """Return the root that the proof of a public log leads to from the last event."""
    parts = (b"cutpurse-head/1", kind.encode(), stream.encode(), str(event["version"]).encode())
    entry = keyed(blind, *parts, bytes.fromhex(event["hash"]))
    head, _, checkpoint = proof.partition("\n\n")
    _, index, *hashes = head.splitlines()
    size, root = checkpoint.splitlines()[1:3]
    found = hashlib.sha256(b"\0" + entry).digest()
    place, last = int(index.split()[1]), int(size) - 1
    for each in map(base64.b64decode, hashes):
        if place % 2 or place == last:
            found = hashlib.sha256(b"\1" + each + found).digest()
            while place and place % 2 == 0:
                place, last = place >> 1, last >> 1
        else:
            found = hashlib.sha256(b"\1" + found + each).digest()
        place, last = place >> 1, last >> 1
    require(base64.b64encode(found).decode() == root, "the public log holds another history")
    return root
