"""The addresses of the pages of deals."""

from django.urls import path

from web.deals import views

DEAL = "deals/<uuid:deal_id>"

urlpatterns = [
    path("deals", views.daily, name="deals"),
    path(DEAL, views.deal, name="deal"),
    path(f"{DEAL}/play", views.play, name="play-deal"),
    path(f"{DEAL}/table", views.table, name="deal-table"),
    path(f"{DEAL}/compare/<uuid:match_id>", views.compare, name="compare-deal"),
]
