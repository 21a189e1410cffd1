// The page as it follows the state: board, lines of text, buttons, panels, address; and what is said
// of it to those who do not see it.

import * as address from "./address.js";
import { onCrossings } from "./crossings.js";
import { $ } from "./dom.js";
import { showEditor } from "./editor.js";
import { showGraph } from "./graph.js";
import { readout, views } from "./overlay.js";
import { showMoves } from "./panels.js";
import { PERSON, playerNotes, PLAYERS } from "./players.js";
import * as results from "./results.js";
import { sgfAddress, svgAddress } from "./share.js";
import { asksForced, machineMayMove, mayAnalyse, state } from "./state.js";
import { roomStatus } from "./table.js";
import { words } from "./values.js";

const LEAST_SHARE = 0.0001; // of less one need not speak
const DOING = { move: "thinking", why: "thinking", forced: "looking for a forced win", analyse: "analysing" };
const COUNT = new Intl.NumberFormat("en", { notation: "compact", maximumSignificantDigits: 3 });
const SHARE = new Intl.NumberFormat("en", { style: "percent", maximumSignificantDigits: 2 });

export class View {
  constructor(board, analysis, table, voice) {
    Object.assign(this, { board, analysis, table, voice });
    this.told = state.record;
    this.analysed = null; // key of the position that is being analysed
  }

  show() {
    const { record, players } = state;
    const { position } = record;
    $("game-name").textContent = record.game.words;
    $("rules").textContent = `${record.game.rules}${onCrossings(record.game, state.crossings) ? " X is black, O is white." : ""}`;
    $("status").textContent = statusLine();
    const { why, zone } = results.of(position);
    $("why-text").textContent = why ?? "";
    $("why-zone").hidden = !zone?.length;
    $("zone").checked = state.zone;
    this.showBoard();
    for (const side of ["X", "O"]) $(`player-${side.toLowerCase()}`).value = players[side];
    $("player-note").textContent = playerNotes(Object.values(players));
    $("seconds").value = state.seconds;
    $("first").disabled = $("undo").disabled = !record.at;
    $("last").disabled = $("redo").disabled = record.isLatest;
    $("overlay").setAttribute("aria-pressed", String(state.values));
    $("overlay").disabled = !mayAnalyse();
    $("numbers").setAttribute("aria-pressed", String(state.numbers));
    $("forced").hidden = !record.game.forced;
    $("forced").setAttribute("aria-pressed", String(asksForced()));
    $("forced").disabled = !mayAnalyse() || position.isOver;
    showEditor();
    $("players-panel").hidden = Boolean(state.room);
    this.analysis.show();
    showMoves();
    showGraph();
    this.table.show();
    $("save-svg").href = svgAddress();
    $("save-sgf").hidden = !record.game.grid;
    $("save-sgf").href = sgfAddress();
    document.title = `${position.status} – inarow`;
    const hash = address.write(state);
    if (location.hash !== hash) history.replaceState(null, "", hash); // browsers bear few of these
    this.announce(record);
  }

  showBoard() {
    const { game } = state.record;
    const isCrossed = onCrossings(game, state.crossings);
    this.board.show(game, views());
    $("board").classList.toggle("crossings", isCrossed);
    $("crossings").hidden = !game.grid;
    $("crossings").setAttribute("aria-pressed", String(isCrossed));
    $("readout").textContent = readout(this.board.pointed);
  }

  // Tell those who do not see the board of a move that was made.
  announce(record) {
    if (record === this.told) return;
    const isNext = record.isLatest && record.at === this.told.at + 1 && record.moves !== this.told.moves;
    this.told = record;
    if (!isNext) return;
    const { position } = record;
    const name = record.game.name(record.moves.at(-1));
    this.voice.say(`${record.mover(record.at - 1)} ${name}. ${position.status}.`);
  }

  showThinking(request) {
    $("thinking").textContent = progressLine(request, state.record.game);
    $("stop").disabled = !request;
    const { record, players } = state;
    const { position } = record;
    const machineWaits = !state.room && !position.isOver && players[position.turn] !== PERSON && (state.paused || !machineMayMove());
    $("resume").hidden = !machineWaits && !(state.halted && state.values && !request);
    this.sayWhatWasFound(request);
  }

  // When the analysis of the position shown ends, tell its result.
  sayWhatWasFound(request) {
    const { position, game } = state.record;
    if (request?.kind === "analyse" && !request.isCost) {
      this.analysed = position.key;
    } else if (this.analysed === position.key) {
      this.analysed = null;
      const { root } = results.of(position);
      const best = root?.move === null ? "" : `; best is ${game.name(root?.move)}`;
      if (root) this.voice.say(`${words(root, position.turn)}${best}.`);
    }
  }
}

function statusLine() {
  const { record, players, room: net } = state;
  const { position } = record;
  if (state.editing) return "Set up a position";
  if (position.winner) return `${position.winner} wins`;
  if (position.isOver) return "Draw";
  const { turn } = position;
  if (net) return roomStatus(net, position);
  return `${turn} to move${players[turn] === PERSON ? "" : ` (${PLAYERS.get(players[turn]).words})`}`;
}

// One line about what the server is thinking of.
function progressLine(request, game) {
  if (!request) return "";
  const what = request.isCost ? "weighing moves played" : DOING[request.kind];
  const { progress } = request;
  if (!progress) return `${what} …`;
  const parts = [`${progress.seconds.toFixed(1)} s`, `${COUNT.format(progress.nodes)} nodes`];
  if (progress.share >= LEAST_SHARE) parts.push(`${SHARE.format(progress.share)} closed`);
  if (progress.line.length) parts.push(progress.line.slice(0, 5).map((cell) => game.name(cell)).join(" "));
  return `${what}: ${parts.join(", ")}`;
}
