/* The second checker of certificates, for grids written from docs/reference/certificates.md and nothing else:

       cc -O2 check.c -o check && xz -dc FILE | ./check

   prints what is proven and accepts (exit 0), or says where and why nothing is proven (exit 1). The
   words are those of the page: the keeper is the side of which a part speaks, the rival the other.
   A file may hold anything. Each number in it is compared with its bound before it is used; nodes in
   one another take a cell each, which bounds their depth; what is kept grows with the nodes that have
   been read. With CHECK_LIBRARY there is no main: see `check_run`. */

#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 21, CELLS = SIDE * SIDE, WORDS = (CELLS + 63) / 64, PASSES = 8 };
enum {
    USUAL = 20,      /* the sides of a board at most, but for one of which parts are meant */
    LINES = 1640,    /* 21 x 21 has so many of two cells, and fewer of any other number */
    GIVEN = 512,     /* lines that may stand in a file, any number of them through one cell */
    LONGEST = 20,    /* cells of such a line */
    TURNS = 256,     /* symmetries that may, the identity counted */
    TEXT = 512,      /* the longest line of the text, with its line feed */
    NOWHERE = 0xFFFF,
    ALWAYS = 0x7FFF  /* more plies than there are, even after some of them */
};
enum { X, O, EMPTY };
enum { WINS, HOLDS, STOPS, STEALS };
#define NONE UINT32_MAX

typedef struct { uint64_t word[WORDS]; } Set; /* of cells */

/* The moves from the node above to a node: in the order in which nodes begin. */
typedef struct {
    uint32_t above;
    uint16_t rival, keeper;
} Step;

/* What a node has proven: in the order in which nodes end, which is that of their numbers. */
typedef struct {
    uint32_t step, zone; /* NONE for a win, whose zone is the whole board */
    uint16_t plies;
    uint8_t goal, keeper;
} Proven;

/* A node that has begun. Frame 0 is that of a part: it asks for the answer to no move. */
typedef struct {
    int code, rival, keeper; /* 5, 7 or 8, which called for it, and the moves that led to it; else 0 */
    int goal, plies, passes; /* plies for which the rival is held; passes below which it lies */
    int longest;             /* plies of its longest answer so far */
    uint32_t step;
    Set unanswered, zone;
} Frame;

/* Gives the next bytes of what is unpacked: how many, 0 at the end, negative if reading fails. */
typedef long (*Reader)(void *from, const unsigned char **block);

typedef struct {
    Reader reader;
    void *from;
    const unsigned char *block, *next, *end;
    uint64_t before; /* bytes in the blocks before this one */
    jmp_buf out;
    int result; /* 0: it proves its claim; 1: it does not, see the message; 2: reading failed */
    char claim[4 * TEXT], message[4096];

    int rows, columns, cells, k, weak, to_move;
    int part, passes; /* is it one of which parts are meant; so many passes may lie in one another */
    Set framed, inner; /* that which all parts have; where O may have stones */
    int lines, size[LINES], through_count[CELLS];
    uint8_t counts[LINES]; /* is it a line of X's? Those in the frame alone; O has all */
    uint16_t line[LINES][SIDE], through[CELLS][GIVEN];
    Set mask[LINES];
    int given, turns; /* does the board stand in the file; its symmetries, the identity first */
    uint16_t turn[TURNS][CELLS];
    uint8_t start[CELLS], owner[CELLS];
    Set board, empty;
    int vacant;
    /* Of each side: the stones on a line; the open lines that miss so many; the place of a line there. */
    int stones[2][LINES], count[2][SIDE + 2];
    uint16_t list[2][SIDE + 2][LINES], place[2][LINES];

    int keeper, rival, rival_counts, depth;
    Frame frame[CELLS + 2];
    Set spoilers[PASSES + 1];
    Step *steps;
    Proven *proven;
    Set *zones;
    size_t begun, ended, zone_count, step_room, proven_room, zone_room, memory; /* bytes the arrays may still grow by */
} Check;

static void add(Set *set, int cell) { set->word[cell / 64] |= (uint64_t)1 << cell % 64; }
static void drop(Set *set, int cell) { set->word[cell / 64] &= ~((uint64_t)1 << cell % 64); }
static int has(const Set *set, int cell) { return set->word[cell / 64] >> cell % 64 & 1; }

