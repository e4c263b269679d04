"""Contributors can be blocked, statements held, what was erased is listed, admins have a second factor; and a row that
is written to see whether writing works."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.add_column("participants", sa.Column("blocked_at", sa.DateTime()))
    op.add_column("statements", sa.Column("held_for", sa.String(length=16)))
    op.add_column("users", sa.Column("totp_secret", sa.String(length=64)))
    op.add_column("users", sa.Column("totp_step", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("user_sessions", sa.Column("seen_at", sa.DateTime()))
    op.create_table(
        "heartbeats",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("written_at", sa.DateTime(), nullable=False),
        sa.Column("tidied_at", sa.DateTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_heartbeats"),
    )
    op.create_table(
        "erasures",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("key", sa.String(length=64), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_erasures"),
    )
