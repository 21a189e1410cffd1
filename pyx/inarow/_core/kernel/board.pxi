# What the kernels of one game share: the board as they see it, made once, and a search that is free.

cdef class Board:
    """A board of this width, for any number of kernels."""

    cdef context_t ctx
    cdef search_t* spare        # of a kernel that is gone, and forgotten all: as good as a new one; or NULL

    # Seven parameters: they are what a board is.
    def __cinit__(self, int cells, lines, flanks, symmetries, int fold_ply, bint misere=False,
                  int drop=0, /):
        # One-word keys are sound only where they are exact; two words hash well beyond that.
        cdef int most = EXACT_CELLS if KEY_WORDS == 1 else CAPACITY
        if not 0 < cells <= most:
            raise ValueError(f"this kernel holds 1 to {most} cells, not {cells}")
        context_init(&self.ctx, lines, flanks, symmetries, cells, fold_ply)
        self.ctx.misere = misere
        self.ctx.drop = drop
        self.ctx.plainly = misere or drop > 0

    def __dealloc__(self):
        free_search(self.spare)
        context_free(&self.ctx)
