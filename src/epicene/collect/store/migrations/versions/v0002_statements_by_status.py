"""Statements are found by campaign and status together: the curators' queue took as long as a look at every row."""

from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.drop_index("ix_statements_status", "statements")
    op.drop_index("ix_statements_campaign_id_folded", "statements")
    op.create_index("ix_statements_campaign_id_status", "statements", ["campaign_id", "status"])
    op.create_index("ix_statements_campaign_id_folded_status", "statements", ["campaign_id", "folded", "status"])
