"""The addresses of the pages of ladders."""

from django.urls import path

from web.ladders import lists

urlpatterns = [
    path("ladders", lists.ladders, name="ladders"),
]
