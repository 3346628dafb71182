"""Names in the order of an alphabet, as people look them up on a list. Pure.

The order is that of the Unicode collation algorithm for Latin letters, which is right in every
language of the pages: an accent counts only between names that are the same without it, and so
does a capital (German: DIN 5007, variant 1). A library with all the world's letters would weigh
more than this whole package; other scripts follow the Latin one, each in the order of its code.
"""

import unicodedata

LETTERS = str.maketrans(
    {
        "ß": "ss",
        "æ": "ae",
        "œ": "oe",
        "ø": "o",
        "ł": "l",
        "đ": "d",
        "ð": "d",
        "þ": "th",
        "\N{LATIN SMALL LETTER DOTLESS I}": "i",
        "ĳ": "ij",
    }
)
"""Letters that are others, or two others, when a name is looked up."""

Key = tuple[list[tuple[int, str]], str, str]


def sort_key(name: str) -> Key:
    """Return what names are sorted by: letters first, then accents, then capitals."""
    folded = unicodedata.normalize("NFKD", name.casefold()).translate(LETTERS)
    plain = [each for each in folded if not unicodedata.combining(each)]
    return [(_rank(each), each) for each in plain if each.isalnum() or each == " "], folded, name


def _rank(char: str) -> int:
    """Return 0 for a blank, so that "De Wit" stands before "Dean"; figures come before letters."""
    return 0 if char == " " else 1 if char.isdigit() else 2
