// The rules: boards, positions, lines. As in the library, m rows, n columns, k or more in a row
// win (or exactly k), X moves first, and cell i lies in row floor(i / n), column i mod n.

const DIRECTIONS = [[0, 1], [1, 0], [1, 1], [1, -1]];

export class Game {
  constructor(m, n, k, exact = false) {
    for (const [size, name] of [[m, "rows"], [n, "columns"], [k, "in a row"]]) {
      if (!Number.isInteger(size) || size < 1 || size > 20) {
        throw new Error(`${name} must be 1 to 20`);
      }
    }
    Object.assign(this, { m, n, k, exact, cells: m * n });
  }

  get key() {
    return `${this.m},${this.n},${this.k}${this.exact ? " exact" : ""}`;
  }

  // What there is to know before the first move.
  get rules() {
    const row = `${this.exact ? "exactly " : ""}${this.k} in a row`;
    return `X and O take turns; who first has ${row} – across, down or diagonally – wins.`;
  }

  get words() {
    return `${this.m} × ${this.n}, ${this.exact ? "exactly " : ""}${this.k} in a row`;
  }

  name(cell) {
    return String.fromCharCode(97 + (cell % this.n)) + (Math.floor(cell / this.n) + 1);
  }

  // The cell of a name such as "b2"; -1 if there is none.
  cell(name) {
    const found = /^([a-t])([1-9][0-9]?)$/i.exec(name);
    if (!found) return -1;
    const column = found[1].toLowerCase().charCodeAt(0) - 97;
    const row = Number(found[2]) - 1;
    return row < this.m && column < this.n ? row * this.n + column : -1;
  }

  start() {
    return new Position(this, Array(this.cells).fill("."));
  }

  // The cells of every completed line. (A single stone wins whatever is beside it.)
  completed(stones) {
    const found = new Set();
    for (let cell = 0; cell < this.cells; cell++) {
      for (const [down, right] of DIRECTIONS) {
        const run = this.run(stones, cell, down, right);
        const isLine = this.exact && this.k > 1 ? run.length === this.k : run.length >= this.k;
        if (isLine) run.forEach((other) => found.add(other));
      }
    }
    return [...found];
  }

  // The stones of one side that lie in a row from a cell on, where none is before it.
  run(stones, cell, down, right) {
    const isSame = (i) => {
      const column = (cell % this.n) + i * right;
      const row = Math.floor(cell / this.n) + i * down;
      return column >= 0 && column < this.n && stones[row * this.n + column] === stones[cell];
    };
    if (stones[cell] === "." || isSame(-1)) return [];
    let length = 1;
    while (isSame(length)) length++;
    return Array.from({ length }, (_, i) => cell + i * (down * this.n + right));
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
    this.winner = this.won.length ? stones[this.won[0]] : null;
    this.isOver = this.winner !== null || this.ply === game.cells;
  }

  // Rows from the top joined by "/", of X, O and "."; then ":X" or ":O" where the stones do not tell
  // whose turn it is. Throws an Error with the reason.
  static read(text, k, exact = false) {
    const [board, turn = null] = text.trim().split(/:(?=[XO]$)/i);
    const rows = board.split(/\s*(?:\/|\r?\n)\s*/);
    const letters = rows.join("").toUpperCase().replaceAll("_", ".");
    if (!/^[XO.]+$/.test(letters) || rows.some((row) => row.length !== rows[0].length)) {
      throw new Error("a position is rows of X, O and . joined by /");
    }
    const game = new Game(rows.length, rows[0].length, k, exact);
    const position = new Position(game, [...letters], turn?.toUpperCase());
    if (!position.turn) throw new Error("X must have as many stones as O or one more");
    if (position.turn !== position.natural && position.isOver) throw new Error("in this position nobody can move");
    return position;
  }

  get text() {
    const { m, n } = this.game;
    const rows = Array.from({ length: m }, (_, row) => this.stones.slice(row * n, row * n + n).join(""));
    return rows.join("/") + (this.turn === this.natural || this.isOver ? "" : `:${this.turn}`);
  }

  // A text that says all, as the library has it.
  get key() {
    return `${this.game.key} ${this.text}`;
  }

  get status() {
    if (this.winner) return `${this.winner} wins`;
    return this.isOver ? "draw" : `${this.turn} to move`;
  }

  isLegal(cell) {
    return !this.isOver && this.stones[cell] === ".";
  }

  play(cell) {
    if (!this.isLegal(cell)) throw new Error(`${this.game.name(cell)} cannot be played`);
    const stones = [...this.stones];
    stones[cell] = this.turn;
    return new Position(this.game, stones, this.turn === "X" ? "O" : "X");
  }
}
