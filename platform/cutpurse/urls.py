"""Every address of the site, by app."""

from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path
from django.views.generic import RedirectView

from cutpurse import health
from web.accounts.auth_views import AdminSignInPage
from web.backoffice import datasets

urlpatterns: list[URLPattern | URLResolver] = [
    path("healthz", health.healthz),
    path("readyz", health.readyz),
    path("metrics", health.metrics),
    path("api/", include("cutpurse.api_urls")),
    # Django's own page takes any number of wrong old passwords.
    path("admin/password_change/", RedirectView.as_view(pattern_name="web:password")),
    # Django's own page knows no second step.
    path("admin/login/", AdminSignInPage.as_view()),
    path("admin/", (datasets.urls(), "admin", admin.site.name)),
    path("", include("transparency.urls")),
    path("", include("web.urls")),
    path("", include("web.accounts.way_in_urls")),
    path("", include("web.accounts.oauth_urls")),
]

handler400 = "web.views.errors.bad_request"
handler403 = "web.views.errors.permission_denied"
handler404 = "web.views.errors.page_not_found"
handler500 = "web.views.errors.server_error"
