"""One thread writes, many jobs a transaction, and nobody is thanked before their words are on the disk.

A commit waits for the disk; two hundred volunteers who each wait for their own would queue behind it. The jobs that
arrive while one transaction is being written make up the next one (group commit).
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy.orm import Session, sessionmaker

from epicene.collect.store.group_commit import Job, Turns, by_kind, done


class Writer(Turns[Session]):
    """A promise is kept when the job's transaction is committed; a job may run twice (alone, if another of its batch
    failed)."""

    def __init__(self, sessions: sessionmaker[Session]) -> None:
        self._sessions = sessions
        super().__init__("collect-writer")

    def take_on(self, batch: Sequence[Job[Session]]) -> None:
        try:
            with self._sessions.begin() as session:
                kept = [(jobs, done(session, jobs)) for jobs in by_kind(batch)]
        except Exception as error:
            if len(batch) == 1:
                batch[0].promise.set_exception(error)
                return
            for job in batch:
                self.take_on([job])
            return
        for jobs, results in kept:
            for job, result in zip(jobs, results, strict=True):
                job.promise.set_result(result)
