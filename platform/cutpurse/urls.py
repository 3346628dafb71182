"""Every address of the site, by app."""

from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path
from django.views.generic import RedirectView

from cutpurse import component_tables, ops

urlpatterns: list[URLPattern | URLResolver] = [
    path("healthz", ops.healthz),
    path("readyz", ops.readyz),
    path("metrics", ops.metrics),
    path("api/", include("cutpurse.api")),
    # Django's own page takes any number of wrong old passwords.
    path("admin/password_change/", RedirectView.as_view(pattern_name="web:password")),
    path("admin/", (component_tables.urls(), "admin", admin.site.name)),
    path("", include("web.urls")),
]

handler400 = "web.views.errors.bad_request"
handler403 = "web.views.errors.permission_denied"
handler404 = "web.views.errors.page_not_found"
handler500 = "web.views.errors.server_error"
