"""What pages have on the agenda: mails, data files, and guests erased."""

from datetime import timedelta

from accounts import telling
from accounts.email_changes import EMAIL_TOLD
from agenda.periodic_jobs import PeriodicJob
from agenda.registry import Handler
from moderation import notices
from web import mails
from web.accounts import data_file_steps, guest_erasure

HANDLERS = (
    Handler(mails.PASSWORD_MAIL, mails.send_password_mail, "leased"),
    Handler(mails.TURN_MAILS, mails.hand_over_turns, "leased"),
    Handler(mails.FOUND_MAIL, mails.tell_of_match, "leased"),
    Handler(mails.EMAIL_LINK, mails.send_email_link, "leased"),
    Handler(mails.SIGN_IN_LINK, mails.send_sign_in_link, "leased"),
    Handler(telling.KIND, mails.send_security_mail, "leased"),
    Handler(notices.MAIL, mails.send_case_mail, "leased"),
    Handler(data_file_steps.KIND, data_file_steps.take_step, "leased", lease_s=50),
    Handler(EMAIL_TOLD, mails.send_email_changed, "leased"),
)
PERIODIC = (
    PeriodicJob("erase_guests", guest_erasure.erase_unused, timedelta(hours=1)),
    PeriodicJob("purge_data_files", data_file_steps.purge, timedelta(hours=1)),
)
