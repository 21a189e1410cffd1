// What the page shows, in one object; whoever wants to know of changes subscribes.

import { MIDDLE, PERSON, PLAYERS } from "./players.js";
import { Record } from "./record.js";
import { gameOf } from "./rules.js";

export const state = {
  record: new Record((await gameOf("3,3,3")).start()),
  players: { X: PERSON, O: MIDDLE },
  seconds: 10,
  seed: 1,
  values: false, // is the overlay on?
  numbers: false, // are stones numbered?
  crossings: null, // are stones on crossings? "on", "off", or null: as the game is mostly played
  paused: false, // do machines wait?
  onward: false, // may machines move where moves follow? Their own make a branch then
  halted: false, // and the analysis of what is shown?
  preview: [], // moves of a line that are shown on the board
  zone: true, // are replies shaded that could spoil what a proof threatens?
  forced: null, // key of the position whose win by force is asked for
  editing: null, // {stones, turn, tool} while a position is being set up
  code: null, // of the room that we are in or want to be in
  room: null, // the server's last message `room`, once we are in it
  isOnline: false, // is there a connection?
};

const listeners = [];
let isTelling = false;

export function subscribe(listener) {
  listeners.push(listener);
}

// Change some fields and let everybody see. A listener that changes more is heard after the others.
export function update(changes) {
  Object.assign(state, changes);
  if (isTelling) {
    queueMicrotask(() => update({}));
    return;
  }
  isTelling = true;
  try {
    listeners.forEach((listener) => listener(state));
  } finally {
    isTelling = false;
  }
}

// The side that the people at this page play, as far as it is to move: may they?
export function mayMove() {
  const { position } = state.record;
  if (position.isOver || state.editing) return false;
  if (state.room) {
    const { side, resigned } = state.room;
    return state.isOnline && !resigned && state.record.isLatest && isFull(state.room) && side === position.turn;
  }
  return state.players[position.turn] === PERSON;
}

// Is the position shown one in which machines move?
export const machineMayMove = () => state.record.isLatest || state.onward;

// Why a cell cannot be played now; "" if it can.
export function refusal(cell) {
  const { record, room, players } = state;
  const { position, game } = record;
  if (room?.resigned) return "The game is over.";
  if (position.isOver) return `The game is over: ${position.status}.`;
  if (position.stones[cell] !== ".") return `${game.name(cell)} is taken.`;
  if (mayMove()) return "";
  if (!room) return `It is not your turn: ${PLAYERS.get(players[position.turn]).words} plays ${position.turn}.`;
  if (!state.isOnline) return "The connection is lost: trying again …";
  if (!room.side) return "You look on: only the players move.";
  if (!record.isLatest) return "You look at an earlier move: go to the end to play.";
  return isFull(room) ? "It is not your turn." : "Wait for the other player: send the link.";
}

export function newSeed() {
  return crypto.getRandomValues(new Uint32Array(1))[0];
}

// Is a win by force of this position to be shown?
export const asksForced = () => state.forced === state.record.position.key && !state.editing && mayAnalyse();

// Have both seats of a room their players?
export const isFull = ({ seats }) => seats.X !== "open" && seats.O !== "open";

// Is the game over that the record tells of?
export function gameOver() {
  return Boolean(state.room?.resigned) || state.record.positions.at(-1).isOver;
}

// May values be shown? Not to those who play over the network, until their game has ended.
export function mayAnalyse() {
  return !state.room?.side || gameOver();
}