static void unite(Set *set, const Set *other) {
    for (int i = 0; i < WORDS; i++) set->word[i] |= other->word[i];
}

static void intersect(Set *set, const Set *other) {
    for (int i = 0; i < WORDS; i++) set->word[i] &= other->word[i];
}

/* The lowest cell of a set from this one on, or CELLS. */
static int lowest(const Set *set, int cell) {
    while (cell < CELLS && !has(set, cell))
        cell = set->word[cell / 64] >> cell % 64 ? cell + 1 : (cell | 63) + 1;
    return cell < CELLS ? cell : CELLS;
}

static int is_empty(const Set *set) { return lowest(set, 0) == CELLS; }

/* Refuses what does not hold: after which moves, why, and at which byte of what is unpacked. */
static void demand(Check *c, int holds, const char *why) {
    if (holds) return;
    char *text = c->message, *end = c->message + sizeof c->message;
    for (int i = 2; i < 2 * c->depth + 2; i++) {
        int at = i % 2 ? c->frame[i / 2].keeper : c->frame[i / 2].rival;
        if (at == NOWHERE) continue;
        text += snprintf(text, (size_t)(end - text), "%s", text == c->message ? "after " : " ");
        if (c->given) text += snprintf(text, (size_t)(end - text), "%d", at);
        else text += snprintf(text, (size_t)(end - text), "%c%d", 'a' + at % c->columns, at / c->columns + 1);
    }
    snprintf(text, (size_t)(end - text), "%s%s, at byte %llu", text == c->message ? "" : ": ", why,
             (unsigned long long)c->before + (unsigned long long)(c->next - c->block));
    c->result = 1;
    longjmp(c->out, 1);
}

static int more(Check *c) {
    c->before += (uint64_t)(c->end - c->block);
    c->next = c->end = c->block;
    long length = c->reader(c->from, &c->block);
    if (length < 0) {
        c->result = 2;
        longjmp(c->out, 1);
    }
    c->next = c->block;
    c->end = c->block + length;
    return length > 0;
}

static int byte(Check *c) {
    demand(c, c->next < c->end || more(c), "it ends too early");
    return *c->next++;
}

static int cell(Check *c) {
    int at = byte(c);
    if (c->cells > 256) at |= byte(c) << 8;
    demand(c, at < c->cells, "a cell is not on the board");
    return at;
}

static int empty_cell(Check *c) {
    int at = cell(c);
    demand(c, c->owner[at] == EMPTY, "a cell is not empty");
    return at;
}

static void *grown(Check *c, void *array, size_t used, size_t *room, size_t size) {
    if (used < *room) return array;
    size_t wanted = *room + *room / 2 + 1024, more = (wanted - *room) * size;
    void *larger = more <= c->memory ? realloc(array, wanted * size) : NULL;
    demand(c, larger != NULL, "no memory is left for its nodes");
    c->memory -= more;
    *room = wanted;
    return larger;
}

static void enter(Check *c, int side, int missing, int line) {
    c->place[side][line] = (uint16_t)c->count[side][missing]++;
    c->list[side][missing][c->place[side][line]] = (uint16_t)line;
}

static void leave(Check *c, int side, int missing, int line) {
    uint16_t last = c->list[side][missing][--c->count[side][missing]];
    c->place[side][last] = c->place[side][line];
    c->list[side][missing][c->place[side][last]] = last;
}

/* A stone on a cell; EMPTY takes it back. */
static void put(Check *c, int at, int stone) {
    int by = stone == EMPTY ? -1 : 1, side = stone == EMPTY ? c->owner[at] : stone;
    demand(c, stone == EMPTY || stone == X || has(&c->inner, at), "a stone of O's is too near the edge");
    c->owner[at] = (uint8_t)stone;
    c->empty.word[at / 64] ^= (uint64_t)1 << at % 64;
    c->vacant -= by;
    for (int i = 0; i < c->through_count[at]; i++) {
        int line = c->through[at][i], others = c->stones[!side][line];
        int before = c->stones[side][line], after = before + by;
        c->stones[side][line] = after;
        int size = c->size[line], own = side == O || c->counts[line], other = side == X || c->counts[line];
        if (own && !others) leave(c, side, size - before, line);
        if (own && !others) enter(c, side, size - after, line);
        if (other && !before) leave(c, !side, size - others, line);
        if (other && !after) enter(c, !side, size - others, line);
    }
}

