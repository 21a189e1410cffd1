# Bytes on their way to whoever wants them: what a search concludes, or a certificate in the making. They
# are gathered in a buffer, for a function of Python is called with them, by a pointer: nothing here knows
# it.

cdef enum:
    OUTLET_BYTES = 1 << 16      # handed over at once: some hundreds of events
cdef struct outlet_t:
    int used                    # bytes of the buffer
    uint8_t buffer[OUTLET_BYTES]
    void (*hand_over)(outlet_t*) noexcept nogil     # gives them to …
    void* sink                  # … a function, on behalf of …
    void* watch                 # … the call under way (a _Watch), and empties the buffer
    limits_t* limits            # of the search


cdef inline void outlet_room(outlet_t* out, int size) noexcept nogil:
    """See to it that so many bytes fit. An error of whoever takes them stops the search at once."""
    if out.used + size > OUTLET_BYTES:
        out.hand_over(out)
        ring_now(out.limits)


cdef inline void put_bytes(outlet_t* out, const void* source, int size) noexcept nogil:
    """Add bytes for which there is room."""
    memcpy(out.buffer + out.used, source, size)
    out.used += size
