// The page: what is on it, and what happens when somebody does something.

import * as address from "./address.js";
import { Board } from "./board.js";
import { otherView } from "./crossings.js";
import { $ } from "./dom.js";
import { readout } from "./overlay.js";
import { AnalysisPanel } from "./panels.js";
import { Editor } from "./editor.js";
import { fillPlayers, fillSeconds } from "./players.js";
import { Reading } from "./reading.js";
import { Record } from "./record.js";
import * as results from "./results.js";
import { gameOf } from "./rules.js";
import { Room } from "./room.js";
import { Setup } from "./setup.js";
import { copy, readLink } from "./share.js";
import { Connection } from "./socket.js";
import { asksForced, newSeed, refusal, state, subscribe, update } from "./state.js";
import { Table } from "./table.js";
import { Thinking } from "./thinking.js";
import { View } from "./view.js";
import { Voice } from "./voice.js";

const FRESH = { paused: false, onward: false, halted: false, preview: [], editing: null };

const voice = new Voice();
let heard = Promise.resolve(); // a message waits for those before it
const connection = new Connection((message) => (heard = heard.then(() => hear(message)).catch(reportError)));
const room = new Room(connection, voice);
const table = new Table(() => connection.send({ type: "resign" }));
const thinking = new Thinking(connection, (text) => voice.show(text), (text) => voice.say(text), (request) => view.showThinking(request));
const board = new Board($("board"), play, (cell) => ($("readout").textContent = readout(cell)));
const analysis = new AnalysisPanel();
const view = new View(board, analysis, table, voice);
const setup = new Setup(startGame, openRoom);
const editor = new Editor((record) => update({ ...FRESH, record, seed: newSeed() }));
// What is read from elsewhere is looked at: machines wait until somebody plays or says to go on.
const reading = new Reading(connection, (record) => setUp({ record, paused: true }), cannotRead);

// What people do.

function play(cell) {
  if (state.editing) {
    editor.place(cell);
    return;
  }
  const landing = state.record.position.landing(cell);
  const why = refusal(landing);
  if (why) voice.hint(why, board.cells[cell]);
  else if (state.room) connection.send({ type: "play", move: landing, ply: state.record.moves.length });
  else update({ ...FRESH, record: state.record.play(landing) });
}

function go(at, line = state.record.line) {
  const before = state.record;
  const record = before.to(at, line);
  if (record.at === before.at && line === before.line) return;
  update({ record, onward: false, halted: false, preview: [], editing: null });
  voice.say(`Move ${record.at} of ${record.moves.length}. ${record.position.status}.`);
}

function goOn() {
  update({ paused: false, onward: true, halted: false });
  if (state.values) results.of(state.record.position).isDone = false;
  thinking.look();
}

function toggleValues() {
  update({ values: !state.values, halted: false, preview: [] });
  voice.say(`Values ${state.values ? "on" : "off"}.`);
}

function toggleForced() {
  update({ forced: asksForced() ? null : state.record.position.key, preview: [] });
}

async function startGame(key, players) {
  try {
    const record = new Record((await gameOf(key)).start());
    room.leave();
    update({ ...FRESH, record, players, seed: newSeed() });
  } catch (error) {
    voice.show(`There is no such game: ${error.message}.`);
  }
}

function openRoom(game, side) {
  room.leave();
  if (!connection.send({ type: "create", board: { game }, side })) voice.show("There is no connection.");
}

// Do what a link or a text asks for: see address.js.
function follow(changes) {
  if (!changes.join) {
    room.leave();
    update({ ...FRESH, ...changes });
  } else if (changes.join !== state.code) {
    room.join(changes.join);
  }
}

async function load(text) {
  try {
    const changes = await readLink(text.trim());
    if (changes) setUp(changes);
    else if (!reading.ask(text)) voice.show("There is no connection.");
  } catch (error) {
    cannotRead(error.message);
  }
}

function setUp(changes) {
  follow(changes);
  if (changes.join) return;
  $("import").value = "";
  voice.show(`Set up: ${changes.record.game.words}, ${changes.record.position.status}.`);
}

function cannotRead(reason) {
  voice.show(`Cannot read that: ${reason}.`);
}

async function copyAndSay(text, what) {
  await copy(text);
  voice.show(`${what} copied.`);
}

const copyLink = () => copyAndSay(location.href, "Link");
const newGame = () => setup.open(state.record.game.key, state.players);

// What the server says.

