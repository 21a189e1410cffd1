// What the page shows of a room: who is there, what is offered, the clocks, and what one can do.

import { $ } from "./dom.js";
import { offered, offerWords, outcomeWords, ownName, who } from "./room.js";
import { gameOver, isFull, state } from "./state.js";

const TICK_MS = 200;
const HURRY_SECONDS = 10;
const SURE_MS = 3000;

export class Table {
  // `resign` is called when somebody is sure of it.
  constructor(resign) {
    $("own-name").value = ownName();
    setInterval(showClocks, TICK_MS);
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
    const isAlone = isPlayer && !isFull(room);
    $("room-panel").hidden = !room;
    $("edit").hidden = Boolean(room);
    $("invite").hidden = !isAlone;
    for (const id of ["resign", "draw", "takeback"]) $(id).hidden = !isOn;
    if (!isOn) this.ask(false);
    const found = room && offered(room);
    $("rematch").hidden = !isPlayer || !gameOver() || isAlone || found?.what === "rematch";
    $("offer").hidden = !isPlayer || !found;
    showClocks();
    if (!room) return;
    if (found && isPlayer) {
      $("offer-text").textContent = offerWords(room, found);
      $("accept").hidden = found.by === room.side;
      $("decline").textContent = found.by === room.side ? "Withdraw" : "Decline";
    }
    // One's own last move can be taken back, a draw offered once.
    $("draw").disabled = room.offers[room.side] === "draw";
    const { moves } = room.board;
    $("takeback").disabled = moves.length < (room.turn === room.side ? 2 : 1) || room.offers[room.side] === "takeback";
    $("room-state").textContent = stateWords(room);
    const { score } = room;
    const guests = room.spectators ? ` Looking on: ${room.spectators}.` : "";
    $("room-score").textContent = `Game ${room.game}. Wins of ${who(room, "X")} ${score.X}, of ${who(room, "O")} ${score.O}, draws ${score.draws}.${guests}`;
    $("own-name-row").hidden = !isPlayer;
  }
}

function stateWords(room) {
  const { side, seats, gone } = room;
  if (!side) {
    const states = ["X", "O"].map((name) => `${who(room, name)} ${seats[name] === "open" ? "is not there yet" : `is ${seats[name]}`}`);
    return `You look on. ${states.join(", ")}.`;
  }
  const other = side === "X" ? "O" : "X";
  const words = {
    open: `${gone || "Nobody has come yet."} Send the link to whom you want to play.`,
    away: `${who(room, other)} is away, and can come back.`,
    here: "Both players are here.",
  };
  return `You play ${side}. ${words[seats[other]]}`;
}

// The line above the board.
export function roomStatus(room, position) {
  const { turn } = position;
  if (room.outcome) return outcomeWords(room);
  if (!isFull(room)) return `${room.gone ? `${room.gone} ` : ""}Waiting for ${room.side ? "the other player" : "players"} …`;
  if (room.side === turn) return `${turn} to move: your turn`;
  const isAway = room.seats[turn] === "away";
  return `${who(room, turn)} to move${isAway ? ", but away" : ""}`;
}

function showClocks() {
  const clock = state.room?.clock;
  $("clocks").hidden = !clock;
  if (!clock) return;
  for (const side of ["X", "O"]) {
    const isRunning = clock.running === side;
    const passed = (performance.now() - state.room.heardAt) / 1000;
    const left = isRunning ? Math.max(0, state.room.left - passed) : clock.left[side];
    const element = $(`clock-${side.toLowerCase()}`);
    element.textContent = `${side} ${time(left)}`;
    element.classList.toggle("running", isRunning);
    element.classList.toggle("hurry", left < HURRY_SECONDS);
  }
}

function time(seconds) {
  if (seconds < HURRY_SECONDS) return seconds.toFixed(1);
  const whole = Math.ceil(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
