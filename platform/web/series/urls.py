"""The addresses of series."""

from django.urls import path

from web.series import console, views

ONE = "series/<slug:slug>"

urlpatterns = [
    path("series", views.series_list, name="series-list"),
    # No page of a series has this name below it, so that a series may be called "new".
    path("series/new/plan", console.new, name="series-new"),
    path(ONE, views.series_page, name="series"),
    path(f"{ONE}/log", views.log, name="series-log"),
    path(f"{ONE}/live", views.live, name="series-live"),
    path(f"{ONE}/run", console.run, name="series-run"),
    path(f"{ONE}/settings", console.settings, name="series-settings"),
    path(f"{ONE}/do/<slug:name>", console.act, name="series-do"),
    path(f"{ONE}/answer/<int:number>", views.answer, name="series-answer"),
]
