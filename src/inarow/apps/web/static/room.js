// A game over the network: the server's word becomes the state, and its token lets us come back.

import { Record } from "./record.js";
import { OTHER } from "./rules.js";
import { newSeed, state, update } from "./state.js";

const key = (room) => `inarow-room-${room}`;

export class Room {
  constructor(connection, voice) {
    Object.assign(this, { connection, voice });
    this.left = new Set(); // codes of rooms; of these, word may still be on its way
  }

  join(code) {
    this.left.delete(code);
    if (state.code !== code) update({ code });
    this.connection.send({ type: "join", room: code, token: sessionStorage.getItem(key(code)) });
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

  async hear(message) {
    if (this.left.has(message.room)) return;
    if (message.token) sessionStorage.setItem(key(message.room), message.token);
    const before = state.room?.room === message.room ? state.room : null;
    const wasLatest = !before || state.record.isLatest;
    const record = await Record.of(message.board);
    message.gone = gone(before, message);
    // Who looks back at earlier moves is left there.
    update({ code: message.room, room: message, record: wasLatest ? record : record.to(state.record.at), preview: [], editing: null });
    if (before) this.tell(before, message);
  }

  tell(before, now) {
    for (const side of ["X", "O"]) {
      const [was, is] = [before.seats[side], now.seats[side]];
      if (was === is) continue;
      if (is === "here") this.voice.show(`${side} has come.`);
      else if (is === "away") this.voice.show(`${side} has lost the connection, and can come back.`);
      else this.voice.show(`${side} has left.`);
    }
    if (now.asks && now.asks === OTHER[now.side] && before.asks !== now.asks) this.voice.say(askWords(now));
    if (now.board.moves.length < before.board.moves.length) this.voice.say("Taken back.");
    if (now.resigned && !before.resigned) this.voice.say(`${resignedWords(now)}.`);
  }
}

export function askWords({ asks, side }) {
  return asks === side ? "You ask to take back a move." : `${asks} asks to take back a move.`;
}

export const resignedWords = ({ resigned }) => `${OTHER[resigned]} wins: ${resigned} resigned`;

// Who has left the seat that is free now; "" if nobody has.
function gone(before, now) {
  const side = ["X", "O"].find((one) => now.seats[one] === "open");
  if (!before || !side) return "";
  return before.seats[side] === "open" ? before.gone : `${side} has left.`;
}
