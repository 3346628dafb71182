"""Addresses of analyses, below /api/v1/."""

from django.urls import path

from analyses.api import views

MATCH = "matches/<uuid:match_id>"

urlpatterns = [
    path(f"{MATCH}/luck", views.LuckView.as_view()),
    path("players/<str:username>/luck", views.PlayerLuck.as_view()),
    path(f"{MATCH}/reviews", views.Reviews.as_view()),
    path(f"{MATCH}/reviews/<int:seat>", views.ReviewDetail.as_view()),
    path(f"{MATCH}/reviews/<int:seat>/publish", views.PublishReview.as_view()),
]
