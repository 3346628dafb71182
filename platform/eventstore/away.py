"""The errors by which PostgreSQL says that a connection writes nothing more; a new one may."""

from psycopg.errors import IdleInTransactionSessionTimeout, ReadOnlySqlTransaction

AWAY = (ReadOnlySqlTransaction, IdleInTransactionSessionTimeout)
