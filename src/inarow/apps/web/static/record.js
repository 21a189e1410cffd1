// The record of a game: where it started, its lines of moves, and which part of them is on the board.
// The first line is the game; each other one is a branch, which leaves an earlier line where somebody
// went back and played elsewhere. Immutable: every change is a new record, so that what is shown is
// never half changed.

import { gameOf, Position } from "./rules.js";

export class Record {
  // `lines` are as `linesOf` makes them; that of index `line` is shown, up to its move `at`.
  constructor(start, lines = linesOf(start), line = 0, at = lines[line].moves.length) {
    const { moves, positions } = lines[line];
    Object.assign(this, { start, lines, line, moves, positions });
    this.at = Math.max(0, Math.min(at, moves.length));
  }

  // The record of a board, and of branches, as the server sends them.
  static async of({ game, start: text, moves }, branches = []) {
    const start = Position.read(text, await gameOf(game));
    const rows = branches.map((branch) => [branch.parent === null ? 0 : branch.parent + 1, branch.ply, ...branch.moves]);
    return new Record(start, linesOf(start, moves, rows));
  }

  get game() {
    return this.start.game;
  }

  get position() {
    return this.positions[this.at];
  }

  get isLatest() {
    return this.at === this.moves.length;
  }

  // Who makes move number i.
  mover(i) {
    return this.positions[i].turn;
  }

  // A move from the position shown: along a line that has it; else the line goes on, or a branch leaves it.
  play(cell) {
    const moves = [...this.moves.slice(0, this.at), cell];
    const follows = (line) => shared(moves, line.moves) === moves.length;
    const lines = [...this.lines];
    let line = follows(lines[this.line]) ? this.line : lines.findIndex(follows);
    if (line < 0) {
      const positions = [...this.positions.slice(0, this.at + 1), this.position.play(cell)];
      line = this.isLatest ? this.line : lines.length;
      lines[line] = { ...(lines[line] ?? this.leaving), moves, positions };
    }
    return new Record(this.start, lines, line, moves.length);
  }

  // Where a branch begins that leaves the position shown: the parts `above` and `ply` of a line.
  get leaving() {
    const { lines, at: ply } = this;
    let above = this.line;
    while (above && ply <= lines[above].ply) above = lines[above].above;
    return { above, ply };
  }

  to(at, line = this.line) {
    return new Record(this.start, this.lines, line, at);
  }

  // How many moves the line shown has in common with the game.
  get ofGame() {
    return shared(this.moves, this.lines[0].moves);
  }

  get branches() {
    return this.lines.slice(1).filter(({ ply, moves }) => moves.length > ply).length; // others have comments only
  }

  // Where other lines leave the one shown: a Map of the move's number to [{move, line}], each move once.
  get forks() {
    const forks = new Map();
    this.lines.forEach(({ moves }, line) => {
      const i = shared(moves, this.moves);
      const found = forks.get(i) ?? [];
      if (i < moves.length && !found.some(({ move }) => move === moves[i])) forks.set(i, [...found, { move: moves[i], line }]);
    });
    return forks;
  }

  // The branches as addresses have them, such as "0.1.8-1.3.0.4": the line that each leaves, after how many
  // moves, and its own.
  get branchText() {
    return this.lines.slice(1).map(({ above, ply, moves }) => [above, ply, ...moves.slice(ply)].join(".")).join("-");
  }

  // As the server reads it, up to the move `at`.
  board(at = this.at) {
    return { game: this.game.key, start: this.start.text, moves: this.moves.slice(0, at) };
  }
}

// The lines of a record, [{above, ply, moves, positions}]: `moves` are all of them from the start, the
// first `ply` those of the line with the index `above`; `positions` are before and after them. `rows` are
// branches: [above, ply, ...moves of its own]. Throws an Error for what cannot be played.
export function linesOf(start, moves = [], rows = []) {
  const lines = [{ above: 0, ply: 0, moves, positions: played([start], moves) }];
  for (const [above, ply, ...further] of rows) {
    const line = lines[above];
    if (!(ply <= line?.moves.length)) throw new Error("a branch leaves no line that comes before it");
    const positions = played(line.positions.slice(0, ply + 1), further);
    lines.push({ above, ply, moves: [...line.moves.slice(0, ply), ...further], positions });
  }
  return lines;
}

function played(positions, moves) {
  for (const move of moves) positions.push(positions.at(-1).play(move));
  return positions;
}

function shared(one, other) {
  const i = one.findIndex((move, ply) => move !== other[ply]);
  return i < 0 ? one.length : i;
}
