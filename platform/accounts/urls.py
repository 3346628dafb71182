"""Addresses of accounts, below /api/v1/."""

from django.urls import path

from accounts import views
from accounts.relation_commands import COMMANDS
from api.command_endpoints import addresses

urlpatterns = [
    path("accounts", views.Accounts.as_view()),
    path("guests", views.Guests.as_view()),
    path("tokens", views.Tokens.as_view()),
    path("tokens/<uuid:token>", views.TokenDetail.as_view()),
    path("me", views.MyAccount.as_view()),
    path("me/sign-up", views.MySignUp.as_view()),
    *addresses(COMMANDS.values()),
    path("problems", views.Problems.as_view()),
    path("problems/<slug:code>", views.ProblemDetail.as_view()),
]
