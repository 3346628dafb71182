"""What all endpoints of notifications share."""

from api.access import needs

TAGS = ("notifications",)


NOTIFY = needs("notify")