/* The empty cells of a side's open lines that miss so many. */
static void add_lines(const Check *c, int side, int missing, Set *set) {
    for (int i = 0; i < c->count[side][missing]; i++) {
        int line = c->list[side][missing][i];
        for (int j = 0; j < c->size[line]; j++)
            if (c->owner[c->line[line][j]] == EMPTY) add(set, c->line[line][j]);
    }
}

static int rival_threatens(const Check *c) { return c->rival_counts && c->count[c->rival][1]; }

/* The cell that every open line of the keeper's that misses one misses; NOWHERE if they differ. */
static int threatened(const Check *c) {
    Set cells = {{0}};
    add_lines(c, c->keeper, 1, &cells);
    int first = lowest(&cells, 0);
    return lowest(&cells, first + 1) < CELLS ? NOWHERE : first;
}

/* Reads and makes a move of the keeper's; what may spoil the wins after the passes around it. */
static int keeper_plays(Check *c, int passes) {
    int at = empty_cell(c);
    put(c, at, c->keeper);
    if (!passes) return at;
    Set cells = {{0}};
    add(&cells, at);
    add_lines(c, c->keeper, 1, &cells);
    for (int p = 0; p < passes; p++) {
        if (c->rival_counts) add_lines(c, c->rival, 2 + p, &cells);
        unite(&c->spoilers[passes - p], &cells);
    }
    return at;
}

/* Reads a chain; the plies that the win takes. */
static int chain(Check *c, int passes) {
    int played[2 * 255], moves = 0, plies = 0, count = byte(c);
    for (int i = 0; i < count; i++) {
        demand(c, !plies, "a chain goes on after it has won");
        int complete = c->count[c->keeper][0];
        played[moves++] = keeper_plays(c, passes);
        int completes = c->count[c->keeper][0] > complete;
        demand(c, completes || !rival_threatens(c), "a chain lets the rival complete a line");
        demand(c, completes || c->count[c->keeper][1], "a move in a chain forces no answer");
        int reply = completes ? NOWHERE : threatened(c);
        if (reply == NOWHERE) plies = 2 * i + (completes ? 1 : 3);
        else put(c, played[moves++] = reply, c->rival);
    }
    demand(c, plies, "a chain does not win");
    while (moves) put(c, played[--moves], EMPTY);
    return plies;
}

/* A move of the rival's is answered, or NOWHERE a part. */
static void answered(Check *c, int rival, const Set *zone, int plies) {
    Frame *f = &c->frame[c->depth];
    intersect(&f->unanswered, zone);
    unite(&f->zone, zone);
    if (plies > f->longest) f->longest = plies;
    if (rival == NOWHERE) return;
    drop(&f->unanswered, rival);
    put(c, rival, EMPTY);
}

static void potential(Check *c, int rival) {
    Set zone = {{0}};
    uint64_t sum = 0;
    for (int missing = 0; missing <= SIDE; missing++) {
        sum += (uint64_t)c->count[c->rival][missing] << (SIDE - missing);
        add_lines(c, c->rival, missing, &zone);
    }
    demand(c, sum < (uint64_t)1 << SIDE, "the rival's lines are too many or too full");
    answered(c, rival, &zone, 0);
}

static void pairs(Check *c, int rival) {
    Set zone = {{0}};
    int other[CELLS], keeper = keeper_plays(c, 0);
    for (int count = byte(c); count > 0; count--) {
        int a = empty_cell(c), b = empty_cell(c);
        demand(c, a != b && !has(&zone, a) && !has(&zone, b), "a cell is in pairs twice");
        add(&zone, a);
        add(&zone, b);
        other[a] = b;
        other[b] = a;
    }
    for (int line = 0; line < c->lines; line++) {
        int covered = c->stones[c->keeper][line]; /* it is not open */
        for (int i = 0; i < c->size[line] && !covered; i++) {
            int at = c->line[line][i];
            covered = has(&zone, at) && has(&c->mask[line], other[at]);
        }
        demand(c, covered, "a line of the rival's contains no pair");
    }
    add(&zone, keeper);
    put(c, keeper, EMPTY);
    answered(c, rival, &zone, 0);
}

