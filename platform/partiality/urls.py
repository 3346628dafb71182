"""Addresses of pairs, below /api/v1/."""

from django.urls import path

from partiality.api import views

urlpatterns = [path("staff/partiality", views.PairView.as_view())]
