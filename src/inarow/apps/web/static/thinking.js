// What the server is asked to think about, one thing at a time: the move of a machine; else what a proof
// says of the solver's; else a win by force; else the values of the position that is shown, and after
// these what the moves cost.

import { forcedWords } from "./overlay.js";
import { PERSON, PLAYERS } from "./players.js";
import * as results from "./results.js";
import { asksForced, machineMayMove, mayAnalyse, state, update } from "./state.js";
import { cost } from "./values.js";

const COST_SECONDS = [0.3, 3]; // the graph is soon filled, and refined then
const PAUSE = 100; // milliseconds

export class Thinking {
  // `complain` is called with a text when something failed, `tell` with one to read out, `changed`
  // with the request under way, or null, whenever that has changed.
  constructor(connection, complain, tell, changed) {
    Object.assign(this, { connection, complain, tell, changed });
    this.request = null; // {id, kind, key, position, message, progress}
    this.tried = new Set(); // keys of the costs that were asked for
    this.next = 1;
  }

  // Ask for what is wanted, unless it is under way; stop what is no longer wanted.
  look() {
    const urgent = this.wantedAtOnce();
    if (urgent || (this.request && this.request.kind !== "analyse")) this.want(urgent);
    // Who leafs through a game quickly does not want every position analysed.
    this.timer ??= setTimeout(() => {
      this.timer = null;
      this.want(this.wantedAtOnce() ?? this.wantedAnalysis());
    }, PAUSE);
    this.changed(this.request);
  }

  want(wanted) {
    if (this.request?.key === wanted?.key) return;
    if (this.request && !wanted) this.connection.send({ type: "stop" });
    this.request = null;
    if (wanted && this.connection.isOpen) {
      this.request = { id: this.next++, ...wanted };
      this.connection.send({ type: wanted.kind, id: this.request.id, ...wanted.message });
    }
    this.changed(this.request);
  }

  wantedAtOnce() {
    return this.wantedMove() ?? this.wantedWhy() ?? this.wantedForced();
  }

  wantedMove() {
    const { record, players, seconds, seed } = state;
    const { position } = record;
    const player = players[position.turn];
    if (state.room || state.paused || state.editing || !machineMayMove() || position.isOver || player === PERSON) return null;
    const message = { board: record.board(), player: { level: PLAYERS.get(player).level, seed }, seconds };
    return { kind: "move", key: `move|${position.key}|${player}|${seed}`, position, message };
  }

  // What is told with a move of the solver, for one that was made before the page was opened.
  wantedWhy() {
    const { record, players } = state;
    const { position } = record;
    if (state.room || state.editing || position.isOver || !record.at || results.of(position).why !== undefined) return null;
    if (players[record.mover(record.at - 1)] !== "solver") return null;
    return { kind: "why", key: `why|${position.key}`, position, message: { board: record.board() } };
  }

  wantedForced() {
    const { record, seconds } = state;
    const { position } = record;
    if (!asksForced() || position.isOver || results.of(position).forced !== undefined) return null;
    return { kind: "forced", key: `forced|${position.key}`, position, message: { board: record.board(), seconds } };
  }

  wantedAnalysis() {
    if (!state.values || state.halted || state.editing || !mayAnalyse()) return null;
    const { record, seconds } = state;
    const { position } = record;
    if (!position.isOver && !results.of(position).isDone) {
      return { kind: "analyse", key: position.key, position, message: { board: record.board(), seconds } };
    }
    return this.wantedCost();
  }

  // The latest move whose cost is not known: of all moves in a short time, and then in a longer one.
  wantedCost() {
    const { record } = state;
    for (const most of COST_SECONDS) {
      const seconds = Math.min(most, state.seconds);
      for (let i = record.moves.length - 1; i >= 0; i--) {
        const position = record.positions[i];
        const move = record.moves[i];
        const key = `${position.key}|${move}|${seconds}`;
        const { root, moves, isDone } = results.of(position);
        if (isDone || this.tried.has(key) || cost(root, moves.get(move))) continue;
        const message = { board: record.board(i), moves: [move], seconds };
        return { kind: "analyse", key, position, isCost: true, message };
      }
    }
    return null;
  }

  // Stop. Machines wait until they are told to go on.
  stop() {
    this.connection.send({ type: "stop" });
    this.request = null;
    update({ paused: true, halted: true, forced: null });
  }

  lost() {
    this.request = null;
    this.changed(null);
  }

  // Take a message of the server about a request.
  hear(message) {
    const { request } = this;
    if (message.id !== request?.id) return;
    if (message.type === "progress") {
      request.progress = message;
      this.changed(request);
    } else if (message.type === "found") {
      results.take(request.position, message);
      update({});
    } else {
      this.request = null;
      this.end(message, request);
      this.changed(this.request);
    }
  }

  // A request has its answer, or has ended without one.
  end(message, request) {
    const { kind, position, key, isCost } = request;
    if (message.message) this.complain(message.message);
    if (message.type === "moved") {
      if (state.record.position.key === position.key && machineMayMove()) {
        const record = state.record.play(message.move);
        Object.assign(results.of(record.position), { why: message.why, zone: message.zone });
        update({ record, halted: false });
      }
    } else if (kind === "why") {
      Object.assign(results.of(position), { why: message.why ?? null, zone: message.zone ?? [] });
      update({});
    } else if (message.type === "forced") {
      results.of(position).forced = message.win;
      update({});
      this.tell(forcedWords());
    } else if (kind === "move") {
      update({ paused: true }); // no move came: do not ask again and again
    } else if (kind === "forced") {
      update({ forced: null });
    } else {
      if (isCost) this.tried.add(key);
      else results.of(position).isDone = true;
      update({});
    }
  }
}