/* Reads a symmetry: where it takes each cell. */
static void read_symmetry(Check *c, uint16_t to[CELLS]) {
    int first = byte(c), second = c->given ? byte(c) : 0;
    demand(c, first < c->turns && second < c->turns, "this board has no such symmetry");
    uint16_t back[CELLS]; /* where the second takes the cell from */
    for (int at = 0; at < c->cells; at++) back[c->turn[second][at]] = (uint16_t)at;
    for (int at = 0; at < c->cells; at++) {
        to[at] = back[c->turn[first][at]];
        demand(c, has(&c->framed, at) == has(&c->framed, to[at]), "a symmetry moves the frame");
    }
}

/* Whether a symmetry takes the position of a proven node into the one at hand, keeper into keeper. */
static int is_position(const Check *c, const Proven *node, const uint16_t to[CELLS]) {
    uint8_t owner[CELLS];
    memcpy(owner, c->start, sizeof owner);
    for (uint32_t i = node->step; i != NONE; i = c->steps[i].above) {
        if (c->steps[i].rival != NOWHERE) owner[c->steps[i].rival] = !node->keeper;
        if (c->steps[i].keeper != NOWHERE) owner[c->steps[i].keeper] = node->keeper;
    }
    for (int at = 0; at < c->cells; at++) {
        int wanted = owner[at] == EMPTY ? EMPTY : owner[at] == node->keeper ? c->keeper : c->rival;
        if (c->owner[to[at]] != wanted) return 0;
    }
    return 1;
}

static void known(Check *c, int rival) {
    const Frame *f = &c->frame[c->depth];
    demand(c, !f->passes, "a node in a tree refers to another");
    int keeper = keeper_plays(c, 0);
    uint32_t number = 0;
    for (int shift = 0; shift < 32; shift += 8) number |= (uint32_t)byte(c) << shift;
    uint16_t to[CELLS];
    read_symmetry(c, to);
    demand(c, number < c->ended, "a node refers to one that is not proven yet");
    const Proven *node = &c->proven[number];
    demand(c, node->goal == f->goal || (node->goal == STOPS && f->goal == HOLDS),
           "a node refers to one for another goal");
    demand(c, f->goal == WINS || node->plies >= f->plies - 2 || node->plies >= c->vacant,
           "a node refers to one for fewer plies");
    demand(c, is_position(c, node, to), "a node refers to one of another position");
    put(c, keeper, EMPTY);
    Set zone = {{0}};
    add(&zone, keeper);
    for (int at = 0; at < c->cells; at++)
        if (node->zone == NONE || has(&c->zones[node->zone], at)) add(&zone, to[at]);
    answered(c, rival, &zone, node->plies + 1);
}

/* A node, after the rival's move if there is one and, if a code called for it, the keeper's. */
static void begin(Check *c, int code, int goal, int plies, int passes, int rival) {
    int keeper = code ? keeper_plays(c, passes) : NOWHERE;
    demand(c, c->begun < NONE, "its nodes are more than four bytes can number");
    c->steps = grown(c, c->steps, c->begun, &c->step_room, sizeof *c->steps);
    uint32_t above = c->depth ? c->frame[c->depth].step : NONE, step = (uint32_t)c->begun++;
    c->steps[step] = (Step){above, (uint16_t)rival, (uint16_t)keeper};
    Frame *f = &c->frame[++c->depth];
    *f = (Frame){.code = code, .rival = rival, .keeper = keeper, .goal = goal, .plies = plies,
                 .passes = passes, .step = step, .unanswered = c->empty};
    if (goal == STOPS) return;
    f->zone = c->board;
    demand(c, (goal == HOLDS && plies <= 0) || !rival_threatens(c), "the rival can complete a line");
    if (c->count[c->keeper][1]) {
        int only = threatened(c);
        f->unanswered = (Set){{0}};
        if (only != NOWHERE) add(&f->unanswered, only);
        f->longest = 1;
    }
}

/* Codes 2 to 7: the answer to a move of the rival's, or NOWHERE a part. */
static void answer(Check *c, int code, int rival) {
    const Frame *f = &c->frame[c->depth];
    demand(c, code >= 2 && code <= 7, "a code has no place here");
    demand(c, f->goal != STOPS || code != 2, "a chain does not stop the rival");
    demand(c, f->goal != WINS || (code != 3 && code != 4), "neither potential nor pairs win");
    demand(c, f->goal == HOLDS || code != 7, "code 7 has no place here");
    if (code == 2) answered(c, rival, &c->board, chain(c, f->passes));
    else if (code == 3) potential(c, rival);
    else if (code == 4) pairs(c, rival);
    else if (code == 5) begin(c, code, f->goal, f->plies - 2, f->passes, rival);
    else if (code == 6) known(c, rival);
    else begin(c, code, STOPS, ALWAYS, 0, rival);
}

