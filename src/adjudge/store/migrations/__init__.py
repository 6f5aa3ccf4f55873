"""How the tables came to be, step by step. `upgrade` takes a database of any earlier version to the present one."""

from __future__ import annotations

import sqlalchemy as sa

from adjudge.store.errors import StoreFailed


def upgrade(connection: sa.Connection) -> None:
    """Brings the tables up to date within the transaction that is open."""
    from alembic import command  # takes a moment to import, and is needed once for each version
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", "adjudge.store:migrations")
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, "head")
    except CommandError as error:
        raise StoreFailed(f"the database is not of this version of adjudge or an earlier one: {error}") from None


def revision(connection: sa.Connection) -> str | None:
    """The last migration that a database has seen."""
    if not sa.inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalar()
