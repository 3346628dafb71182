"""What the deal of a match proves to whom, and what not: in a sentence and a drawing."""

from collections.abc import Sequence
from typing import NamedTuple
from uuid import UUID

from django.utils.translation import gettext as _

from matches import redaction
from matches.deals import Deal
from matches.state import MatchState

APART = 58
"""Between two seats of the drawing."""
WIDTH = 700


class Dot(NamedTuple):
    """A seat of the drawing."""

    x: int
    number: int
    chance: str
    """`share`, `draw`, `said`, `away` or `none`."""


class Beacon(NamedTuple):
    """The public value that a deal was drawn with, for whoever wants to compare it."""

    line: str
    value: str


class Proven(NamedTuple):
    """What the page says of a deal."""

    sentence: str
    dots: list[Dot]
    shows: str
    """The drawing in words."""
    left: int
    right: int
    beacon: Beacon | None
    is_drawn: bool
    """Whether a seat has added chance with the draw of the round."""
    deal: UUID | None
    """The deal of a round whose page says who added chance to it, since the match does not."""


def proven(state: MatchState) -> Proven:
    """Return what a deal proves, once it is made; before that what it will."""
    added = redaction.chance_added(state)
    kinds = [str(each["chance"]) for each in added]
    begins = (WIDTH - APART * (len(added) - 1)) // 2
    dots = [
        Dot(begins + APART * place, int(each["seat"]) + 1, str(each["chance"]))
        for place, each in enumerate(added)
    ]
    mine = [dot.number for dot in dots if dot.chance == "share"]
    counted = {kind: kinds.count(kind) for kind in ("share", "draw", "said", "away", "none")}
    shows = _(
        "The site was bound to its secret first. Of %(seats)s seats, %(share)s added chance that"
        " nobody else knew, %(said)s a text that everyone could read, and %(others)s nothing."
        " The seal came before any of it was shown, and the deal after all of it."
    ) % {
        "seats": len(dots),
        "share": counted["share"] + counted["draw"],
        "said": counted["said"],
        "others": counted["away"] + counted["none"],
    }
    beacon = _beacon(state)
    if beacon is not None:
        shows = f"{shows} {_('A public random number came last.')}"
    is_drawn_alone = beacon is not None and not mine and "draw" not in kinds
    sentence = _by_beacon() if is_drawn_alone else _sentence(state, mine, len(dots))
    if mine and is_of_ladder(state):
        bound = _(
            "The site's part of this deal was fixed when the season of the ladder began, before "
            "anyone searched for a match."
        )
        sentence = f"{sentence} {bound}"
    sentence += _rest(state, mine)
    told = None if mine else _shared_untold(state)
    return Proven(sentence, dots, shows, begins, WIDTH - begins, beacon, "draw" in kinds, told)


def is_of_ladder(state: MatchState) -> bool:
    """Tell whether a match is dealt from the well of a ladder's season."""
    ladder = state.belongs_to.get("ladder")
    return state.deal is not None and state.deal.name.startswith(f"{ladder}/")


def _beacon(state: MatchState) -> Beacon | None:
    deal = state.deal
    if deal is None or deal.named is None or deal.beacon_value is None:
        return None
    return Beacon(deal.named, deal.beacon_value.hex())


def _by_beacon() -> str:
    return _(
        "Proven to anyone who compares that number with its source: the cards follow from a "
        "secret that was fixed before anyone sat down, and from a public random number that "
        "came after it, so nobody alone could choose them, not even the site with everyone "
        "away. Not proven, since no player's browser or program added chance of its own: that "
        "the site named the number before it existed. Only a witness of the public log can "
        "prove that."
    )


def _rest(state: MatchState, shared: list[int]) -> str:
    """Return what is to be said of a public random number, behind what shares prove."""
    deal = state.deal
    if deal is None or not state.begun:
        return ""
    if shared and deal.beacon_value is not None:
        return " " + _(
            "A public random number came last, and it did not exist before the shares did, so "
            "nobody alone could have chosen the cards even if none of these players was honest."
        )
    if deal.beacon is not None and deal.beacon_value is None:
        return " " + _(
            "The public random number for this deal did not arrive, so the site dealt without it."
        )
    return ""