/* After a win after a pass, what may spoil it is left. */
static void passed(Check *c, int level, int plies) {
    Frame *f = &c->frame[c->depth];
    Set before = f->unanswered;
    intersect(&f->unanswered, &c->spoilers[level]);
    demand(c, memcmp(&before, &f->unanswered, sizeof before), "a pass answers no move");
    if (plies > f->longest) f->longest = plies;
}

static void pass(Check *c, int code) {
    const Frame *f = &c->frame[c->depth];
    int level = f->passes + 1;
    demand(c, f->goal != STOPS, "a pass does not stop the rival");
    demand(c, level <= c->passes, "passes lie too deep in one another");
    c->spoilers[level] = (Set){{0}};
    if (code == 1) passed(c, level, chain(c, level));
    else begin(c, code, WINS, ALWAYS, level, NOWHERE);
}

static void entry(Check *c, int code) {
    const Frame *f = &c->frame[c->depth];
    int rival = empty_cell(c), complete = c->count[c->rival][0];
    demand(c, has(&f->unanswered, rival), "an entry is of a move that needs no answer");
    put(c, rival, c->rival);
    demand(c, !c->rival_counts || c->count[c->rival][0] == complete, "the rival completes a line");
    for (int level = 1; level <= f->passes; level++) add(&c->spoilers[level], rival);
    answer(c, code, rival);
}

/* Rule 4: are the rival's moves too few for any of its lines? */
static void too_few_moves(const Check *c, Frame *f) {
    int moves = ((f->plies < c->vacant ? f->plies : c->vacant) + 1) / 2;
    Set zone = {{0}};
    for (int missing = 0; missing <= SIDE; missing++) {
        if (missing <= moves && c->count[c->rival][missing]) return;
        add_lines(c, c->rival, missing, &zone);
    }
    f->unanswered = (Set){{0}};
    f->zone = zone;
}

/* Rule 5: cells that speak for others. */
static void speak_for_others(const Check *c, Frame *f) {
    for (int at = lowest(&f->unanswered, 0); at < CELLS; at = lowest(&f->unanswered, at + 1)) {
        Set others = c->empty, inside = f->zone;
        for (int i = 0; i < WORDS; i++) others.word[i] &= ~f->unanswered.word[i];
        for (int i = 0; i < c->through_count[at]; i++)
            if (!c->stones[c->keeper][c->through[at][i]]) intersect(&others, &c->mask[c->through[at][i]]);
        if (is_empty(&others)) return;
        intersect(&inside, &others);
        add(&f->zone, lowest(is_empty(&inside) ? &others : &inside, 0));
        drop(&f->unanswered, at);
    }
}

static void end(Check *c) {
    Frame *f = &c->frame[c->depth];
    if (f->goal != WINS && !is_empty(&f->unanswered)) too_few_moves(c, f);
    if (f->goal == STOPS && !is_empty(&f->unanswered)) speak_for_others(c, f);
    demand(c, is_empty(&f->unanswered), "a node leaves moves of the rival's unanswered");
    demand(c, f->goal != WINS || c->vacant, "nobody wins on a full board");
    c->proven = grown(c, c->proven, c->ended, &c->proven_room, sizeof *c->proven);
    c->zones = grown(c, c->zones, c->zone_count, &c->zone_room, sizeof *c->zones);
    int plies = f->goal == WINS ? f->longest + 1 : f->plies > 0 ? f->plies : 0;
    uint32_t zone = f->goal == WINS ? NONE : (uint32_t)c->zone_count;
    c->proven[c->ended++] = (Proven){f->step, zone, (uint16_t)plies, (uint8_t)f->goal, (uint8_t)c->keeper};
    if (zone != NONE) c->zones[c->zone_count++] = f->zone;
    c->depth--;
    if (f->code) {
        put(c, f->keeper, EMPTY);
        add(&f->zone, f->keeper);
        plies++;
    }
    if (f->code == 8) passed(c, f->passes, plies);
    else answered(c, f->rival, &f->zone, plies);
}

