"""Cards of Stick 'Em as SVG, and chips: a suit is always its shape on its own panel."""

from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString

from web.games.stick_em.words import card as words_of

ART = "web/games/stick_em/art.svg"


def suit_of(name: str) -> str:
    """Return the colour of a card: that of `blue-10` is `blue`."""
    return name.partition("-")[0]


def number_of(name: str) -> int:
    """Return the number of a card."""
    return int(name.partition("-")[2])


def drawn(name: str, *, silent: bool = False) -> SafeString:
    """Return the face of a card; silent where the element around it says what it is."""
    number = number_of(name)
    said = (
        SafeString('aria-hidden="true"')
        if silent
        else format_html('role="img" aria-label="{}"', words_of(name))
    )
    return format_html(
        '<span class="piece suit-{suit}{zero}" data-card="{name}"><svg viewBox="0 0 80 112" {said}>'
        '<use href="{art}#card-{suit}"/><text class="index{wide}" x="7" y="27">{number}</text>'
        '<text class="figure{wide}" x="44" y="77"{narrow}>{number}</text></svg></span>',
        suit=suit_of(name),
        zero="" if number else " zero",
        name=name,
        said=said,
        art=static(ART),
        number=number,
        wide=" wide" if number > 9 else "",
        # In whatever font: a neighbour in the fan lies over a sixth of the card.
        narrow=SafeString(' textLength="44" lengthAdjust="spacingAndGlyphs"' * (number > 9)),
    )


def back(words: str) -> SafeString:
    """Return a card face down, of which nothing else tells which one it is."""
    return format_html(
        '<span class="piece" data-card="back"><svg viewBox="0 0 80 112" role="img" aria-label="{}">'
        '<use href="{}#card-back"/></svg></span>',
        words,
        static("web/matches/art.svg"),
    )


def shape(name: str) -> SafeString:
    """Return a suit, or `pain`, as a decoration of the text beside it."""
    return format_html(
        '<svg viewBox="0 0 24 24" aria-hidden="true"><use href="{}#{}"/></svg>', static(ART), name
    )
