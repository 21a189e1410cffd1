"""An executor of a Dask client that tells of every job, also of those that its cluster drops.

That of `Client.get_executor` never ends a job that a restart of the cluster cancels or that is out
when the scheduler goes, and takes a job that is asked for again for the same that has failed.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future
from contextlib import suppress
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from distributed import Client


class DaskExecutor(Executor):
    """Submits to a client, which is left open."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._open: dict[Future[Any], None] = {}
        """The jobs that are out. Who takes one from here says what became of it."""

    def submit(self, function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Have a worker call a function; `CancelledError` is the error of a job that is dropped."""
        self.look()
        job: Future[Any] = Future()
        remote = self._client.submit(function, *args, **kwargs, pure=False)

        def tell(_: object) -> None:
            if self._open.pop(job, self) is self or not job.set_running_or_notify_cancel():
                return
            try:
                if remote.status == "error":
                    job.set_exception(remote.exception())
                else:
                    job.set_result(remote.result())
            except BaseException as error:  # its result has gone with the worker, say
                job.set_exception(CancelledError(str(error)))

        def drop(_: object) -> None:
            if job.cancelled():
                with suppress(Exception):  # without a scheduler there is nothing to drop
                    remote.release()

        self._open[job] = None
        job.add_done_callback(drop)
        remote.add_done_callback(tell)
        return job

    def look(self) -> None:
        """If the client has lost its scheduler for good, no job will end: say so, and of each."""
        if self._client.status in ("closing", "closed"):
            error = BrokenExecutor("the scheduler does not answer any more")
            for job in list(self._open):
                if self._open.pop(job, self) is not self and job.set_running_or_notify_cancel():
                    job.set_exception(error)
            raise error
