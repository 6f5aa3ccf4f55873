"""What a turn is called, where its state is not kept."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("checkpoints", sa.Column("heading", sa.Text, nullable=False, server_default=""))
