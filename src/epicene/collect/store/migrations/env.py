"""Run by Alembic; the connection comes from `epicene.collect.store.database`, which owns the transaction."""

from alembic import context

from epicene.collect.store.schema import Base

context.configure(
    connection=context.config.attributes["connection"], target_metadata=Base.metadata, render_as_batch=True
)
with context.begin_transaction():
    context.run_migrations()
