# What a call may spend, and who is asked whether it may go on.
#
# Every node of every search is counted here. When the count reaches the alarm, it looks up from the work:
# the node limit may be met, another thread may have the answer, or the watch may want it to stop. Nothing
# below `with nogil` knows the watch, which is an object of Python: it is asked by a pointer.
#
# Every node also looks whether there is stack left for those below it: a thread may have been given little
# (`stack.pxd`). A search that has come to its end is stopped, as by a limit.

cdef enum:
    STOP_NODES = 1              # the node limit
    STOP_WATCH = 2              # the watch: an interrupt, the deadline, an error in a callback
    STOP_CREW = 3               # another thread has the answer
    STOP_STACK = 4              # the stack of the thread is used up

cdef struct limits_t:
    uint64_t nodes              # calls of the search so far
    uint64_t alarm              # the count at which to look up from the work: the lesser of …
    uint64_t node_limit         # … the count at which to stop (of a part of the call), and
    uint64_t watch_at           # … the count at which to ask the watch
    uint64_t call_limit         # the count at which the call must stop
    uintptr_t stack_floor       # the address below which its stack may not grow
    int stopped                 # why the search was stopped (STOP_…), or 0
    bint (*is_settled)(limits_t*) noexcept nogil    # has another thread the answer?
    bint (*watch_stops)(limits_t*) noexcept nogil   # asks the watch, and says when to ask it again


cdef bint look_up(limits_t* limits) noexcept nogil:
    """Called when the alarm rings: is the search to stop?"""
    if limits.nodes >= limits.node_limit:
        limits.stopped = STOP_NODES
        return True
    if limits.is_settled(limits):
        limits.stopped = STOP_CREW
        return True
    if limits.nodes >= limits.watch_at and limits.watch_stops(limits):
        limits.stopped = STOP_WATCH
        return True
    limits.alarm = min(limits.node_limit, limits.watch_at)
    return False


cdef inline bint stack_ends(limits_t* limits) noexcept nogil:
    """Is there no stack left for the nodes below this one?"""
    if stack_here() >= limits.stack_floor:
        return False
    limits.stopped = STOP_STACK
    return True


cdef inline bint node_stops(limits_t* limits) noexcept nogil:
    """Count a node: is the search to stop there?"""
    limits.nodes += 1
    return limits.nodes >= limits.alarm and look_up(limits) or stack_ends(limits)


cdef inline void ring_now(limits_t* limits) noexcept nogil:
    """Let the search hear at its next node of what the watch has to say."""
    limits.watch_at = limits.alarm = limits.nodes


cdef inline void bring_watch_nearer(limits_t* limits, int looked_at) noexcept nogil:
    """These positions are no nodes, but the next look at the watch must not wait for them."""
    limits.watch_at = max(limits.watch_at, limits.nodes + looked_at) - looked_at
    limits.alarm = min(limits.alarm, limits.watch_at)


cdef inline void limit_nodes(limits_t* limits, uint64_t limit) noexcept nogil:
    limits.node_limit = limit
    limits.alarm = min(limit, limits.watch_at)


cdef inline uint64_t begin_part(limits_t* limits, uint64_t budget) noexcept nogil:
    """Let what follows take `budget` nodes; returns the limit of the whole, for `end_part`."""
    cdef uint64_t limit = limits.node_limit
    limit_nodes(limits, min(limit, limits.nodes + budget))
    return limit


cdef inline void end_part(limits_t* limits, uint64_t limit) noexcept nogil:
    """Go back to the limit of the whole. If only the part has met its own, nothing is `stopped`."""
    limit_nodes(limits, limit)
    if limits.stopped == STOP_NODES and limits.nodes < limit:
        limits.stopped = 0
