"""Run by Alembic: the migrations go over the connection, and within the transaction, that `upgrade` was given."""

from alembic import context

context.configure(connection=context.config.attributes["connection"], transactional_ddl=True)
context.run_migrations()
