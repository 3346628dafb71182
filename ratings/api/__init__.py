"""The API of ladders: shapes and thin views."""
