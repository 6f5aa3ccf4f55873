"""Matches, the entries of their logs, and a checkpoint for each turn."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "matches",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("game", sa.String, nullable=False),
        sa.Column("version", sa.String, nullable=False),
        sa.Column("header", sa.Text, nullable=False),
        sa.Column("secret", sa.String, nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated", sa.DateTime(timezone=True), nullable=False),
        sa.Column("outcome", sa.Text),
        sa.Column("position", sa.Integer, nullable=False),
        sa.Column("turn", sa.Integer, nullable=False),
        sa.Column("entries", sa.Integer, nullable=False),
    )
    op.create_table(
        "entries",
        sa.Column("match_id", sa.String, sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("entry", sa.Text, nullable=False),
    )
    op.create_table(
        "checkpoints",
        sa.Column("match_id", sa.String, sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("turn", sa.Integer, primary_key=True),
        sa.Column("start", sa.Integer, nullable=False),
        sa.Column("rolls", sa.Integer, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("happenings", sa.Text, nullable=False),
    )
