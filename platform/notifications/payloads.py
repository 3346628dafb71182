"""What a webhook is sent: our own signed JSON, or what Discord, Slack and ntfy understand."""

import json
import re
import time
from collections.abc import Callable, Mapping
from typing import NamedTuple
from urllib.parse import urlsplit, urlunsplit

from django.conf import settings

from notifications import links, signing
from notifications.models import Notification, Webhook
from notifications.words import Words

MARKDOWN = re.compile(r"([\\*_~`|>#\[\]()<@:-])")
DISCORD_MAX = 1900
NTFY_MAX = 3000


class Sending(NamedTuple):
    """A request."""

    url: str
    headers: Mapping[str, str]
    body: bytes


def compose(webhook: Webhook, notification: Notification, words: Words) -> Sending:
    """Return the request that tells a webhook of something, in its own form."""
    if webhook.form == Webhook.Form.STANDARD:
        return standard(webhook, notification, words)
    return FORMS[webhook.form](webhook, words)


def standard(webhook: Webhook, notification: Notification, words: Words | None) -> Sending:
    """Return the signed form: the facts alone, the same whenever it is sent again.

    Without words it is news no longer: programs that keep a history are told all the same.
    """
    body = _json(
        {
            "type": notification.kind,
            "timestamp": notification.happened_at.isoformat().replace("+00:00", "Z"),
            "data": {
                "stream": str(notification.stream),
                "version": notification.version,
                "account": str(webhook.account_id),
                **_facts(notification),
                "url": None if words is None else links.absolute(words.path),
            },
        }
    )
    now = int(time.time())
    name = str(notification.pk)
    secret = signing.secret(settings.SECRET_KEY, webhook.pk, webhook.serial)
    return Sending(
        webhook.url,
        {
            "Content-Type": "application/json",
            "User-Agent": "Cutpurse",
            "webhook-id": name,
            "webhook-timestamp": str(now),
            "webhook-signature": signing.signature(secret, name, now, body),
        },
        body,
    )


def _facts(notification: Notification) -> Mapping[str, object]:
    """Return the facts for others: who else was told stays with us."""
    return {name: value for name, value in notification.about.items() if name != "people"}


def _json(content: object) -> bytes:
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()


def _as_json(url: str, content: object) -> Sending:
    headers = {"Content-Type": "application/json", "User-Agent": "Cutpurse"}
    return Sending(url, headers, _json(content))


def discord(webhook: Webhook, words: Words) -> Sending:
    """Return what Discord's webhooks take; no name in it calls anybody or makes bold."""
    text = f"**{_plain(words.title)}**\n{_plain(words.text)}"[:DISCORD_MAX]
    content = f"{text}\n<{links.absolute(words.path)}>"
    return _as_json(webhook.url, {"content": content, "allowed_mentions": {"parse": []}})


def _plain(text: str) -> str:
    return MARKDOWN.sub(r"\\\1", " ".join(text.split()))


def slack(webhook: Webhook, words: Words) -> Sending:
    """Return what Slack's incoming webhooks take."""
    link = links.absolute(words.path)
    title, text = _entities(words.title), _entities(words.text)
    return _as_json(webhook.url, {"text": f"*<{link}|{title}>*\n{text}"})


def _entities(text: str) -> str:
    """Return a text in which nothing is a link or a mention (Slack's own three entities)."""
    one_line = " ".join(text.split()).replace("|", "/")
    return one_line.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def ntfy(webhook: Webhook, words: Words) -> Sending:
    """Return what ntfy takes as JSON, where no title can break a header; the topic is the path."""
    parts = urlsplit(webhook.url)
    topic = parts.path.strip("/").rpartition("/")[2]
    root = urlunsplit((parts.scheme, parts.netloc, "/", "", ""))
    content = {
        "topic": topic,
        "title": " ".join(words.title.split()),
        "message": words.text[:NTFY_MAX],
        "click": links.absolute(words.path),
    }
    return _as_json(root, content)


FORMS: Mapping[str, Callable[[Webhook, Words], Sending]] = {
    Webhook.Form.DISCORD: discord,
    Webhook.Form.SLACK: slack,
    Webhook.Form.NTFY: ntfy,
}