static void check_part(Check *c, int side, int goal, int plies) {
    c->keeper = side;
    c->rival = !side;
    c->rival_counts = !c->weak || side == O;
    c->frame[0] = (Frame){.goal = goal, .plies = plies + 1}; /* as before a move of the rival's */
    if (c->to_move == c->rival) begin(c, 0, goal, plies, 0, NOWHERE);
    else answer(c, byte(c), NOWHERE);
    while (c->depth) {
        int code = byte(c);
        if (!code) end(c);
        else if (code == 1 || code == 8) pass(c, code);
        else entry(c, code);
    }
    char why[40];
    snprintf(why, sizeof why, "the win takes %d plies", c->frame[0].longest);
    demand(c, goal != WINS || c->frame[0].longest <= (plies == ALWAYS ? c->cells : plies), why);
}

static void read_line(Check *c, char *text) {
    int length = 0;
    for (int next = byte(c); next != '\n'; next = byte(c)) {
        demand(c, length < TEXT - 1 && next >= ' ' && next <= '~', "it is no text of a certificate");
        text[length++] = (char)next;
    }
    text[length] = 0;
}

static int skip(const char **text, const char *word) {
    size_t length = strlen(word);
    if (strncmp(*text, word, length)) return 0;
    *text += length;
    return 1;
}

static int is_within(const Set *set, const Set *other) {
    Set both = *set;
    intersect(&both, other);
    return !memcmp(&both, set, sizeof both);
}

/* The next line is of so many cells, which stand in its place. */
static void add_line(Check *c, int size) {
    c->size[c->lines] = size;
    for (int i = 0; i < size; i++) {
        int at = c->line[c->lines][i];
        c->through[at][c->through_count[at]++] = (uint16_t)c->lines;
        add(&c->mask[c->lines], at);
    }
    c->counts[c->lines] = (uint8_t)is_within(&c->mask[c->lines], &c->framed);
    if (c->counts[c->lines]) enter(c, X, size, c->lines);
    enter(c, O, size, c->lines);
    c->lines++;
}

/* The lines and the symmetries of a grid. */
static void find_board(Check *c) {
    static const int down[] = {0, 1, 1, 1}, right[] = {1, 0, 1, -1};
    for (int i = 0; i < c->cells * (c->k == 1 ? 1 : 4); i++) { /* one cell is one line */
        int at = i % c->cells, down_by = down[i / c->cells], right_by = right[i / c->cells];
        int row = at / c->columns + (c->k - 1) * down_by, column = at % c->columns + (c->k - 1) * right_by;
        if (row >= c->rows || column < 0 || column >= c->columns) continue;
        for (int j = 0; j < c->k; j++, at += down_by * c->columns + right_by)
            c->line[c->lines][j] = (uint16_t)at;
        add_line(c, c->k);
    }
    c->turns = c->rows == c->columns ? 8 : 4;
    for (int i = 0; i < c->turns; i++)
        for (int at = 0; at < c->cells; at++) {
            int row = at / c->columns, column = at % c->columns;
            int to_row = i & 4 ? column : row, to_column = i & 4 ? row : column;
            if (i & 2) to_row = c->rows - 1 - to_row;
            if (i & 1) to_column = c->columns - 1 - to_column;
            c->turn[i][at] = (uint16_t)(to_row * c->columns + to_column);
        }
}

/* Reads the lines and the symmetries that stand in the file. */
static void read_board(Check *c, int lines) {
    for (int i = 0; i < lines; i++) {
        int size = byte(c);
        demand(c, size >= 2 && size <= LONGEST, "a line has too few cells, or too many");
        for (int j = 0; j < size; j++) {
            c->line[i][j] = (uint16_t)cell(c);
            demand(c, !j || c->line[i][j - 1] < c->line[i][j], "the cells of a line do not ascend");
        }
        add_line(c, size);
        for (int other = 0; other < i; other++)
            demand(c, !is_within(&c->mask[i], &c->mask[other]) && !is_within(&c->mask[other], &c->mask[i]),
                   "a line is inside another");
    }
    for (int at = 0; at < c->cells; at++) c->turn[0][at] = (uint16_t)at;
    for (int i = 1; i < c->turns; i++) {
        Set images = {{0}};
        for (int at = 0; at < c->cells; at++) add(&images, c->turn[i][at] = (uint16_t)cell(c));
        demand(c, !memcmp(&images, &c->board, sizeof images), "a symmetry takes two cells to one");
        for (int line = 0; line < c->lines; line++) {
            Set to = {{0}};
            for (int j = 0; j < c->size[line]; j++) add(&to, c->turn[i][c->line[line][j]]);
            int on = lowest(&to, 0), is_line = 0;
            for (int j = 0; j < c->through_count[on] && !is_line; j++)
                is_line = !memcmp(&to, &c->mask[c->through[on][j]], sizeof to);
            demand(c, is_line, "a symmetry takes a line to what is none");
        }
    }
}

