"""The addresses of tournaments."""

from django.urls import path

from web.tournaments import actions, chance, entrant_page, join, pictures, talk, views, wall

ONE = "tournaments/<slug:slug>"

urlpatterns = [
    path("tournaments", views.tournaments, name="tournaments"),
    path(ONE, views.overview, name="tournament"),
    path(f"{ONE}/entrants", views.entrants, name="tournament-entrants"),
    path(f"{ONE}/rounds", views.rounds_page, name="tournament-rounds"),
    path(f"{ONE}/rounds/<int:number>", views.rounds_page, name="tournament-round"),
    path(f"{ONE}/picture/<slug:kind>-<slug:mark>.jpg", pictures.picture, name="tournament-picture"),
    path(f"{ONE}/bracket", views.bracket, name="tournament-bracket"),
    path(f"{ONE}/standings", views.standings, name="tournament-standings"),
    path(f"{ONE}/log", views.log, name="tournament-log"),
    path(f"{ONE}/draws", views.draws_page, name="tournament-draws"),
    path(f"{ONE}/log.ndjson", views.log_file, name="tournament-file"),
    path(f"{ONE}/draws/<int:number>/chance", chance.chance, name="draw-chance"),
    path(f"{ONE}/print", views.for_print, name="tournament-print"),
    path(f"{ONE}/wall", wall.wall, name="tournament-wall"),
    path(f"{ONE}/code/<str:code>", entrant_page.code_page, name="tournament-code"),
    path(f"{ONE}/join/<str:code>", join.join_page, name="tournament-join"),
    path(f"{ONE}/talk", talk.talk_page, name="tournament-talk"),
    path(f"{ONE}/live", views.live, name="tournament-live"),
    path(f"{ONE}/act", actions.run_action, name="tournament-act"),
    path(f"{ONE}/tables/<uuid:table_id>", actions.table, name="tournament-table"),
    path(f"{ONE}/tables/<uuid:table_id>/call", actions.call_judge, name="tournament-call"),
    path(f"{ONE}/tables/<uuid:table_id>/seat", actions.choose_seat, name="tournament-seat"),
    path(f"{ONE}/tables/<uuid:table_id>/draw", actions.agree_draw, name="tournament-draw"),
    path("players/<str:name>/tournaments", views.of_player, name="player-tournaments"),
]
