"""Whether a turn's state is told as what differs from an earlier one's."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.add_column("checkpoints", sa.Column("is_delta", sa.Boolean, nullable=False, server_default=sa.false()))
