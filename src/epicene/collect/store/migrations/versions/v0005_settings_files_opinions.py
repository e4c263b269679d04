"""Campaigns have settings and files of their own; people a pseudonym that stays; curators' opinions are kept; and
what has been exported is known."""

import secrets

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.add_column("campaigns", sa.Column("settings", sa.JSON(), nullable=False, server_default="{}"))
    for table in ("statements", "judgments"):
        op.add_column(table, sa.Column("exported_at", sa.DateTime(), nullable=True))
    op.add_column("participants", sa.Column("pseudonym", sa.String(length=16), nullable=False, server_default=""))
    people = sa.table("participants", sa.column("id", sa.Integer), sa.column("pseudonym", sa.String))
    connection = op.get_bind()
    for participant_id in connection.scalars(sa.select(people.c.id)).all():
        named = people.update().where(people.c.id == participant_id).values(pseudonym=f"p{secrets.token_hex(5)}")
        connection.execute(named)
    op.create_table(
        "campaign_files",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("campaign_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=64), nullable=False),
        sa.Column("version", sa.String(length=16), nullable=False),
        sa.Column("content", sa.LargeBinary(), nullable=False),
        sa.Column("added_at", sa.DateTime(), nullable=False),
        sa.Column("replaced_at", sa.DateTime(), nullable=True),
        sa.ForeignKeyConstraint(["campaign_id"], ["campaigns.id"], name=op.f("fk_campaign_files_campaign_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_campaign_files")),
    )
    op.create_index(op.f("ix_campaign_files_campaign_id"), "campaign_files", ["campaign_id"])
    op.create_table(
        "opinions",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("statement_id", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("verdict", sa.String(length=32), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(["statement_id"], ["statements.id"], name=op.f("fk_opinions_statement_id")),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_opinions_user_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_opinions")),
    )
    op.create_index(op.f("ix_opinions_statement_id"), "opinions", ["statement_id"])
