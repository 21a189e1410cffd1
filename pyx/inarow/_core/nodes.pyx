"""Where the nodes of a certificate are, and how long its wins take: one pass over what it unpacks to.

The pass follows the structure of the format (``docs/reference/certificates.md``) and judges nothing: a
proof that does not hold has nodes as well. Millions of them are found in about a second.
"""

from array import array

from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport free, realloc
from libc.string cimport memset

cdef enum:
    END, PASS, CHAIN, POTENTIAL, PAIRS, NODE, KNOWN, WEAK, TREE     # codes
    WIN = 0                     # goals
    STOP = 2
    MOST_CELLS = 441
    PER_LOOK = 65536            # nodes between two looks for Ctrl-C

cdef struct found_t:
    uint64_t start              # its first byte
    uint64_t end                # the byte behind it
    uint32_t first              # the first node that ends within it
    uint16_t plies              # for how many it was proven
    uint16_t length             # of a win: the plies that it takes at most
    uint8_t goal


cdef class Nodes:
    """The nodes in `data`, numbered as they end; `add` finds those of one part of the claim.

    The board has so many cells, `lines` of cells, and so many symmetries, of which `turns`, 1 or 2, follow code 6.
    `progress`, if it is not None, is called now and then with the number of nodes found.
    """

    cdef const uint8_t[::1] data
    cdef found_t* found
    cdef size_t count, room
    cdef int cells, symmetries, turns, size
    # Of each cell, groups of the lines through it: another cell of all of them, where the next group begins, and of each
    # line how many more cells it has, and these.
    cdef int32_t[::1] groups
    cdef int32_t[::1] first             # for each cell: where its groups begin there, and the next cell's
    cdef object progress
    cdef uint8_t stone[MOST_CELLS]      # where the keeper has stones: on the path to the node at hand

    def __init__(self, data, int cells, lines, int symmetries, int turns, progress):
        groups, first = array("i"), array("i", [0])
        through = [[] for _ in range(cells)]
        for line in lines:
            for cell in line:
                through[cell].append(line)
        for cell in range(cells):
            beside = {}                 # lines by the cell whose number is nearest: where that is empty, none is complete
            for line in through[cell]:
                near = sorted(line, key=lambda other: abs(other - cell))    # the first is the cell itself
                beside.setdefault(near[min(1, len(near) - 1)], []).append(near[2:])
            for nearest, rests in beside.items():
                groups.extend([nearest, len(groups) + 2 + sum([len(rest) + 1 for rest in rests])])
                for rest in rests:
                    groups.extend([len(rest), *rest])
            first.append(len(groups))
        groups.append(0)                # of a board without lines, too, there is a view
        self.groups = groups
        self.first = first
        self.data = data
        self.cells = cells
        self.size = 1 if self.cells <= 256 else 2
        self.symmetries = symmetries
        self.turns = turns
        self.progress = progress

    def __dealloc__(self):
        free(self.found)

    def __len__(self):
        return self.count

    def __getitem__(self, size_t number):
        """(start, end, first, goal, plies, length) of a node."""
        if number >= self.count:
            raise IndexError(number)
        node = self.found[number]
        return node.start, node.end, node.first, node.goal, node.plies, node.length

    def add(self, Py_ssize_t place, bint answers, keeper, int goal, int empty, int left):
        """Find the nodes of a part that begins at `place`; return where it ends.

        It begins with an answer, or with a node. `keeper` are the cells of the keeper's stones, `empty` the
        number of cells without a stone, `left` that of the plies left: below 2**15. Raises `ValueError` with the reason
        where the format is not kept, `IndexError` where the file ends.
        """
        cdef int length = 0
        memset(self.stone, 0, sizeof(self.stone))
        for cell in keeper:
            self.stone[cell] = 1
        if answers:
            return self.answer(place, goal, empty, left, False, &length)
        return self.node(place, goal, empty, left)

    cdef int byte(self, Py_ssize_t place) except -1:
        if place >= self.data.shape[0]:
            raise IndexError(place)
        return self.data[place]

    cdef int cell(self, Py_ssize_t place) except -1:
        cdef int cell = self.byte(place)
        if self.size == 2:
            cell += self.byte(place + 1) << 8
        if cell >= self.cells:
            raise ValueError("a cell is off the board")
        return cell

    cdef Py_ssize_t node(self, Py_ssize_t place, int goal, int empty, int left) except -1:
        """Note a node, with so many empty cells and plies left; return where it ends."""
        cdef found_t node
        cdef int entries = 0, length = 0, longest = 0
        node.start = place
        node.first = <uint32_t>self.count
        node.goal = goal
        node.plies = max(0, min(left, empty))
        while self.byte(place) != END:
            entries += 1        # each answers one move or, after a pass, one at least
            if entries > 2 * self.cells:
                raise ValueError("a node has more answers than there are cells")
            place = self.answer(place, goal, empty, left, True, &length)
            longest = max(longest, length + 1)
        node.end = place + 1
        # Where nothing needs an answer the keeper threatens to complete two lines.
        node.length = (longest if entries else 2) if goal == WIN else 0
        self.append(&node)
        return place + 1

    cdef int append(self, const found_t* node) except -1:
        cdef found_t* larger
        if self.count == self.room:
            self.room = max(<size_t>1024, 2 * self.room)
            larger = <found_t*>realloc(self.found, self.room * sizeof(found_t))
            if larger == NULL:
                raise MemoryError
            self.found = larger
        self.found[self.count] = node[0]
        self.count += 1
        if self.count % PER_LOOK == 0:
            PyErr_CheckSignals()
            if self.progress is not None:
                self.progress(self.count)
        return 0

    cdef Py_ssize_t answer(self, Py_ssize_t place, int goal, int empty, int left, bint with_move,
                           int* length) except -1:
        """Note the nodes of an answer; return where it ends. `length`: of a win, its plies, else 0."""
        cdef int code = self.byte(place), made = 2, reply = 0
        cdef Py_ssize_t end
        cdef uint32_t number = 0
        cdef uint8_t before
        cdef int i
        length[0] = 0
        if not END < code <= TREE or (code in (PASS, TREE) and not with_move):
            raise ValueError(f"code {code} has no place here")
        place += 1
        if with_move and code != PASS and code != TREE:
            self.cell(place)
            place += self.size
        else:
            made = 1
        if code >= PAIRS:
            reply = self.cell(place)
            place += self.size
        if code == KNOWN:
            for i in range(4):
                number |= <uint32_t>self.byte(place + i) << 8 * i
            if number >= self.count:
                raise ValueError(f"node {number} is used before it is proven")
            for i in range(4, 4 + self.turns):
                if self.byte(place + i) >= self.symmetries:
                    raise ValueError(f"there is no symmetry {self.byte(place + i)}")
            if self.found[number].goal == WIN:
                length[0] = self.found[number].length + 1
            return place + 4 + self.turns
        if code in (NODE, WEAK, TREE):
            if made > empty:
                raise ValueError("more moves are made than there are cells")
            if code == WEAK:
                goal = STOP
                left = empty
            elif code == TREE:
                goal = WIN
            before = self.stone[reply]
            self.stone[reply] = 1
            end = self.node(place, goal, empty - made, left - made)
            self.stone[reply] = before
            if goal == WIN:
                length[0] = self.found[self.count - 1].length + 1
            return end
        if code == POTENTIAL:
            return place
        end = place + 1 + self.byte(place) * self.size * (2 if code == PAIRS else 1)
        if end > self.data.shape[0]:
            raise IndexError(end)
        if code == PAIRS:
            for i in range(2 * self.data[place]):
                self.cell(place + 1 + i * self.size)
        else:
            length[0] = self.chain(place + 1, self.data[place])
        return end

    cdef int chain(self, Py_ssize_t place, int moves) except -1:
        """The plies of a chain: its last move completes a line, or threatens to complete two."""
        cdef uint8_t before[256]
        cdef int last = 0, i
        cdef bint completes
        for i in range(moves):
            last = self.cell(place + i * self.size)
            before[i] = self.stone[last]
            self.stone[last] = 1
        completes = moves > 0 and self.is_in_line(last)     # a damaged file may have a chain of none
        for i in range(moves - 1, -1, -1):
            self.stone[self.cell(place + i * self.size)] = before[i]
        return 2 * moves - 1 if completes else 2 * moves + 1

    cdef bint is_in_line(self, int cell):
        """Is a line through a cell complete?"""
        cdef int32_t at = self.first[cell], group, next
        while at < self.first[cell + 1]:
            group = self.groups[at + 1]
            next = at + 2 if self.stone[self.groups[at]] else group
            while next < group:
                at = next + 1
                next = at + self.groups[next]
                while at < next and self.stone[self.groups[at]]:
                    at += 1
                if at == next:
                    return True
            at = group
        return False
