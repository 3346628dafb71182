"""The REST API of tournaments: parse, call one service, answer."""
