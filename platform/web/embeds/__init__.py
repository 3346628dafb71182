"""What other sites show of this one: framed pages, links with a preview, and pictures for them.

All of it is what a stranger may see, whoever asks: nothing here reads a session or sets a cookie.
"""
