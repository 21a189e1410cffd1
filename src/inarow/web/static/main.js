// The page: what is on it, and what happens when somebody does something.

import * as address from "./address.js";
import { Board } from "./board.js";
import { bindKeys } from "./keys.js";
import { readout, views } from "./overlay.js";
import { AnalysisPanel, showMoves } from "./panels.js";
import { fillPlayers, fillSeconds, PERSON, playerWords } from "./players.js";
import { progressLine } from "./progress.js";
import { Record } from "./record.js";
import * as results from "./results.js";
import { Room, showRoom } from "./room.js";
import { Setup } from "./setup.js";
import { copy, readAnything, sgfAddress, svgAddress } from "./share.js";
import { Connection } from "./socket.js";
import { mayAnalyse, mayMove, newSeed, state, subscribe, update } from "./state.js";
import { Thinking } from "./thinking.js";
import { words } from "./values.js";
import { Voice } from "./voice.js";

const $ = (id) => document.getElementById(id);
const selects = { X: $("player-x"), O: $("player-o") };

const voice = new Voice($("notice"), $("announcer"));
const connection = new Connection(hear);
const room = new Room(connection, (text) => voice.say(text));
const thinking = new Thinking(connection, (text) => voice.show(text), showThinking);
const board = new Board($("board"), play, (cell) => ($("readout").textContent = readout(cell)));
const analysis = new AnalysisPanel($("analysis-panel"));
const setup = new Setup($("setup"), startGame, openRoom);

// What people do.

function play(cell) {
  const { record } = state;
  if (!mayMove()) {
    if (!record.position.isOver) voice.say("It is not your turn.");
    return;
  }
  if (!record.position.isLegal(cell)) {
    voice.say(`${record.game.name(cell)} is taken.`);
    return;
  }
  if (state.room) room.play(cell);
  else update({ record: record.play(cell), paused: false, halted: false, preview: [] });
}

function go(at) {
  const { record } = state;
  if (at < 0 || at > record.moves.length || at === record.at) return;
  update({ record: record.to(at), halted: false, preview: [] });
  voice.say(`Move ${at} of ${record.moves.length}. ${state.record.position.status}.`);
}

function goOn() {
  if (state.record.isLatest || mayMove()) update({ paused: false, halted: false });
  else update({ record: state.record.cut(), paused: false, halted: false });
  if (state.values) results.reopen(state.record.position);
  thinking.look();
}

function toggleValues() {
  update({ values: !state.values, halted: false, preview: [] });
  voice.say(`Values ${state.values ? "on" : "off"}.`);
}

function startGame(game, players) {
  if (state.room) room.leave();
  update({ ...fresh(new Record(game.start())), players, seed: newSeed() });
}

function openRoom(game, side) {
  if (state.room) room.leave();
  if (!room.create(new Record(game.start()).board(), side)) voice.show("There is no connection.");
}

function fresh(record) {
  return { record, paused: false, halted: false, preview: [] };
}

function load(text) {
  try {
    const changes = readAnything(text);
    if (changes.join) {
      room.join(changes.join);
      return;
    }
    if (state.room) room.leave();
    update({ ...fresh(changes.record), ...changes });
    $("import").value = "";
    voice.show(`Set up: ${changes.record.game.words}, ${changes.record.position.status}.`);
  } catch (error) {
    voice.show(`Cannot read that: ${error.message}.`);
  }
}

async function copyAndSay(text, what) {
  await copy(text);
  voice.show(`${what} copied.`);
}

const copyLink = () => copyAndSay(location.href, "Link");
const newGame = () => setup.open(state.record.game, state.players);

// What the server says.

function hear(message) {
  if (message.type === "open") {
    $("connection").hidden = true;
    room.rejoin();
    thinking.look();
  } else if (message.type === "lost") {
    $("connection").hidden = false;
    thinking.lost();
  } else if (message.type === "welcome") {
    fillSeconds($("seconds"), message.limits.seconds);
    update({ seconds: Number($("seconds").value) });
  } else if (message.type === "room") {
    room.hear(message);
  } else if (message.type === "left") {
    room.left();
    if (message.message) voice.show(message.message);
  } else if (message.type === "error") {
    voice.show(message.message);
    if (room.code && !state.room) {
      room.code = null; // it was the room that could not be had
      update({});
    }
  } else {
    thinking.hear(message);
  }
}

// What is shown.

let told = state.record;

function show() {
  const { record, players } = state;
  const { position } = record;
  $("game-name").textContent = record.game.words;
  $("status").textContent = statusLine();
  board.show(record.game, views());
  $("readout").textContent = readout(null);
  for (const side of ["X", "O"]) selects[side].value = players[side];
  $("seconds").value = state.seconds;
  $("first").disabled = $("undo").disabled = !record.at;
  $("last").disabled = $("redo").disabled = record.isLatest;
  $("overlay").setAttribute("aria-pressed", String(state.values));
  $("overlay").disabled = !mayAnalyse();
  $("players-panel").hidden = Boolean(state.room);
  analysis.show();
  showMoves($("moves"), $("no-moves"));
  showRoom($("room-panel"));
  $("save-svg").href = svgAddress();
  $("save-sgf").href = sgfAddress();
  document.title = `${position.status} – inarow`;
  history.replaceState(null, "", address.write(state));
  announce(record);
}

