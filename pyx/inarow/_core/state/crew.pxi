# What threads at one question have in common (a crew: `solve/crew.pxi`), and marks of the moves that some
# search over the same table is at: of one kernel or of several.
#
# Words are read and written without a lock where a stale one costs only time: who is busy where, and the
# numbers of questions. A question and its answer are whole structures and have a lock.

cdef enum:
    MOST_BUSY = 4096            # places for marks; two that share one only cost time
    PARTING_BITS = 10           # in the weak and the contested game they part where proofs have so many
                                # bits of nodes at the most
    CREW_BUCKETS = 1 << 14      # the least room that a crew begins with
    CREW_EMPTIES = 12           # with fewer cells left, putting a move off is not worth it
    CREW_PLIES = 4              # below the root to where they part in the ordinary game

cdef struct weak_root_t:        # a position with Maker and Breaker; in `search`, `maker` is to move
    bb_t maker
    bb_t breaker
    bint maker_moves
    bb_t zone                   # of the last NO, or the cells of the last YES: see `weak/win_cells.pxi`

cdef struct question_t:
    int game                    # GAME_…
    weak_root_t root
    int beta
    int cost

cdef struct answer_of_crew_t:
    int answer
    int choice
    bint cut
    bb_t zone

cdef struct crew_t:
    uint64_t open               # shall the others stay?
    uint64_t number             # of the question under way; an odd number: none is
    uint64_t answered           # the number of the last question that somebody answered
    int64_t locked
    int64_t nodes               # of the others, in all
    question_t question
    answer_of_crew_t answer
    uint64_t busy[MOST_BUSY]    # marks of the moves that some thread is at


cdef inline uint64_t move_mark(key_t key, int symmetry, int move,
                               const context_t* ctx) noexcept nogil:
    """A number for a move from a position, the same for all images of both; never 0."""
    return mix(key_hash(key) + ctx.image[symmetry][move] + 1) | 1


cdef inline bint is_busy(const search_t* s, uint64_t mark) noexcept nogil:
    return word_load(&s.busy[mark >> 8 & (MOST_BUSY - 1)]) == mark


cdef inline void set_busy(search_t* s, uint64_t mark) noexcept nogil:
    word_store(&s.busy[mark >> 8 & (MOST_BUSY - 1)], mark)


cdef inline void set_idle(search_t* s, uint64_t mark) noexcept nogil:
    if is_busy(s, mark):
        word_store(&s.busy[mark >> 8 & (MOST_BUSY - 1)], 0)


cdef inline bint may_part(const search_t* s, int ply) noexcept nogil:
    """In the ordinary game: is it worth it to put off a move that another thread is at?"""
    return ply >= s.root_ply + CREW_PLIES and s.ctx.cells - ply >= CREW_EMPTIES
