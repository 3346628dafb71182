"""How dates and times are written, where a language leaves a choice that is ours."""