/* A number in the game, without leading zeros; of more than `most` one more. */
static int number(Check *c, const char **text, int most) {
    size_t digits = strspn(*text, "0123456789");
    demand(c, digits && (**text != '0' || digits == 1), "the game is unclear");
    int found = digits > 3 || atoi(*text) > most ? most + 1 : atoi(*text);
    *text += digits;
    return found;
}

/* Reads the game; the number of lines that stand in the file, or 0 of a grid. */
static int read_game(Check *c, const char *text) {
    int lines = 0, frame[4] = {0, 0, CELLS, CELLS}; /* its first row and column, its last ones */
    int plane = c->given && !strchr(text, '=') && skip(&text, "plane ");
    c->part = plane || (c->given && !strchr(text, '=') && skip(&text, "parts "));
    c->given = c->given && !c->part;
    if (c->given) {
        size_t name = strcspn(text, "=");
        demand(c, name >= 2 && name <= 201 && text[name - 1] == ' ', "the game is unclear");
        text += name;
        demand(c, skip(&text, "= "), "the game is unclear");
        c->rows = 1;
        c->columns = number(c, &text, CELLS);
        demand(c, skip(&text, " cells, "), "the game is unclear");
        lines = number(c, &text, GIVEN);
        demand(c, skip(&text, " lines, "), "the game is unclear");
        c->turns = 1 + number(c, &text, TURNS - 1);
        demand(c, skip(&text, " symmetries"), "the game is unclear");
        demand(c, c->columns && lines, "the board has no cells, or no lines");
        demand(c, c->columns <= USUAL * USUAL && lines <= GIVEN && c->turns <= TURNS, "the board is too large");
    } else {
        int *sizes[] = {&c->rows, &c->columns, &c->k};
        for (int i = 0; i < 3; i++) {
            *sizes[i] = number(c, &text, SIDE);
            demand(c, *sizes[i] && (i == 2 || skip(&text, ",")), "the game is unclear");
        }
        int most = c->part ? SIDE : USUAL;
        demand(c, c->rows <= most && c->columns <= most, "the board is too large");
        for (int i = 0; i < 4 && c->part; i++) {
            demand(c, skip(&text, i ? "," : " frame ") && *text >= '0' && *text <= '9', "the game is unclear");
            frame[i] = number(c, &text, SIDE);
        }
        demand(c, !c->part || (frame[0] <= frame[2] && frame[1] <= frame[3] && frame[2] < c->rows &&
                               frame[3] < c->columns), "the frame is not on the board");
    }
    c->weak = !strcmp(text, " weak");
    demand(c, c->weak || !strcmp(text, " strong"), "the game is unclear");
    c->vacant = c->cells = c->rows * c->columns;
    demand(c, !c->part || !c->weak, "of many boards only the strong game");
    demand(c, !plane || c->k > 2, "of the plane only three in a row or more");
    c->passes = plane && c->k - 2 < PASSES ? c->k - 2 : PASSES;
    for (int at = 0; at < c->cells; at++) {
        int row = at / c->columns, column = at % c->columns, edge = plane ? c->k - 1 : 0;
        add(&c->board, at);
        if (row >= frame[0] && column >= frame[1] && row <= frame[2] && column <= frame[3])
            add(&c->framed, at);
        if (row >= edge && column >= edge && row < c->rows - edge && column < c->columns - edge)
            add(&c->inner, at);
    }
    c->empty = c->board;
    memset(c->owner, EMPTY, sizeof c->owner);
    return lines;
}

static void read_position(Check *c, const char *text) {
    for (int at = 0; at < c->cells; at++) {
        demand(c, !at || at % c->columns || skip(&text, "/"), "the position is unclear");
        demand(c, *text != 'X' || has(&c->framed, at), "a stone of X's is off the frame");
        if (skip(&text, "X")) put(c, at, X);
        else if (skip(&text, "O")) put(c, at, O);
        else demand(c, skip(&text, "."), "the position is unclear");
    }
    c->to_move = strcmp(text, " X") ? O : X;
    demand(c, c->to_move == X || !strcmp(text, " O"), "the position is unclear");
    demand(c, !c->count[X][0] && (c->weak || !c->count[O][0]), "a line is complete in its position");
    memcpy(c->start, c->owner, sizeof c->start);
}

