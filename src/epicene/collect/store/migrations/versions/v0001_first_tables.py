"""The tables of the first release, which is still to come: until then they are those of the schema, whatever it says.

Spell them out here with the release, so that later revisions have something to change."""

from alembic import op

from epicene.collect.store.schema import Base

revision = "first"
down_revision = None


def upgrade() -> None:
    Base.metadata.create_all(op.get_bind())
