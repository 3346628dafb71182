"""Limits as Django REST framework's views name them."""

from functools import cache

from django.http import HttpRequest
from rest_framework.permissions import SAFE_METHODS
from rest_framework.throttling import BaseThrottle

from api import limits


class Default(BaseThrottle):
    """Spend a permit of `read` or `write`, by account or else address, and of the other axes."""

    bucket = ""
    """Empty: the method decides."""

    def allow_request(self, request: HttpRequest, view: object) -> bool:  # noqa: ARG002
        """Return True; raises `rate_limited`."""
        bucket = self.bucket or ("read" if request.method in SAFE_METHODS else "write")
        limits.spend_leased(bucket, limits.subject(request))
        limits.spend_axes(request)
        return True


@cache
def limited(bucket: str) -> type[Default]:
    """Return the throttle of one bucket: `limited("play")`."""
    return type(f"Limited_{bucket}", (Default,), {"bucket": bucket})