async function hear(message) {
  if (message.type === "open") {
    $("connection").hidden = true;
    update({ isOnline: true });
    if (state.code) room.join(state.code);
    thinking.look();
  } else if (message.type === "lost") {
    if (state.isOnline) $("connection").textContent = "Connection lost, trying again …";
    $("connection").hidden = false;
    update({ isOnline: false });
    thinking.lost();
  } else if (message.type === "welcome") {
    $("version").textContent = ` ${message.version}`;
    fillSeconds($("seconds"), message.seconds);
    update({ seconds: Number($("seconds").value) });
  } else if (message.type === "room") {
    await room.hear(message);
  } else if (message.type === "left") {
    room.dismissed();
    if (message.message) voice.show(message.message);
  } else if (message.type === "record" || message.type === "unread") {
    await reading.hear(message);
  } else if (message.type === "error") {
    voice.show(message.message);
    room.refused();
  } else {
    thinking.hear(message);
  }
}

// Wiring.

const actions = {
  first: () => go(0),
  undo: () => go(state.record.at - 1),
  redo: () => go(state.record.at + 1),
  last: () => go(state.record.moves.length),
  "to-game": () => go(state.record.ofGame, 0),
  overlay: toggleValues,
  numbers: () => update({ numbers: !state.numbers }),
  crossings: () => update({ crossings: otherView(state.record.game, state.crossings) }),
  forced: toggleForced,
  edit: () => editor.toggle(),
  stop: () => thinking.stop(),
  resume: goOn,
  new: newGame,
  takeback: () => connection.send({ type: "takeback" }),
  accept: () => connection.send({ type: "takeback" }), // is to ask the same
  decline: () => connection.send({ type: "decline" }),
  leave: () => room.leave(),
  "room-copy": copyLink,
  invite: copyLink,
  "copy-link": copyLink,
  "copy-text": () => copyAndSay(state.record.position.key, "Position"),
  load: () => load($("import").value),
};
for (const [id, action] of Object.entries(actions)) $(id).addEventListener("click", action);

$("zone").addEventListener("change", (event) => update({ zone: event.target.checked }));
for (const side of ["X", "O"]) {
  const select = $(`player-${side.toLowerCase()}`);
  fillPlayers(select);
  select.addEventListener("change", () => {
    update({ players: { ...state.players, [side]: select.value }, paused: false });
  });
}
fillSeconds($("seconds"), Infinity);
$("seconds").value = state.seconds;
$("seconds").addEventListener("change", (event) => {
  results.of(state.record.position).isDone = false;
  update({ seconds: Number(event.target.value), halted: false });
});
$("moves").addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (button) go(Number(button.dataset.to), Number(button.dataset.line ?? state.record.line));
});
$("graph-at").addEventListener("input", (event) => go(Number(event.target.value)));
$("ask-game").addEventListener("keydown", (event) => {
  if (event.key === "Enter") actions.load();
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

// Keys press buttons, everywhere but in a field where one types.
const keys = {
  ",": "undo",
  ".": "redo",
  "<": "first",
  ">": "last",
  "Ctrl+z": "undo",
  "Ctrl+y": "redo",
  "Ctrl+Shift+z": "redo",
  a: "overlay",
  b: "to-game",
  m: "numbers",
  x: "crossings",
  f: "forced",
  s: "stop",
  g: "resume",
  n: "new",
  c: "copy-link",
  e: "edit",
};
document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.altKey || (event.metaKey && !event.ctrlKey)) return;
  if (event.target.closest?.("textarea, input, select, dialog")) return;
  const key = event.ctrlKey ? `Ctrl+${event.shiftKey ? "Shift+" : ""}${event.key.toLowerCase()}` : event.key;
  if (key === "Escape") {
    if (state.editing) editor.toggle();
    else analysis.end();
  } else if (!(key in keys)) {
    return;
  } else if (!$(keys[key]).hidden) {
    $(keys[key]).click();
  }
  event.preventDefault();
});

// By now the page may have written its own state over the address that this is about.
window.addEventListener("hashchange", (event) => followLink(new URL(event.newURL).hash));

let links = 0;

async function followLink(hash) {
  const number = ++links;
  try {
    const changes = await address.read(hash);
    if (changes && number === links) follow(changes); // no later one has come
  } catch (error) {
    voice.show(`This link cannot be read: ${error.message}.`);
  }
}

$("connection").hidden = connection.isOpen;
state.seed = newSeed();
await followLink(location.hash);
subscribe(() => view.show());
subscribe(() => thinking.look());
if (state.code) view.showBoard(); // the rest when the server has told
else update({});
