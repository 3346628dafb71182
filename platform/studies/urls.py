"""Addresses of studies, below /api/v1/."""

from django.urls import path

from studies.api import views

STUDY = "studies/<uuid:study>"

urlpatterns = [
    path("matches/<uuid:match_id>/studies", views.MatchStudies.as_view()),
    path("matches/<uuid:match_id>/position", views.MatchPosition.as_view()),
    path("studies", views.Studies.as_view()),
    path("me/studies", views.MyStudies.as_view()),
    path(STUDY, views.StudyDetail.as_view()),
    path(f"{STUDY}/lines", views.Lines.as_view()),
    path(f"{STUDY}/lines/<int:line>", views.LineDetail.as_view()),
    path(f"{STUDY}/lines/<int:line>/moves", views.LineMoves.as_view()),
    path(f"{STUDY}/comments", views.Comments.as_view()),
    path(f"{STUDY}/comments/<uuid:comment>", views.CommentDetail.as_view()),
    path(f"{STUDY}/share", views.Share.as_view()),
]
