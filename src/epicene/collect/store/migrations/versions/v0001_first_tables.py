"""The first tables."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "campaigns",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("language", sa.String(length=16), nullable=False),
        sa.Column("organiser", sa.Text(), nullable=False),
        sa.Column("contact", sa.Text(), nullable=False),
        sa.Column("retention_days", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.Column("closed_at", sa.DateTime(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_campaigns")),
    )
    op.create_table(
        "users",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=64), nullable=False),
        sa.Column("password_hash", sa.Text(), nullable=False),
        sa.Column("role", sa.String(length=16), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.Column("disabled_at", sa.DateTime(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_users")),
        sa.UniqueConstraint("name", name=op.f("uq_users_name")),
    )
    op.create_table(
        "audit_events",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=True),
        sa.Column("event", sa.String(length=32), nullable=False),
        sa.Column("details", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_audit_events_user_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_audit_events")),
    )
    op.create_index(op.f("ix_audit_events_at"), "audit_events", ["at"], unique=False)
    op.create_table(
        "changes",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=True),
        sa.Column("entity", sa.String(length=32), nullable=False),
        sa.Column("entity_id", sa.Integer(), nullable=False),
        sa.Column("action", sa.String(length=32), nullable=False),
        sa.Column("before", sa.JSON(), nullable=False),
        sa.Column("after", sa.JSON(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_changes_user_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_changes")),
    )
    op.create_index("ix_changes_entity_entity_id", "changes", ["entity", "entity_id"], unique=False)
    op.create_table(
        "participants",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("campaign_id", sa.Integer(), nullable=False),
        sa.Column("code_hash", sa.String(length=64), nullable=False),
        sa.Column("consented_at", sa.DateTime(), nullable=False),
        sa.Column("consent_version", sa.String(length=16), nullable=False),
        sa.Column("about", sa.JSON(), nullable=False),
        sa.Column("forgotten_at", sa.DateTime(), nullable=True),
        sa.ForeignKeyConstraint(["campaign_id"], ["campaigns.id"], name=op.f("fk_participants_campaign_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_participants")),
        sa.UniqueConstraint("code_hash", "campaign_id", name=op.f("uq_participants_code_hash_campaign_id")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_participants_campaign_id"), "participants", ["campaign_id"], unique=False)
    op.create_table(
        "user_sessions",
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.Column("expires_at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_user_sessions_user_id")),
        sa.PrimaryKeyConstraint("token_hash", name=op.f("pk_user_sessions")),
    )
    op.create_index(op.f("ix_user_sessions_user_id"), "user_sessions", ["user_id"], unique=False)
    op.create_table(
        "statements",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("campaign_id", sa.Integer(), nullable=False),
        sa.Column("participant_id", sa.Integer(), nullable=True),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("folded", sa.String(length=64), nullable=False),
        sa.Column("bias_type", sa.String(length=32), nullable=False),
        sa.Column("target", sa.Text(), nullable=False),
        sa.Column("contrast", sa.Text(), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.Column("status", sa.String(length=16), nullable=False),
        sa.Column("settled_type", sa.String(length=32), nullable=True),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("merged_into_id", sa.Integer(), nullable=True),
        sa.Column("split_from_id", sa.Integer(), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["campaign_id"], ["campaigns.id"], name=op.f("fk_statements_campaign_id")),
        sa.ForeignKeyConstraint(["merged_into_id"], ["statements.id"], name=op.f("fk_statements_merged_into_id")),
        sa.ForeignKeyConstraint(["participant_id"], ["participants.id"], name=op.f("fk_statements_participant_id")),
        sa.ForeignKeyConstraint(["split_from_id"], ["statements.id"], name=op.f("fk_statements_split_from_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_statements")),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_statements_campaign_id_folded", "statements", ["campaign_id", "folded"], unique=False)
    op.create_index(op.f("ix_statements_merged_into_id"), "statements", ["merged_into_id"], unique=False)
    op.create_index(op.f("ix_statements_participant_id"), "statements", ["participant_id"], unique=False)
    op.create_index(op.f("ix_statements_split_from_id"), "statements", ["split_from_id"], unique=False)
    op.create_index(op.f("ix_statements_status"), "statements", ["status"], unique=False)
    op.create_table(
        "items",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("campaign_id", sa.Integer(), nullable=False),
        sa.Column("task", sa.String(length=16), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("original_type", sa.String(length=32), nullable=True),
        sa.Column("statement_id", sa.Integer(), nullable=True),
        sa.Column("author_id", sa.Integer(), nullable=True),
        sa.Column("control", sa.Boolean(), nullable=False),
        sa.Column("expected", sa.JSON(), nullable=False),
        sa.Column("active", sa.Boolean(), nullable=False),
        sa.Column("given", sa.Integer(), nullable=False),
        sa.Column("chance", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(["author_id"], ["participants.id"], name=op.f("fk_items_author_id")),
        sa.ForeignKeyConstraint(["campaign_id"], ["campaigns.id"], name=op.f("fk_items_campaign_id")),
        sa.ForeignKeyConstraint(["statement_id"], ["statements.id"], name=op.f("fk_items_statement_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_items")),
    )
    op.create_index(op.f("ix_items_author_id"), "items", ["author_id"], unique=False)
    op.create_index(
        "ix_items_handing_out", "items", ["campaign_id", "task", "active", "control", "given", "chance"], unique=False
    )
    op.create_index(op.f("ix_items_statement_id"), "items", ["statement_id"], unique=False)
    op.create_table(
        "pairs",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("campaign_id", sa.Integer(), nullable=False),
        sa.Column("statement_id", sa.Integer(), nullable=True),
        sa.Column("more", sa.Text(), nullable=False),
        sa.Column("less", sa.Text(), nullable=False),
        sa.Column("direction", sa.String(length=16), nullable=False),
        sa.Column("bias_type", sa.String(length=32), nullable=False),
        sa.Column("status", sa.String(length=16), nullable=False),
        sa.Column("note", sa.Text(), nullable=False),
        sa.Column("created_by_id", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.Column("updated_at", sa.DateTime(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["campaign_id"], ["campaigns.id"], name=op.f("fk_pairs_campaign_id")),
        sa.ForeignKeyConstraint(["created_by_id"], ["users.id"], name=op.f("fk_pairs_created_by_id")),
        sa.ForeignKeyConstraint(["statement_id"], ["statements.id"], name=op.f("fk_pairs_statement_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_pairs")),
    )
    op.create_index(op.f("ix_pairs_campaign_id"), "pairs", ["campaign_id"], unique=False)
    op.create_index(op.f("ix_pairs_statement_id"), "pairs", ["statement_id"], unique=False)
    op.create_table(
        "handouts",
        sa.Column("participant_id", sa.Integer(), nullable=False),
        sa.Column("item_id", sa.Integer(), nullable=False),
        sa.Column("task", sa.String(length=16), nullable=False),
        sa.Column("handed_at", sa.DateTime(), nullable=False),
        sa.Column("state", sa.String(length=16), nullable=False),
        sa.ForeignKeyConstraint(["item_id"], ["items.id"], name=op.f("fk_handouts_item_id")),
        sa.ForeignKeyConstraint(["participant_id"], ["participants.id"], name=op.f("fk_handouts_participant_id")),
        sa.PrimaryKeyConstraint("participant_id", "item_id", name=op.f("pk_handouts")),
    )
    op.create_index(op.f("ix_handouts_handed_at"), "handouts", ["handed_at"], unique=False)
    op.create_index(op.f("ix_handouts_item_id"), "handouts", ["item_id"], unique=False)
    op.create_index("ix_handouts_open", "handouts", ["participant_id", "task", "state"], unique=False)
    op.create_table(
        "judgments",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("campaign_id", sa.Integer(), nullable=False),
        sa.Column("task", sa.String(length=16), nullable=False),
        sa.Column("item_id", sa.Integer(), nullable=False),
        sa.Column("participant_id", sa.Integer(), nullable=False),
        sa.Column("labels", sa.JSON(), nullable=False),
        sa.Column("correction", sa.Text(), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(["campaign_id"], ["campaigns.id"], name=op.f("fk_judgments_campaign_id")),
        sa.ForeignKeyConstraint(["item_id"], ["items.id"], name=op.f("fk_judgments_item_id")),
        sa.ForeignKeyConstraint(["participant_id"], ["participants.id"], name=op.f("fk_judgments_participant_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_judgments")),
        sa.UniqueConstraint("participant_id", "item_id", name=op.f("uq_judgments_participant_id_item_id")),
    )
    op.create_index(op.f("ix_judgments_item_id"), "judgments", ["item_id"], unique=False)
    op.create_table(
        "translations",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("pair_id", sa.Integer(), nullable=False),
        sa.Column("language", sa.String(length=16), nullable=False),
        sa.Column("more", sa.Text(), nullable=False),
        sa.Column("less", sa.Text(), nullable=False),
        sa.Column("back_more", sa.Text(), nullable=False),
        sa.Column("back_less", sa.Text(), nullable=False),
        sa.Column("note", sa.Text(), nullable=False),
        sa.Column("status", sa.String(length=16), nullable=False),
        sa.Column("translator_id", sa.Integer(), nullable=False),
        sa.Column("editor_id", sa.Integer(), nullable=True),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.Column("edited_at", sa.DateTime(), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["editor_id"], ["users.id"], name=op.f("fk_translations_editor_id")),
        sa.ForeignKeyConstraint(["pair_id"], ["pairs.id"], name=op.f("fk_translations_pair_id")),
        sa.ForeignKeyConstraint(["translator_id"], ["users.id"], name=op.f("fk_translations_translator_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_translations")),
        sa.UniqueConstraint("pair_id", "language", name=op.f("uq_translations_pair_id_language")),
    )