/* Reads the parts of the claim, and checks each if it is to: is it that neither side wins? */
static int read_parts(Check *c, const char *text, int check) {
    int kept[2] = {0, 0};
    do {
        int side = skip(&text, "X") ? X : O, plies = ALWAYS;
        demand(c, side == X || skip(&text, "O"), "what is proven is unclear");
        int goal = skip(&text, " wins") ? WINS : skip(&text, " holds") ? HOLDS
                   : skip(&text, " stops") ? STOPS : STEALS;
        demand(c, goal != STEALS || skip(&text, " steals"), "what is proven is unclear");
        if (skip(&text, " within ")) {
            size_t digits = strspn(text, "0123456789");
            demand(c, digits >= 1 && digits <= 3, "what is proven is unclear");
            plies = atoi(text);
            text += digits;
            demand(c, skip(&text, " plies"), "what is proven is unclear");
        }
        demand(c, !c->weak || goal == (side == X ? WINS : STOPS), "in a weak game X wins or O stops");
        int may_steal = side == X && c->to_move == X && c->vacant == c->cells && plies == ALWAYS;
        demand(c, !c->part || (side == X && goal == WINS), "of many boards X wins alone");
        demand(c, goal != STEALS || may_steal, "X alone steals, to move on the empty board");
        kept[side] |= goal != WINS && plies == ALWAYS;
        if (check && goal != STEALS) check_part(c, side, goal, plies);
    } while (skip(&text, "; "));
    demand(c, !*text, "what is proven is unclear");
    return kept[X] && kept[O];
}

static void check_all(Check *c) {
    char text[TEXT], game[TEXT], position[TEXT];
    read_line(c, text);
    c->given = !strcmp(text, "inarow certificate 3");
    demand(c, c->given || !strcmp(text, "inarow certificate 1") || !strcmp(text, "inarow certificate 2"),
           "it is no certificate, or of another version");
    read_line(c, game);
    int lines = read_game(c, game);
    read_line(c, position);
    read_line(c, text);
    if (c->given) read_board(c, lines);
    else find_board(c);
    read_position(c, position);
    const char *said = read_parts(c, text, 0) ? "a draw" : text, *kind = c->weak ? "weak" : "strong";
    *strchr(position, ' ') = 0;
    if (c->given) snprintf(game, sizeof game, "%d cells and %d lines", c->cells, lines);
    else *strrchr(game, ' ') = 0;
    snprintf(c->claim, sizeof c->claim, "%s, %s game, %s, %c to move: %s", game, kind,
             c->vacant < c->cells ? position : "the empty board", "XO"[c->to_move], said);
    read_parts(c, text, 1);
    demand(c, c->next == c->end && !more(c), "something follows the last strategy");
}

/* Checks what a reader gives, in a `Check` of zeros but for `memory`, and returns its result. */
static int check_run(Check *c, Reader reader, void *from) {
    c->reader = reader;
    c->from = from;
    c->block = c->next = c->end = (const unsigned char *)"";
    if (!setjmp(c->out)) check_all(c);
    free(c->steps);
    free(c->proven);
    free(c->zones);
    return c->result;
}

#ifndef CHECK_LIBRARY
static long read_input(void *from, const unsigned char **block) {
    static unsigned char room[1 << 16];
    size_t length = fread(room, 1, sizeof room, from);
    *block = room;
    return length || !ferror((FILE *)from) ? (long)length : -1;
}

int main(int argc, char **argv) {
    static Check check = {.memory = (size_t)1 << (sizeof(size_t) > 4 ? 33 : 30)};
    if (argc != 1) {
        fprintf(stderr, "usage: xz -dc FILE | %s\n", argv[0]);
        return 2;
    }
    int out = check_run(&check, read_input, stdin);
    if (!out) printf("VERIFIED: %s (%zu position%s)\n", check.claim, check.ended, check.ended == 1 ? "" : "s");
    else printf("REFUSED: %s\n", out == 1 ? check.message : "the input cannot be read");
    return out != 0;
}
#endif
