# cython: annotation_typing=False
"""The second checker of certificates: `check.c`, fed with what Python unpacks.

It was written from ``docs/reference/certificates.md`` alone, and shares with `inarow.check` nothing but
the form of a verdict and how a file is unpacked: two witnesses who have not talked to each other.
"""

import os
import zlib
from collections.abc import Callable
from io import BufferedReader

from inarow.check import Verdict, unpacked
from inarow.check import check as check_plainly

from cpython.exc cimport PyErr_CheckSignals
from libc.stdlib cimport calloc, free

cdef extern from "<time.h>" nogil:
    ctypedef long clock_t
    clock_t clock()
    const clock_t CLOCKS_PER_SEC

cdef extern from *:
    """
    #define CHECK_LIBRARY
    #include "check.c"
    """
    ctypedef struct Check:
        char *claim
        char *message
        size_t ended
        size_t memory
    ctypedef long (*Reader)(void *, const unsigned char **) noexcept nogil
    int check_run(Check *check, Reader reader, void *origin) noexcept nogil

POINTER = b"version https://git-lfs"

__all__ = ["check", "check_file"]

cdef enum:
    BLOCK = 1 << 16   # bytes that are unpacked at once
    PART = 1 << 9     # of these, given to the checker at once: on a large board each may take a while
    LOOKS = 25        # in a second of processor time, for Ctrl-C and to report


cdef class _Source:
    """Where the bytes come from: a file that unpacks, and who is told of the progress."""
    cdef object read, progress, error
    cdef bytes block
    cdef const unsigned char *next
    cdef Py_ssize_t left
    cdef Check *check

    cdef bint look(self, bint is_more_wanted):
        """Listen to Ctrl-C, report, and unpack if there is nothing left; False if that failed."""
        try:
            PyErr_CheckSignals()
            if self.progress is not None and self.check.ended:
                self.progress(self.check.ended)
            if is_more_wanted:
                self.block = self.read(BLOCK)
                self.next = self.block
                self.left = len(self.block)
        except BaseException as error:
            self.error = error
            return False
        return True


cdef struct feed_t:
    void *source
    const unsigned char *next
    Py_ssize_t left
    clock_t look_at


cdef long give(void *origin, const unsigned char **part) noexcept nogil:
    """Give the checker its next bytes: Python is asked only when there are none, and now and then."""
    cdef feed_t *feed = <feed_t *>origin
    cdef Py_ssize_t length
    if feed.left == 0 or clock() >= feed.look_at:
        with gil:
            source = <_Source>feed.source
            if not source.look(feed.left == 0):
                return -1
            if feed.left == 0:
                feed.next = source.next
                feed.left = source.left
        feed.look_at = clock() + CLOCKS_PER_SEC // LOOKS
    length = min(feed.left, PART)
    part[0] = feed.next
    feed.next += length
    feed.left -= length
    return <long>length


cdef size_t half_of_memory():
    """Bytes: half of what this machine has, or 1 GiB where the system does not tell."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2
    except (AttributeError, OSError, ValueError):
        return 1 << 30


def check_file(
    file: BufferedReader, progress: Callable[[int], object] | None = None
) -> Verdict:
    """The same as `check` of a file that is open: where it stands tells how far the check is."""
    cdef _Source source = _Source()
    cdef feed_t feed
    cdef int out
    import gzip  # not every program checks something

    head = file.peek(len(POINTER))
    if head.startswith(POINTER):
        return Verdict(False, "", "a pointer of Git LFS, no file")
    source.read = unpacked(file).read
    source.progress = progress
    source.check = <Check *>calloc(1, sizeof(Check))
    if source.check == NULL:
        raise MemoryError
    source.check.memory = half_of_memory()
    try:
        feed.source = <void *>source
        feed.left = 0
        with nogil:
            out = check_run(source.check, give, &feed)
        claim = source.check.claim.decode("ascii")
        if out == 0:
            return Verdict(True, claim, nodes=source.check.ended)
        if out == 1:
            return Verdict(False, claim, source.check.message.decode("ascii"))
    finally:
        free(source.check)
    if isinstance(source.error, (EOFError, zlib.error, gzip.BadGzipFile)):
        return Verdict(False, claim, f"the file is damaged: {source.error}")
    raise source.error


def check(
    path: str | os.PathLike[str],
    progress: Callable[[int], object] | None = None,
    *,
    plain: bool = False,
) -> Verdict:
    """Return what a certificate claims, and if it proves it; an `OSError` if it cannot be read.
    `progress` is told now and then how many positions are checked. There are two checkers that
    share nothing, written from the page of the format: one in C, and, if `plain`, the short
    program in Python, which is some thirty times slower."""
    if plain:
        return check_plainly(path, progress)
    try:
        file = open(os.fspath(path), "rb")
    except ValueError:
        raise OSError("no file can have this name") from None
    with file:
        return check_file(file, progress)