def _sentence(state: MatchState, shared: list[int], seats: int) -> str:
    if state.deal is None:
        return _(
            "Proven to everyone: the cards follow from a seed that was fixed before anyone sat "
            "down. Not proven: that the site did not choose the texts that it drew for players "
            "who sent none, and so the cards."
        )
    if not shared:
        return _unshared(state, state.deal.name)
    if len(shared) == seats:
        return _(
            "Proven to every player at this table: nobody chose the cards, neither the site nor the"
            " other players together, because each added chance that nobody else knew until all of"
            " it was fixed. Not proven: that the site did not look at the cards during the match."
        )
    if len(shared) == 1:
        return _(
            "Proven to the player on seat %(seat)s: nobody chose the cards, neither the site nor"
            " anyone else at the table, because this player added chance that nobody else knew"
            " until all of it was fixed. Not proven to the others, who added none, and have to"
            " trust that this player did not work with the site. Nor is it proven that the site did"
            " not look at the cards during the match."
        ) % {"seat": shared[0]}
    return _(
        "Proven to the players on seats %(seats)s: nobody chose the cards, neither the site nor "
        "the other players together, because they added chance that nobody else knew until all "
        "of it was fixed. Not proven to the others, who added none, and have to trust that not "
        "all of these worked with the site. Nor is it proven that the site did not look at the "
        "cards during the match."
    ) % {"seats": ", ".join(map(str, shared))}


def _unshared(state: MatchState, deal: str) -> str:
    """Return what a deal proves to which nobody added chance."""
    assert state.deal is not None  # noqa: S101 - Looked at before.
    if state.deal.draw_roll is not None:
        return _of_draw(state.deal)
    if is_of_ladder(state):
        return _(
            "Proven to everyone: the cards follow from a secret that was fixed when the season "
            "of the ladder began, before anyone searched for a match, and this match took its "
            "turn in the order of deals, so nobody could choose the cards for it. Not proven, "
            "since no player's browser or program added chance of its own: that the site, which "
            "knows the secret, did not choose which players got these cards."
        )
    if _shared_untold(state) is not None:
        return _(
            "Proven to everyone: the cards follow from secrets that were fixed when the tournament"
            " was created, and from the draw of the round, so that nobody could choose them for "
            "this table. Whether entrants added chance to that draw, and what that proves to whom,"
            " is said on the page of the deal."
        )
    if "table" in state.belongs_to and "/" in deal:
        return _(
            "Proven to everyone: the cards follow from secrets that were fixed when the tournament"
            " was created, and from the draw of the round, so that nobody could choose them for "
            "this table. Not proven, since no player's browser or program added chance of its own:"
            " that the site, which knows the secrets, did not add and remove entrants of its own "
            "until it liked the cards."
        )
    return _(
        "Proven to everyone: the cards follow from a secret that was fixed before anyone sat"
        " down, and nothing was chosen afterwards. Not proven: that the site did not choose"
        " that secret, since no player's browser or program added chance of its own."
    )


def _shared_untold(state: MatchState) -> UUID | None:
    """Return the deal of a round of which the match does not say who added chance to its draw.

    Where nobody did it says nothing, and matches from before it was said do not either.
    """
    is_told = state.deal is None or state.deal.draw_roll is not None
    return None if is_told or "table" not in state.belongs_to else state.belongs_to.get("deal")


def _of_draw(deal: Deal) -> str:
    """Return what a deal proves to which no chance was added but with the draw of its round."""
    assert deal.draw_roll is not None  # noqa: S101 - Asked for only then.
    on, present = deal.draw_roll
    return by_draw(on, present, sorted(deal.draw_seats), has_beacon=deal.beacon_value is not None)


def by_draw(on: int, present: int, seats: Sequence[int], *, has_beacon: bool = False) -> str:
    """Return what a deal proves to whose draw so many of the entrants present added chance.

    `seats`, from 0, are those of the table whose players are among them.
    """
    about = {"on": on, "present": present, "seats": ", ".join(str(seat + 1) for seat in seats)}
    if seats:
        said = _(
            "Proven to the entrants who added chance to the draw that these cards depend on, "
            "%(on)s of %(present)s, including the players on seats %(seats)s: nobody chose the "
            "cards, neither the site nor the others together. Not proven to the others, who "
            "have to trust that not all of these worked with the site. Nor is it proven that "
            "the site did not look at the cards during the match."
        )
    else:
        said = _(
            "Proven to the entrants who added chance to the draw that these cards depend on, "
            "%(on)s of %(present)s, none of them at this table: nobody chose the cards. Not "
            "proven to the others, who have to trust that not all of these worked with the "
            "site. Nor is it proven that the site did not look at the cards during the match."
        )
    sentence = said % about
    if 2 * on >= present:
        return sentence
    return f"{sentence} {few()} {_attested()}" if has_beacon else f"{sentence} {few()}"


def _attested() -> str:
    """Return what it takes for a public random number to make up for few shares."""
    return _(
        "A public random number came last, so the site could not choose the cards either, "
        "provided that it named the number before it existed. Only a witness of the public log "
        "can prove that it did."
    )


def few() -> str:
    """Return what to warn of where few have added chance to a draw."""
    return _("Warning: fewer than half of the entrants added chance.")
