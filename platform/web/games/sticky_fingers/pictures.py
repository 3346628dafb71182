"""The pictures in the rules of Sticky Fingers: tools side by side."""

from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from web.games.sticky_fingers import drawings
from web.games.sticky_fingers.words import TOOLS


def picture(address: str) -> SafeString:
    """Return what `pieces:hammer,map` shows."""
    names = address.partition(":")[2].split(",")
    tools = (drawings.tool(name, str(TOOLS[name]), silent=True) for name in names)
    return format_html_join("", "{}", ((tool,) for tool in tools))
