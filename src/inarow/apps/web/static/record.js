// The record of a game: where it started, its moves, and how many of them are on the board.
// Immutable: every change is a new record, so that what is shown is never half changed.

import { Position } from "./rules.js";

export class Record {
  constructor(start, moves = [], at = moves.length) {
    this.start = start;
    this.moves = moves;
    this.at = Math.max(0, Math.min(at, moves.length));
    this.positions = [start];
    for (const move of moves) this.positions.push(this.positions.at(-1).play(move));
  }

  // The record of a board as the server sends it.
  static of({ k, exact, start, moves }) {
    return new Record(Position.read(start, k, exact), moves);
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

  // A move from the position shown; what was taken back is forgotten, unless it is the same move.
  play(cell) {
    if (this.moves[this.at] === cell) return this.to(this.at + 1);
    return new Record(this.start, [...this.moves.slice(0, this.at), cell]);
  }

  // The record as it is shown, its later moves forgotten.
  cut() {
    return new Record(this.start, this.moves.slice(0, this.at));
  }

  to(at) {
    return new Record(this.start, this.moves, at);
  }

  // As the server reads it, up to the move `at`.
  board(at = this.at) {
    const { m, n, k, exact } = this.game;
    return { m, n, k, exact, start: this.start.text, moves: this.moves.slice(0, at) };
  }
}
