"""The addresses of the pages of puzzles."""

from django.urls import path

from web.puzzles import views

urlpatterns = [
    path("puzzles", views.puzzles, name="puzzles"),
    path("puzzles/next", views.next_puzzle, name="next-puzzle"),
    path("puzzles/of/<slug:game>", views.archive, name="puzzle-archive"),
    path("puzzles/<uuid:puzzle_id>", views.puzzle, name="puzzle"),
]
