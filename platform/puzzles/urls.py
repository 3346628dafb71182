"""Addresses of puzzles, below /api/v1/."""

from django.urls import path

from puzzles.api import views

PUZZLE = "puzzles/<uuid:puzzle>"

urlpatterns = [
    path("puzzles", views.Puzzles.as_view()),
    path("puzzles/today", views.Today.as_view()),
    path(PUZZLE, views.PuzzleDetail.as_view()),
    path(f"{PUZZLE}/answers", views.Answers.as_view()),
    path(f"{PUZZLE}/solvers", views.Solvers.as_view()),
]
