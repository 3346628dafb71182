"""Which characters a name may hold: those that can be seen, in the order in which they are read.

Pure. Names are kept in Unicode's form NFC, so that one way of writing an accent stands for all,
and never in NFKC, which would change what people write (№, ﷺ, full-width letters); what tells two
names apart is `key`, which goes by NFKC and small letters.
"""

import re
import unicodedata
from functools import lru_cache

import idna

from games.messages import Message

MARKS_MAX = 4
"""Accents on one letter: more than any language writes, fewer than cover the lines above."""

PICTURE = (
    "[\u203c\u2049\u2100-\u214f\u2190-\u21ff\u2300-\u23ff\u25a0-\u27bf\u2900-\u297f\u2b00-\u2bff"
    "\u3030\u303d\u3297\u3299\U0001f000-\U0001faff]"
)
"""Blocks in which pictures stand (Unicode's Extended_Pictographic, generously)."""
TONE = "[\U0001f3fb-\U0001f3ff]"
ONE = f"{PICTURE}[\ufe0e\ufe0f]?{TONE}?"
EMOJI = re.compile(
    # A flag of a part of a country: a black flag with letters that are not shown.
    "\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]{3,6}\U000e007f"
    "|[0-9#*]\ufe0f?\u20e3"
    f"|{ONE}(?:\u200d{ONE})*"
)
"""Pictures with what belongs inside of them and is invisible elsewhere (UTS #51, 1.4)."""
IDEOGRAPH = re.compile("[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U000323af]")
VARIANTS = re.compile("[\U000e0100-\U000e01ef]")
"""Which form of an ideograph is meant: names in Japan are told apart by it."""
JOINERS = "\u200c\u200d"
UNSEEN = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0\U00016fe4\U0001d159"
) | {chr(point) for point in range(0xFE00, 0xFE10)}
"""Letters and marks that show nothing; what else shows nothing has a category of its own."""
FORBIDDEN = frozenset({"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp", "Zs"})
"""Control, format, unassigned, private, surrogates, and whatever divides lines or words."""
SEEN = re.compile("[LNS]")

ALIKE = frozenset({"LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE", "COPTIC"})
"""Scripts whose letters pass for one another."""
WORD = re.compile(r"[^\W\d_]+")

BLANKS = Message("A name can have single ordinary spaces between its words, and no other blanks.")
EMPTY = Message("A name needs a letter, a digit or a picture.")


def canonical(text: str) -> str:
    """Return a name as it is kept: in NFC, without blanks around it."""
    return unicodedata.normalize("NFC", text).strip(" ")


@lru_cache(maxsize=8192)
def key(text: str) -> str:
    """Return what two names share that nobody can tell apart by reading them aloud.

    Small letters of NFKC, without joiners and variants.
    """
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    return "".join(
        each
        for each in folded
        if each not in UNSEEN and unicodedata.category(each) != "Cf" and not VARIANTS.match(each)
    )


def fault(text: str) -> Message | None:
    """Return what is wrong with the characters of a canonical name; None when nothing is."""
    if "  " in text or any(_is_blank(each) for each in text):
        return BLANKS
    pictures = {at for found in EMOJI.finditer(text) for at in range(*found.span())}
    for at, each in enumerate(text):
        if at not in pictures and not _may_stand(text, at):
            code = f"U+{ord(each):04X}"
            return Message("A name cannot hold the character %(character)s.", character=code)
    if _has_too_many_marks(text):
        return Message(
            "A name cannot begin with an accent, or have more than %(limit)s on one letter.",
            limit=MARKS_MAX,
        )
    if not any(SEEN.match(unicodedata.category(each)) for each in text):
        return EMPTY
    for word in WORD.findall(text):
        if len(scripts := {_script(each) for each in word} & ALIKE) > 1:
            return Message(
                "A word of a name cannot mix letters of alphabets that look alike: %(word)s.",
                word=word if scripts else "",
            )
    return None


def _is_blank(character: str) -> bool:
    return character != " " and (character.isspace() or unicodedata.category(character) == "Zs")


def _may_stand(text: str, at: int) -> bool:
    """Return whether a character outside of pictures may stand where it does."""
    character = text[at]
    if character == " ":
        return True
    if character in JOINERS:
        return _joins(text, at)
    if VARIANTS.match(character):
        return at > 0 and bool(IDEOGRAPH.match(text[at - 1]))
    return character not in UNSEEN and unicodedata.category(character) not in FORBIDDEN


def _joins(text: str, at: int) -> bool:
    """Return whether a joiner is one that a script needs (RFC 5892, A.1 and A.2)."""
    try:
        return at + 1 < len(text) and idna.valid_contextj(text, at)
    except ValueError:
        return False


def _has_too_many_marks(text: str) -> bool:
    run = MARKS_MAX + 1
    is_mark = [unicodedata.category(each) in {"Mn", "Me"} for each in text]
    return is_mark[:1] == [True] or any(
        all(is_mark[at : at + run]) for at in range(len(text) - run + 1)
    )


def _script(letter: str) -> str:
    return unicodedata.name(letter, "").partition(" ")[0]
