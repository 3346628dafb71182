"""The addresses of tournaments."""

from django.urls import path

from web.tournaments import views

urlpatterns = [
    path("tournaments", views.tournaments, name="tournaments"),
]
