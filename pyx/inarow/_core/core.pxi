# The core for boards of one width, put together from its rooms, each after those that it builds on; the
# `room.pxi` of each tells what it does and which rooms it uses. Included by a module for each width,
# which has cimported the boards and keys.
#
#     board <- table, pairing, threat <- state <- strong, weak <- solve <- heuristic, proof <- kernel
#
# To begin with: `strong/search.pxi`.

from cpython.exc cimport PyErr_CheckSignals
from cpython.time cimport monotonic
from libc.math cimport log
from libc.stdint cimport INT32_MIN, INT64_MAX, UINT64_MAX
from libc.stdint cimport int8_t, int16_t, int32_t, int64_t
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t, uintptr_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memmove, memset
from inarow._core.intrinsics cimport counter_add, fetch, processor_counts, word_load
from inarow._core.intrinsics cimport word_replace, word_store, zeroed
from inarow._core.rules cimport *
from inarow._core.stack cimport stack_floor, stack_here

from threading import Thread
from time import sleep

if not processor_counts():
    raise ImportError("inarow needs a processor that counts bits (POPCNT: any x86-64 since 2009)")

cdef class Kernel               # declared first: a watch knows its kernel
cdef struct writer_t            # see `proof/written.pxi`

include "inarow/_core/board/room.pxi"
include "inarow/_core/table/room.pxi"
include "inarow/_core/pairing/room.pxi"
include "inarow/_core/threat/room.pxi"
include "inarow/_core/state/room.pxi"
include "inarow/_core/strong/room.pxi"
include "inarow/_core/weak/room.pxi"
include "inarow/_core/solve/room.pxi"
include "inarow/_core/heuristic/room.pxi"
include "inarow/_core/proof/room.pxi"
include "inarow/_core/kernel/room.pxi"
