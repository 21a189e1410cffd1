# The core for boards of one width, put together from its files, each after those that it builds on.
# Included by a module for each width, which has cimported the boards and keys.

from cpython.exc cimport PyErr_CheckSignals
from cpython.time cimport monotonic
from libc.math cimport log, sqrt
from libc.stdint cimport INT32_MIN, INT64_MAX, INT64_MIN, UINT64_MAX
from libc.stdint cimport int8_t, int16_t, int32_t, int64_t
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, realloc
from libc.string cimport memcpy, memset
from inarow._core.intrinsics cimport counter_add, fetch, processor_counts, word_load
from inarow._core.intrinsics cimport word_replace, word_store, zeroed

from threading import Thread
from time import sleep

if not processor_counts():
    raise ImportError("inarow needs a processor that counts bits (POPCNT: any x86-64 since 2009)")

cdef class Kernel               # declared first: a watch knows its kernel
cdef struct scribe_t            # see `written`

include "inarow/_core/random.pxi"
include "inarow/_core/convert.pxi"
include "inarow/_core/context.pxi"
include "inarow/_core/table.pxi"
include "inarow/_core/table_memory.pxi"
include "inarow/_core/threats.pxi"
include "inarow/_core/order.pxi"
include "inarow/_core/incidence.pxi"
include "inarow/_core/pairs.pxi"
include "inarow/_core/forced.pxi"
include "inarow/_core/pairing.pxi"
include "inarow/_core/roving.pxi"
include "inarow/_core/reply.pxi"
include "inarow/_core/domination.pxi"
include "inarow/_core/lookahead.pxi"
include "inarow/_core/covers.pxi"
include "inarow/_core/complete.pxi"
include "inarow/_core/profit.pxi"
include "inarow/_core/vcf.pxi"
include "inarow/_core/zone.pxi"
include "inarow/_core/cost.pxi"
include "inarow/_core/attack.pxi"
include "inarow/_core/crew.pxi"
include "inarow/_core/experience.pxi"
include "inarow/_core/killers.pxi"
include "inarow/_core/proofmemo.pxi"
include "inarow/_core/table_lent.pxi"
include "inarow/_core/state.pxi"
include "inarow/_core/exact.pxi"
include "inarow/_core/search.pxi"
include "inarow/_core/tracer.pxi"
include "inarow/_core/weaknode.pxi"
include "inarow/_core/wincells.pxi"
include "inarow/_core/weakmoves.pxi"
include "inarow/_core/proofnumbers.pxi"
include "inarow/_core/weak.pxi"
include "inarow/_core/armedzone.pxi"
include "inarow/_core/armed.pxi"
include "inarow/_core/root.pxi"
include "inarow/_core/weakroot.pxi"
include "inarow/_core/decide.pxi"
include "inarow/_core/progress.pxi"
include "inarow/_core/checkpoint.pxi"
include "inarow/_core/batch.pxi"
include "inarow/_core/playouts.pxi"
include "inarow/_core/mcts.pxi"
include "inarow/_core/judge_memo.pxi"
include "inarow/_core/judge_eval.pxi"
include "inarow/_core/judge_line.pxi"
include "inarow/_core/judge.pxi"
include "inarow/_core/watch.pxi"
include "inarow/_core/crew_threads.pxi"
include "inarow/_core/calls.pxi"
include "inarow/_core/strategy.pxi"
include "inarow/_core/written.pxi"
include "inarow/_core/scribe.pxi"
include "inarow/_core/contest.pxi"
include "inarow/_core/certify.pxi"
include "inarow/_core/kernel.pxi"
