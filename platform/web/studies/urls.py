"""The addresses of the pages of studies."""

from django.urls import path

from web.studies import actions, position_views, views

STUDY = "studies/<uuid:study_id>"

urlpatterns = [
    path("studies", views.studies, name="studies"),
    path("studies/position", position_views.setting_up, name="set-position"),
    path("matches/<uuid:match_id>/study", actions.open_study, name="open-study"),
    path(STUDY, views.study, name="study"),
    path(f"{STUDY}/move", actions.move, name="study-move"),
    path(f"{STUDY}/line", actions.line, name="study-line"),
    path(f"{STUDY}/comment", actions.comment, name="study-comment"),
    path(f"{STUDY}/share", actions.share, name="study-share"),
    path(f"{STUDY}/delete", actions.delete, name="study-delete"),
]
