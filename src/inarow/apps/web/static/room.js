// A game over the network: the server's word becomes the state, and its token lets us come back.

import { Record } from "./record.js";
import { newSeed, state, update } from "./state.js";

const NAME = "inarow-name";
const key = (room) => `inarow-room-${room}`;

export class Room {
  constructor(connection, voice) {
    Object.assign(this, { connection, voice });
    this.left = new Set(); // codes of rooms; of these, word may still be on its way
  }

  create(board, side, clock) {
    return this.connection.send({ type: "create", board, side, clock });
  }

  join(code) {
    this.left.delete(code);
    if (state.code !== code) update({ code });
    this.connection.send({ type: "join", room: code, token: sessionStorage.getItem(key(code)) });
  }

  // After the connection was lost and found.
  rejoin() {
    if (state.code) this.join(state.code);
  }

  play(cell) {
    this.connection.send({ type: "play", move: cell, ply: state.record.moves.length });
  }

  // Offer a draw, to take back, or a rematch; or accept what the other side offers.
  offer(what) {
    this.connection.send({ type: "offer", what });
  }

  // What is offered, whatever it is: see `offered`.
  accept() {
    const found = offered(state.room);
    if (found) this.offer(found.what);
  }

  decline() {
    this.connection.send({ type: "decline" });
  }

  resign() {
    this.connection.send({ type: "resign" });
  }

  rename(name) {
    localStorage.setItem(NAME, name);
    if (state.room?.side) this.connection.send({ type: "name", name });
  }

  leave() {
    if (!state.code) return;
    sessionStorage.removeItem(key(state.code));
    this.left.add(state.code);
    this.connection.send({ type: "leave" });
    update({ code: null, room: null, seed: newSeed(), paused: true });
  }

  // No longer in the room, by the server's word; perhaps on the way to another.
  dismissed() {
    if (!state.room) return; // we left first
    const code = state.code === state.room.room ? null : state.code;
    update({ code, room: null, paused: true });
  }

  // What was asked cannot be had; if it was a room, we stay where we are.
  refused() {
    const code = state.room?.room ?? null;
    if (state.code !== code) update({ code });
  }

  hear(message) {
    if (this.left.has(message.room)) return;
    if (message.token) sessionStorage.setItem(key(message.room), message.token);
    const before = state.room?.room === message.room ? state.room : null;
    const isSame = before?.game === message.game;
    const wasLatest = !isSame || state.record.isLatest;
    const record = Record.of(message.board);
    message.heardAt = performance.now();
    message.gone = gone(before, message);
    // Who looks back at earlier moves is left there.
    update({ code: message.room, room: message, record: wasLatest ? record : record.to(state.record.at), preview: [], editing: null });
    if (!before && message.side && ownName()) this.rename(ownName());
    this.tell(before, message, isSame);
  }

  tell(before, now, isSame) {
    if (!before) return;
    if (!isSame) {
      this.voice.say(`A new game. You play ${now.side ?? "no side"}.`);
      return;
    }
    for (const side of ["X", "O"]) {
      const [was, is] = [before.seats[side], now.seats[side]];
      if (was === is) continue;
      if (is === "here") this.voice.show(`${who(now, side)} has come.`);
      else if (is === "away") this.voice.show(`${who(now, side)} has lost the connection, and can come back.`);
      else this.voice.show(`${who(before, side)} has left.`);
    }
    const found = offered(now);
    if (found?.by === other(now.side) && offered(before)?.what !== found.what) this.voice.say(offerWords(now, found));
    if (now.board.moves.length < before.board.moves.length) this.voice.say("Taken back.");
    if (now.outcome && !before.outcome) this.voice.say(`${outcomeWords(now)}.`);
  }
}

const other = (side) => (side === "X" ? "O" : side === "O" ? "X" : null);

export const ownName = () => localStorage.getItem(NAME) ?? "";

// A side as people call it.
export const who = (room, side) => (room.names[side] ? `${room.names[side]} (${side})` : side);

// What is offered and by which side, if anything; what the other side offers comes first.
export function offered({ offers, side }) {
  const by = [other(side), "X", "O"].find((one) => offers[one]);
  return by ? { by, what: offers[by] } : null;
}

export function offerWords(room, { by, what }) {
  if (by === room.side) return { draw: "You offer a draw.", takeback: "You ask to take back a move.", rematch: "You offer a rematch." }[what];
  const words = { draw: "offers a draw.", takeback: "asks to take back a move.", rematch: "wants a rematch." };
  return `${who(room, by)} ${words[what]}`;
}

export function outcomeWords(room) {
  const { winner, how } = room.outcome;
  if (how === "agreed") return "Draw agreed";
  return `${winner} wins: ${who(room, other(winner))} ${how === "resigned" ? "resigned" : "ran out of time"}`;
}

// Who has left the seat that is free now; "" if nobody has.
function gone(before, now) {
  const side = ["X", "O"].find((one) => now.seats[one] === "open");
  if (!before || !side) return "";
  return before.seats[side] === "open" ? before.gone : `${who(before, side)} has left.`;
}