function statusLine() {
  const { record, players, room: net } = state;
  const { position } = record;
  if (position.winner) return `${position.winner} wins`;
  if (position.isOver) return "Draw";
  const { turn } = position;
  if (net) return `${turn} to move${net.side === turn ? ": your turn" : ""}`;
  return `${turn} to move${players[turn] === PERSON ? "" : ` (${playerWords(players[turn])})`}`;
}

// Tell those who do not see the board of a move that was made.
function announce(record) {
  if (record === told) return;
  const isNext = record.isLatest && record.moves.length === told.moves.length + 1;
  told = record;
  if (!isNext) return;
  const { position } = record;
  const name = record.game.name(record.moves.at(-1));
  voice.say(`${record.mover(record.at - 1)} ${name}. ${position.status}.`);
}

function showThinking() {
  const requests = [...thinking.running.values()];
  $("thinking").textContent = progressLine(requests, state.record.game);
  $("stop").disabled = !requests.length;
  $("hurry").hidden = !requests.some((request) => request.isSolver);
  const { record, players } = state;
  const { position } = record;
  const machineWaits = !state.room && !position.isOver && players[position.turn] !== PERSON && (state.paused || !record.isLatest);
  $("resume").hidden = !machineWaits && !(state.halted && state.values && !requests.length);
  sayWhatWasFound(requests);
}

let wasAnalysing = null;

// When the analysis of the position shown ends, tell its result.
function sayWhatWasFound(requests) {
  const { position, game } = state.record;
  const isAnalysing = requests.some((request) => request.kind === "analyse" && !request.isCost);
  if (isAnalysing) {
    wasAnalysing = position.key;
  } else if (wasAnalysing === position.key) {
    wasAnalysing = null;
    const { root } = results.of(position);
    if (root) voice.say(`${words(root, position.turn)}; best is ${game.name(root.move)}.`);
  }
}

// Wiring.

const actions = {
  first: () => go(0),
  undo: () => go(state.record.at - 1),
  redo: () => go(state.record.at + 1),
  last: () => go(state.record.moves.length),
  overlay: toggleValues,
  stop: () => thinking.stop(),
  hurry: () => thinking.hurry(),
  resume: goOn,
  new: newGame,
  rematch: () => room.rematch(),
  leave: () => room.leave(),
  "room-copy": copyLink,
  "copy-link": copyLink,
  "copy-text": () => copyAndSay(state.record.position.text, "Position"),
  load: () => load($("import").value),
};
for (const [id, action] of Object.entries(actions)) $(id).addEventListener("click", action);

for (const [side, select] of Object.entries(selects)) {
  fillPlayers(select);
  select.addEventListener("change", () => {
    update({ players: { ...state.players, [side]: select.value }, paused: false });
  });
}
fillSeconds($("seconds"), Infinity);
$("seconds").addEventListener("change", (event) => {
  results.reopen(state.record.position);
  update({ seconds: Number(event.target.value), halted: false });
});
$("moves").addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (button) go(Number(button.dataset.to));
});
$("file").addEventListener("change", async (event) => {
  const [file] = event.target.files;
  if (file) load(await file.text());
  event.target.value = "";
});
document.addEventListener("paste", (event) => {
  if (event.target.closest?.("textarea, input")) return;
  const text = event.clipboardData.getData("text");
  if (text.trim()) load(text);
});
bindKeys({
  ",": actions.undo,
  ".": actions.redo,
  "<": actions.first,
  ">": actions.last,
  "Ctrl+z": actions.undo,
  "Ctrl+y": actions.redo,
  "Ctrl+Shift+z": actions.redo,
  a: () => $("overlay").disabled || toggleValues(),
  s: actions.stop,
  g: () => $("resume").hidden || goOn(),
  n: newGame,
  c: copyLink,
  Escape: () => analysis.end(),
});
window.addEventListener("hashchange", () => follow(location.hash));

// Do what an address asks for.
function follow(hash) {
  try {
    const changes = address.read(hash);
    if (changes?.join) {
      if (changes.join !== room.code) room.join(changes.join);
    } else if (changes) {
      if (state.room) room.leave();
      update({ ...fresh(changes.record), ...changes });
    }
  } catch (error) {
    voice.show(`This link cannot be read: ${error.message}.`);
  }
}

state.seed = newSeed();
follow(location.hash);
subscribe(show);
subscribe(() => thinking.look());
if (!room.code) update({});
else board.show(state.record.game, views());
