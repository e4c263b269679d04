"""Statements say whether they express or contradict a stereotype; statements and pairs, what is implied of whom."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("statements", sa.Column("direction", sa.String(length=16), nullable=False, server_default="stereo"))
    op.add_column("statements", sa.Column("implied", sa.Text(), nullable=False, server_default=""))
    for name in ("target", "contrast", "implied"):
        op.add_column("pairs", sa.Column(name, sa.Text(), nullable=False, server_default=""))
    for name in ("target", "contrast"):
        of_statement = f"SELECT {name} FROM statements WHERE statements.id = pairs.statement_id"  # noqa: S608 - ours
        op.execute(f"UPDATE pairs SET {name} = coalesce(({of_statement}), '')")  # noqa: S608 - likewise
