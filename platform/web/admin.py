"""What no other app can show in the admin: the runs of verify."""

from django.contrib import admin
from unfold.admin import ModelAdmin

from accounts.command_admin import ReadOnlyAdmin
from eventstore.models import Verification
from web.backoffice import case_admin, program_admin, site_admin

__all__ = ["VerificationAdmin", "case_admin", "program_admin", "site_admin"]


@admin.register(Verification)
class VerificationAdmin(ReadOnlyAdmin, ModelAdmin):
    """What each run of `manage.py verify` has found."""

    list_display = ("at", "is_full", "streams", "faults")
    ordering = ("-at",)
    fields = readonly_fields = ("at", "is_full", "streams", "faults", "first_faults")
