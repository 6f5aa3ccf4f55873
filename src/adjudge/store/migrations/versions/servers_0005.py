"""The servers that share the database, and which of them a match lives in."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.create_table(
        "servers",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("address", sa.String, nullable=False),
        sa.Column("expires", sa.DateTime(timezone=True), nullable=False),
    )
    op.add_column("matches", sa.Column("owner", sa.String))
    op.create_index("ix_matches_owner", "matches", ["owner"])
