"""Pages of one's own account: sign-up, sign-in, password, e-mail, tokens, deletion."""
