"""Addresses of reports and decisions, below /api/v1/."""

from django.urls import path

from moderation.api import views

urlpatterns = [
    path("reports", views.Reports.as_view()),
    path("me/reports", views.MyReports.as_view()),
    path("me/decisions", views.MyDecisions.as_view()),
    path("me/decisions/<uuid:case>/appeal", views.Appeals.as_view()),
]
