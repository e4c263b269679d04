"""The first tables."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "campaigns",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("language", sa.String(length=16), nullable=False),
        sa.Column("organiser", sa.Text(), nullable=False),
        sa.Column("contact", sa.Text(), nullable=False),
        sa.Column("retention_days", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.Column("closed_at", sa.DateTime(), nullable=True),
    )
    op.create_table(
        "users",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("name", sa.String(length=64), nullable=False),
        sa.Column("password_hash", sa.Text(), nullable=False),
        sa.Column("role", sa.String(length=16), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.Column("disabled_at", sa.DateTime(), nullable=True),
        sa.UniqueConstraint("name", name=op.f("uq_users_name")),
    )
    op.create_table(
        "audit_events",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("at", sa.DateTime(), nullable=False, index=True),
        sa.Column("user_id", sa.Integer(), sa.ForeignKey("users.id"), nullable=True),
        sa.Column("event", sa.String(length=32), nullable=False),
        sa.Column("details", sa.JSON(), nullable=False),
    )
    op.create_table(
        "changes",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.Column("user_id", sa.Integer(), sa.ForeignKey("users.id"), nullable=True),
        sa.Column("entity", sa.String(length=32), nullable=False),
        sa.Column("entity_id", sa.Integer(), nullable=False),
        sa.Column("action", sa.String(length=32), nullable=False),
        sa.Column("before", sa.JSON(), nullable=False),
        sa.Column("after", sa.JSON(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
    )
    op.create_index("ix_changes_entity_entity_id", "changes", ["entity", "entity_id"], unique=False)
    op.create_table(
        "participants",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("campaign_id", sa.Integer(), sa.ForeignKey("campaigns.id"), nullable=False, index=True),
        sa.Column("code_hash", sa.String(length=64), nullable=False),
        sa.Column("consented_at", sa.DateTime(), nullable=False),
        sa.Column("consent_version", sa.String(length=16), nullable=False),
        sa.Column("about", sa.JSON(), nullable=False),
        sa.Column("forgotten_at", sa.DateTime(), nullable=True),
        sa.UniqueConstraint("code_hash", "campaign_id", name=op.f("uq_participants_code_hash_campaign_id")),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "user_sessions",
        sa.Column("token_hash", sa.String(length=64), primary_key=True),
        sa.Column("user_id", sa.Integer(), sa.ForeignKey("users.id"), nullable=False, index=True),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.Column("expires_at", sa.DateTime(), nullable=False),
    )
    op.create_table(
        "statements",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("campaign_id", sa.Integer(), sa.ForeignKey("campaigns.id"), nullable=False),
        sa.Column("participant_id", sa.Integer(), sa.ForeignKey("participants.id"), nullable=True, index=True),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("folded", sa.String(length=64), nullable=False),
        sa.Column("bias_type", sa.String(length=32), nullable=False),
        sa.Column("target", sa.Text(), nullable=False),
        sa.Column("contrast", sa.Text(), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.Column("status", sa.String(length=16), nullable=False, index=True),
        sa.Column("settled_type", sa.String(length=32), nullable=True),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("merged_into_id", sa.Integer(), sa.ForeignKey("statements.id"), nullable=True, index=True),
        sa.Column("split_from_id", sa.Integer(), sa.ForeignKey("statements.id"), nullable=True, index=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_statements_campaign_id_folded", "statements", ["campaign_id", "folded"], unique=False)
    op.create_table(
        "items",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("campaign_id", sa.Integer(), sa.ForeignKey("campaigns.id"), nullable=False),
        sa.Column("task", sa.String(length=16), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("original_type", sa.String(length=32), nullable=True),
        sa.Column("statement_id", sa.Integer(), sa.ForeignKey("statements.id"), nullable=True, index=True),
        sa.Column("author_id", sa.Integer(), sa.ForeignKey("participants.id"), nullable=True, index=True),
        sa.Column("control", sa.Boolean(), nullable=False),
        sa.Column("expected", sa.JSON(), nullable=False),
        sa.Column("active", sa.Boolean(), nullable=False),
        sa.Column("given", sa.Integer(), nullable=False),
        sa.Column("chance", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
    )
    op.create_index(
        "ix_items_handing_out", "items", ["campaign_id", "task", "active", "control", "given", "chance"], unique=False
    )
    op.create_table(
        "pairs",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("campaign_id", sa.Integer(), sa.ForeignKey("campaigns.id"), nullable=False, index=True),
        sa.Column("statement_id", sa.Integer(), sa.ForeignKey("statements.id"), nullable=True, index=True),
        sa.Column("more", sa.Text(), nullable=False),
        sa.Column("less", sa.Text(), nullable=False),
        sa.Column("direction", sa.String(length=16), nullable=False),
        sa.Column("bias_type", sa.String(length=32), nullable=False),
        sa.Column("status", sa.String(length=16), nullable=False),
        sa.Column("note", sa.Text(), nullable=False),
        sa.Column("created_by_id", sa.Integer(), sa.ForeignKey("users.id"), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.Column("updated_at", sa.DateTime(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
    )
    op.create_table(
        "handouts",
        sa.Column("participant_id", sa.Integer(), sa.ForeignKey("participants.id"), primary_key=True),
        sa.Column("item_id", sa.Integer(), sa.ForeignKey("items.id"), primary_key=True, index=True),
        sa.Column("task", sa.String(length=16), nullable=False),
        sa.Column("handed_at", sa.DateTime(), nullable=False, index=True),
        sa.Column("state", sa.String(length=16), nullable=False),
    )
    op.create_index("ix_handouts_open", "handouts", ["participant_id", "task", "state"], unique=False)
    op.create_table(
        "judgments",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("campaign_id", sa.Integer(), sa.ForeignKey("campaigns.id"), nullable=False),
        sa.Column("task", sa.String(length=16), nullable=False),
        sa.Column("item_id", sa.Integer(), sa.ForeignKey("items.id"), nullable=False, index=True),
        sa.Column("participant_id", sa.Integer(), sa.ForeignKey("participants.id"), nullable=False),
        sa.Column("labels", sa.JSON(), nullable=False),
        sa.Column("correction", sa.Text(), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.UniqueConstraint("participant_id", "item_id", name=op.f("uq_judgments_participant_id_item_id")),
    )
    op.create_table(
        "translations",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("pair_id", sa.Integer(), sa.ForeignKey("pairs.id"), nullable=False),
        sa.Column("language", sa.String(length=16), nullable=False),
        sa.Column("more", sa.Text(), nullable=False),
        sa.Column("less", sa.Text(), nullable=False),
        sa.Column("back_more", sa.Text(), nullable=False),
        sa.Column("back_less", sa.Text(), nullable=False),
        sa.Column("note", sa.Text(), nullable=False),
        sa.Column("status", sa.String(length=16), nullable=False),
        sa.Column("translator_id", sa.Integer(), sa.ForeignKey("users.id"), nullable=False),
        sa.Column("editor_id", sa.Integer(), sa.ForeignKey("users.id"), nullable=True),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.Column("edited_at", sa.DateTime(), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.UniqueConstraint("pair_id", "language", name=op.f("uq_translations_pair_id_language")),
    )
