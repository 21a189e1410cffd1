// A game over the network: the server's word becomes the state, and its token lets us come back.

import { $ } from "./dom.js";
import { Record } from "./record.js";
import { newSeed, state, update } from "./state.js";

const key = (room) => `inarow-room-${room}`;

export class Room {
  constructor(connection, announce) {
    Object.assign(this, { connection, announce });
    this.left = new Set(); // codes of rooms; of these, word may still be on its way
  }

  create(board, side) {
    return this.connection.send({ type: "create", board, side });
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

  rematch() {
    this.connection.send({ type: "rematch" });
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
    const before = state.room;
    const isSame = before?.room === message.room && before.game === message.game;
    const wasLatest = !isSame || state.record.isLatest;
    const record = Record.of(message.board);
    // Who looks back at earlier moves is left there.
    update({ code: message.room, room: message, record: wasLatest ? record : record.to(state.record.at), preview: [] });
    this.tell(before, message, isSame);
  }

  tell(before, now, isSame) {
    if (!isSame && before?.room === now.room) this.announce(`A new game. You play ${now.side ?? "no side"}.`);
    if (!before || !isSame) return;
    for (const side of ["X", "O"]) {
      const [was, is] = [before.seats[side], now.seats[side]];
      if (was !== is) this.announce(`${side} ${is === "here" ? "has come" : is === "away" ? "is away" : "has left"}.`);
    }
    if (now.offers.length > before.offers.length) this.announce(`${now.offers.join(" and ")} wants a rematch.`);
  }
}

// Fill the panel of the room.
export function showRoom() {
  const { room } = state;
  $("room-panel").hidden = !room;
  if (!room) return;
  const { side, seats, score, offers } = room;
  const other = side === "X" ? "O" : "X";
  const lines = {
    open: "Nobody has come yet: send the link to whom you want to play.",
    away: "The other player is away, and can come back by the link.",
    here: "Both players are here.",
  };
  const states = ["X", "O"].map((name) => `${name} ${seats[name] === "open" ? "is not there yet" : `is ${seats[name]}`}`);
  $("room-state").textContent = side
    ? `You play ${side}. ${lines[seats[other]]}`
    : `You look on. ${states.join(", ")}.`;
  const guests = room.spectators ? ` Looking on: ${room.spectators}.` : "";
  const wins = `Game ${room.game}. Wins of X ${score.X}, of O ${score.O}, draws ${score.draws}.`;
  $("room-score").textContent = wins + guests;
  const button = $("rematch");
  button.hidden = !side;
  button.disabled = seats[other] !== "here" || offers.includes(side);
  button.textContent = offers.includes(side) ? "Rematch offered" : offers.includes(other) ? "Accept rematch" : "Rematch";
}
