"""Addresses of what other sites show of this one."""

from django.urls import path

from web.embeds import oembed, pages, pictures

ONE = "embed/tournaments/<slug:slug>"

urlpatterns = [
    path(f"{ONE}/standings", pages.standings, name="embed-standings"),
    path(f"{ONE}/bracket", pages.bracket, name="embed-bracket"),
    path(f"{ONE}/clock", pages.clock, name="embed-clock"),
    path("embed/matches/<uuid:match_id>", pages.match, name="embed-match"),
    path("oembed", oembed.oembed, name="oembed"),
    path("social/tournaments/<slug:slug>.png", pictures.tournament, name="social-tournament"),
    path("social/matches/<uuid:match_id>.png", pictures.match, name="social-match"),
    path("social/players/<str:name>.png", pictures.player, name="social-player"),
]
