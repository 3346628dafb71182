"""What can be asked of cases: report, look, decide, appeal."""
