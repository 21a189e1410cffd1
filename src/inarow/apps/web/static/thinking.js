// What the server is asked to think about: the move of a machine, the values of the position that
// is shown, and after these what the moves of the record cost; a win by force. One of each at a time.

import { forcedWords } from "./overlay.js";
import { levelOf, PERSON } from "./players.js";
import * as results from "./results.js";
import { asksForced, mayAnalyse, state, update } from "./state.js";
import { cost } from "./values.js";

const COST_SECONDS = 3;
const PAUSE = 100; // milliseconds; the server hears so many messages a second and no more

export class Thinking {
  // `complain` is called with a text when something failed, `tell` with one to read out, `changed`
  // with the requests under way whenever that has changed.
  constructor(connection, complain, tell, changed) {
    Object.assign(this, { connection, complain, tell, changed });
    this.running = new Map(); // by id: {kind, key, position, progress}
    this.tried = new Set(); // keys of the costs that were asked for
    this.next = 1;
  }

  // Ask for what is wanted and not yet under way; stop what is no longer wanted.
  look() {
    this.want("move", this.wantedMove());
    this.want("forced", this.wantedForced());
    // Who leafs through a game quickly does not want every position analysed.
    this.timer ??= setTimeout(() => {
      this.timer = null;
      this.want("analyse", this.wantedAnalysis());
      this.changed(this.requests);
    }, PAUSE);
    this.changed(this.requests);
  }

  get requests() {
    return [...this.running.values()];
  }

  want(kind, wanted) {
    const [id, request] = this.find(kind) ?? [];
    if (request?.key === wanted?.key) return;
    if (request) {
      this.running.delete(id);
      this.connection.send({ type: "stop", id });
    }
    if (!wanted || !this.connection.isOpen) return;
    const number = this.next++;
    this.running.set(number, { kind, ...wanted });
    this.connection.send({ type: kind, id: number, ...wanted.message });
  }

  find(kind) {
    return [...this.running].find(([, request]) => request.kind === kind);
  }

  wantedMove() {
    const { record, players, seconds, seed } = state;
    const { position } = record;
    const player = players[position.turn];
    if (state.room || state.paused || state.editing || !record.isLatest || position.isOver || player === PERSON) return null;
    const message = { board: record.board(), player: { level: levelOf(player), seed }, seconds };
    return { key: `${position.key}|${player}|${seed}`, position, isSolver: levelOf(player) === null, message };
  }

  wantedForced() {
    const { record, seconds } = state;
    const { position } = record;
    if (!asksForced() || position.isOver || results.of(position).forced !== undefined) return null;
    return { key: position.key, position, message: { board: record.board(), seconds } };
  }

  wantedAnalysis() {
    if (!state.values || state.halted || state.editing || !mayAnalyse()) return null;
    const { record, seconds } = state;
    const { position } = record;
    if (!position.isOver && !results.of(position).isDone) {
      return { key: position.key, position, message: { board: record.board(), seconds } };
    }
    return this.wantedCost();
  }

  // The latest move whose cost is not known.
  wantedCost() {
    const { record } = state;
    for (let i = record.moves.length - 1; i >= 0; i--) {
      const position = record.positions[i];
      const move = record.moves[i];
      const key = `${position.key}|${move}`;
      const { root, moves, isDone } = results.of(position);
      if (isDone || this.tried.has(key) || cost(root, moves.get(move))) continue;
      const message = { board: record.board(i), moves: [move], seconds: Math.min(COST_SECONDS, state.seconds) };
      return { key, position, isCost: true, message };
    }
    return null;
  }

  // Stop everything. Machines wait until they are told to go on.
  stop() {
    this.connection.send({ type: "stop" });
    this.running.clear();
    update({ paused: true, halted: true, forced: null });
  }

  hurry() {
    const [id] = this.find("move") ?? [];
    if (id) this.connection.send({ type: "hurry", id });
  }

  lost() {
    this.running.clear();
    this.changed(this.requests);
  }

  // Take a message of the server about a request.
  hear(message) {
    const request = this.running.get(message.id);
    if (!request) return;
    if (message.type === "waiting") request.progress = null;
    if (message.type === "progress") request.progress = message;
    if (message.type === "found") {
      results.take(request.position, message);
      update({});
      return;
    }
    if (message.type === "forced") {
      this.running.delete(message.id);
      results.of(request.position).forced = message.win;
      update({});
      this.tell(forcedWords());
      return;
    }
    if (message.type === "moved") {
      this.running.delete(message.id);
      if (state.record.position.key === request.position.key && state.record.isLatest) {
        update({ record: state.record.play(message.move), halted: false });
      }
      return;
    }
    if (message.type === "done") this.end(message, request);
    this.changed(this.requests);
  }

  end(message, request) {
    this.running.delete(message.id);
    if (message.message) this.complain(message.message);
    if (request.kind === "move") {
      update({ paused: true }); // no move came: do not ask again and again
    } else if (request.kind === "forced") {
      update({ forced: null });
    } else {
      if (request.isCost) this.tried.add(request.key);
      else results.of(request.position).isDone = true;
      update({});
    }
  }
}
