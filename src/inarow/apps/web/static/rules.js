// Games and positions. X moves first. What there is to know of a game the server tells (see
// `inarow.apps.web.messages`): cells with their names, lines, and how far on lies what is below.

export const OTHER = { X: "O", O: "X" };

const known = new Map();

// The game of a key such as "6,7,4 gravity"; throws an Error with the reason if there is none.
export async function gameOf(key) {
  if (!known.has(key)) {
    const fields = new URLSearchParams(location.search); // the token, if the server wants one
    fields.set("game", key);
    const answer = await fetch(`game.json?${fields}`);
    if (!answer.ok) throw new Error(await answer.text());
    known.set(key, new Game(await answer.json()));
  }
  return known.get(key);
}

class Game {
  constructor(told) {
    Object.assign(this, told, { cells: told.names.length });
    this.numbers = new Map(told.names.map((name, cell) => [name, cell]));
  }

  name(cell) {
    return this.names[cell];
  }

  // The cell of a name such as "b2"; -1 if there is none.
  cell(name) {
    return this.numbers.get(name.toLowerCase()) ?? -1;
  }

  start() {
    return new Position(this, Array(this.cells).fill("."));
  }

  // The cells of every completed line.
  completed(stones) {
    const isComplete = (line, i) => {
      const side = stones[line[0]];
      return side !== "." && line.every((cell) => stones[cell] === side) && !this.flanks[i]?.some((cell) => stones[cell] === side);
    };
    return [...new Set(this.lines.filter(isComplete).flat())];
  }
}

export class Position {
  // `turn` is needed where the stones do not tell whose it is.
  constructor(game, stones, turn = null) {
    this.game = game;
    this.stones = stones;
    this.ply = stones.filter((stone) => stone !== ".").length;
    const surplus = 2 * stones.filter((stone) => stone === "X").length - this.ply;
    this.natural = surplus === 0 ? "X" : surplus === 1 ? "O" : null; // the turn that stones tell
    this.turn = turn ?? this.natural;
    this.won = game.completed(stones);
    const side = stones[this.won[0]] ?? null; // that has a line
    this.winner = side && game.misere ? OTHER[side] : side;
    this.isOver = this.winner !== null || this.ply === game.cells;
  }

  // As `text` has it. Throws an Error with the reason.
  static read(text, game) {
    const [board, turn = null] = text.trim().toUpperCase().split(/:(?=[XO]$)/);
    const position = new Position(game, [...board.replaceAll("/", "")], turn);
    if (!/^[XO./]+$/.test(board) || board !== position.board) throw new Error(`this is no position of ${game.words}`);
    if (!position.turn) throw new Error("X must have as many stones as O or one more");
    if (position.turn !== position.natural && position.isOver) throw new Error("in this position nobody can move");
    return position;
  }

  // Rows from the top joined by "/", layers by "//", of X, O and ".".
  get board() {
    const { layers, m, n } = this.game;
    const row = (i) => this.stones.slice(i * n, (i + 1) * n).join("");
    return Array.from({ length: layers }, (_, layer) => Array.from({ length: m }, (_, i) => row(layer * m + i)).join("/")).join("//");
  }

  // The same, then ":X" or ":O" where the stones do not tell whose turn it is.
  get text() {
    return this.board + (this.turn === this.natural || this.isOver ? "" : `:${this.turn}`);
  }

  // A text that says all, as the library has it.
  get key() {
    return `${this.game.key} ${this.text}`;
  }

  get status() {
    if (this.winner) return `${this.winner} wins`;
    return this.isOver ? "draw" : `${this.turn} to move`;
  }

  // Where a stone comes to lie that is put on a cell: there, or with gravity on the lowest empty cell above
  // or below. The cell itself where all of them are taken.
  landing(cell) {
    const { drop } = this.game;
    const isOpen = (stone, i) => stone === "." && (i - cell) % drop === 0;
    const lowest = drop ? this.stones.findLastIndex(isOpen) : cell;
    return lowest < 0 ? cell : lowest;
  }

  // The cell of a stone that has nothing below it; -1 if there is none.
  get floating() {
    const { drop } = this.game;
    return drop ? this.stones.findIndex((stone, i) => stone !== "." && this.stones[i + drop] === ".") : -1;
  }

  play(cell) {
    if (this.isOver || this.stones[cell] !== "." || this.landing(cell) !== cell) throw new Error(`${this.game.name(cell)} cannot be played`);
    const stones = [...this.stones];
    stones[cell] = this.turn;
    return new Position(this.game, stones, OTHER[this.turn]);
  }
}
