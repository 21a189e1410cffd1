// What the page shows of a room: who is there, what is asked, and what one can do.

import { $ } from "./dom.js";
import { askWords, resignedWords } from "./room.js";
import { OTHER } from "./rules.js";
import { gameOver, isFull, state } from "./state.js";

const SURE_MS = 3000;

export class Table {
  // `resign` is called when somebody is sure of it.
  constructor(resign) {
    $("resign").addEventListener("click", () => {
      const isSure = this.asked;
      this.ask(!isSure);
      if (isSure) resign();
    });
  }

  // Resigning takes a second click.
  ask(asked) {
    clearTimeout(this.timer);
    this.asked = asked;
    $("resign").textContent = asked ? "Really resign?" : "Resign";
    if (asked) this.timer = setTimeout(() => this.ask(false), SURE_MS);
  }

  show() {
    const { room } = state;
    const isPlayer = Boolean(room?.side);
    const isOn = isPlayer && isFull(room) && !gameOver();
    $("room-panel").hidden = !room;
    $("edit").hidden = Boolean(room);
    $("invite").hidden = !isPlayer || isFull(room);
    for (const id of ["resign", "takeback"]) $(id).hidden = !isOn;
    if (!isOn) this.ask(false);
    $("ask-back").hidden = !isOn || !room.asks;
    if (!room) return;
    if (room.asks) {
      $("ask-back-text").textContent = askWords(room);
      $("accept").hidden = room.asks === room.side;
      $("decline").textContent = room.asks === room.side ? "Withdraw" : "Decline";
    }
    // One's own last move can be taken back.
    const { moves } = room.board;
    $("takeback").disabled = moves.length < (room.turn === room.side ? 2 : 1) || Boolean(room.asks);
    $("room-state").textContent = stateWords(room);
    $("room-guests").textContent = room.spectators ? `Looking on: ${room.spectators}.` : "";
  }
}

function stateWords(room) {
  const { side, seats, gone } = room;
  if (!side) {
    const states = ["X", "O"].map((name) => `${name} ${seats[name] === "open" ? "is not there yet" : `is ${seats[name]}`}`);
    return `You look on. ${states.join(", ")}.`;
  }
  const other = OTHER[side];
  const words = {
    open: `${gone || "Nobody has come yet."} Send the link to whom you want to play.`,
    away: `${other} is away, and can come back.`,
    here: "Both players are here.",
  };
  return `You play ${side}. ${words[seats[other]]}`;
}

// The line above the board.
export function roomStatus(room, position) {
  const { turn } = position;
  if (room.resigned) return resignedWords(room);
  if (!isFull(room)) return `${room.gone ? `${room.gone} ` : ""}Waiting for ${room.side ? "the other player" : "players"} …`;
  if (room.side === turn) return `${turn} to move: your turn`;
  return `${turn} to move${room.seats[turn] === "away" ? ", but away" : ""}`;
}
