"""The pictures in the rules of Pickpocket: the loot in a row behind the merchant."""

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from web.games.pickpocket import art


def picture(address: str) -> SafeString:
    """Return what `pieces:PKV,PKJ` shows: whole lines as bands, torn where they broke."""
    tiles = art.row(address.partition(":")[2].split(","))
    row = format_html_join("", "<span>{}</span>", ((tile,) for tile in tiles))
    return format_html('<span class="loot-row"><span>{}</span>{}</span>', art.merchant(), row)
