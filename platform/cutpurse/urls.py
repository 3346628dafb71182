"""Every address of the site, by app."""

from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path
from django.views.generic import RedirectView

from cutpurse import ops

urlpatterns: list[URLPattern | URLResolver] = [
    path("", RedirectView.as_view(pattern_name="docs")),
    path("healthz", ops.healthz),
    path("readyz", ops.readyz),
    path("api/", include("cutpurse.api")),
    path("admin/", admin.site.urls),
]

handler400 = "accounts.handlers.bad_request"
handler403 = "accounts.handlers.permission_denied"
handler404 = "accounts.handlers.page_not_found"
handler500 = "accounts.handlers.server_error"
