"""The key that signs rounds in tests, in the place of that of drand's nodes."""

SECRET = 4242
PUBLIC_KEY = bytes.fromhex(
    "815b20bbf7af3be65cde087824eb9f48dc5770f49b8035a6ebff6ad5e7ae6b40cb3db5e412d4938049d9513fcf2a901d"
    "16b3bc2f693a2d1828ae3198ccaeb3bfa497d72b87d7fc14c76ea771ce7e7409eac6b58c9f380a6190e4b4be247823f4"
)
