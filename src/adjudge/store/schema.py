"""The tables as they stand after the last migration."""

from __future__ import annotations

import sqlalchemy as sa

HEAD = "0005"
"""The last migration; a database that names it is opened without looking at the migrations at all."""

metadata = sa.MetaData()

matches = sa.Table(
    "matches",
    metadata,
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
    sa.Column("owner", sa.String, index=True),  # the server that it lives in, of several
)

servers = sa.Table(  # a row is a lease: whoever has none writes nothing
    "servers",
    metadata,
    sa.Column("id", sa.String, primary_key=True),
    sa.Column("address", sa.String, nullable=False),
    sa.Column("expires", sa.DateTime(timezone=True), nullable=False),
)

entries = sa.Table(  # pieces of the log: a row's number is that of its first entry, and commas stand between several
    "entries",
    metadata,
    sa.Column("match_id", sa.String, sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("entry", sa.Text, nullable=False),
)

checkpoints = sa.Table(
    "checkpoints",
    metadata,
    sa.Column("match_id", sa.String, sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("turn", sa.Integer, primary_key=True),
    sa.Column("start", sa.Integer, nullable=False),
    sa.Column("rolls", sa.Integer, nullable=False),
    sa.Column("state", sa.Text, nullable=False),
    sa.Column("happenings", sa.Text, nullable=False),
    sa.Column("heading", sa.Text, nullable=False, server_default=""),
    sa.Column("is_delta", sa.Boolean, nullable=False, server_default=sa.false()),
)

notes = sa.Table(
    "notes",
    metadata,
    sa.Column("match_id", sa.String, sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("note", sa.Text, nullable=False),
)
