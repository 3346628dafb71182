"""The addresses of the log, which are those of C2SP's specifications."""

from django.urls import path, re_path

from transparency import views

urlpatterns = [
    path("log/checkpoint", views.checkpoint, name="log-checkpoint"),
    path("log/keys", views.keys, name="log-keys"),
    path("log/rotations", views.rotations, name="log-rotations"),
    path("log/rewinds", views.rewinds, name="log-rewinds"),
    re_path(r"^log/tile/(?P<path>.+)$", views.tile, name="log-tile"),
    re_path(
        r"^log/consistency/(?P<first>[0-9]{1,19})/(?P<second>[0-9]{1,19})$",
        views.consistency,
        name="log-consistency",
    ),
    path("witness/add-checkpoint", views.add_checkpoint, name="witness"),
]
