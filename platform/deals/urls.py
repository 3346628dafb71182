"""Addresses of deals, below /api/v1/."""

from django.urls import path

from deals.api import views

DEAL = "deals/<uuid:deal>"

urlpatterns = [
    path("deals", views.Deals.as_view()),
    path("deals/table", views.Table.as_view()),
    path(DEAL, views.DealDetail.as_view()),
    path(f"{DEAL}/attempts", views.Attempts.as_view()),
    path(f"{DEAL}/log", views.DealLog.as_view()),
]
