"""Addresses of analyses, below /api/v1/."""

from django.urls import path

from analyses.api import views

urlpatterns = [path("matches/<uuid:match_id>/luck", views.LuckView.as_view())]
