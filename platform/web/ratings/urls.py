"""The addresses of the pages of ladders."""

from django.urls import path

from web.ratings import challenges, lists, matches, players, searching, seasons, standings
from web.ratings.console import views as console

LADDER = "ladders/<slug:slug>"
CHALLENGE = f"{LADDER}/challenges/<uuid:challenge_id>"

urlpatterns = [
    path("ladders", lists.ladders, name="ladders"),
    path("new-ladder", console.new, name="ladder-new"),
    path(LADDER, standings.ladder, name="ladder"),
    path(f"{LADDER}/run", console.console, name="ladder-console"),
    path(f"{LADDER}/run/<str:name>", console.act, name="ladder-act"),
    path(f"{LADDER}/players/<str:name>", players.player, name="ladder-player"),
    path(f"{LADDER}/matches/<uuid:match_id>", matches.match, name="ladder-match"),
    path(f"{LADDER}/seasons/<int:number>", seasons.season, name="ladder-season"),
    path(f"{LADDER}/log.ndjson", seasons.log_file, name="ladder-file"),
    path(f"{LADDER}/search", searching.search, name="ladder-seek"),
    path(f"{LADDER}/search/stop", searching.cancel, name="ladder-stop"),
    path(f"{LADDER}/search/<uuid:seek_id>", searching.waiting_page, name="ladder-search"),
    path(f"{LADDER}/join", challenges.join, name="ladder-join"),
    path(f"{LADDER}/leave", challenges.leave, name="ladder-leave"),
    path(f"{LADDER}/challenge", challenges.challenge, name="ladder-challenging"),
    path(CHALLENGE, challenges.one, name="ladder-challenge"),
    path(f"{CHALLENGE}/answer", challenges.answer, name="ladder-answer"),
    path(f"{CHALLENGE}/withdraw", challenges.withdraw, name="ladder-withdraw"),
]
