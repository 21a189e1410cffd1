# The bytes of a certificate in the making, on their way to a function of Python. They are gathered in a
# buffer, and handed over by a pointer: nothing here knows that function.

cdef enum:
    OUTLET_BYTES = 1 << 16      # handed over at once
cdef struct outlet_t:
    int used                    # bytes of the buffer
    uint8_t buffer[OUTLET_BYTES]
    void (*hand_over)(outlet_t*) noexcept nogil     # gives them to that function, and empties the buffer
    void* watch                 # the call under way (a _Watch), which has the function
    limits_t* limits            # of the search


cdef inline void outlet_room(outlet_t* out, int size) noexcept nogil:
    """See to it that so many bytes fit. An error of whoever takes them stops the search at once."""
    if out.used + size > OUTLET_BYTES:
        out.hand_over(out)
        ring_now(out.limits)
