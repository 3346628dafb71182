"""What people see and change of their own account."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


@login_required
def account(request: HttpRequest) -> HttpResponse:
    """Show one's own account."""
    return render(request, "web/account/account.html", {"section": "account"})
