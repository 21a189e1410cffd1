// The panels beside the board that follow the state: the analysis with its line, and the moves.

import { $, make } from "./dom.js";
import * as results from "./results.js";
import { mayAnalyse, state, update } from "./state.js";
import { cost, words } from "./values.js";

const LONGEST_LINE = 24;

export class AnalysisPanel {
  constructor() {
    this.line = $("line");
    this.shown = "";
    this.line.addEventListener("pointerleave", () => this.release());
    this.kept = -1; // the chip whose preview stays
  }

  show() {
    const { position, game } = state.record;
    const isHidden = ($("analysis-panel").hidden = !state.values || state.editing || position.isOver || !mayAnalyse());
    if (isHidden) return;
    const { root } = results.of(position);
    $("verdict").textContent = verdict(root, game, position.turn);
    const line = root?.line.slice(0, LONGEST_LINE) ?? [];
    const key = `${position.key}|${line}`;
    if (this.shown === key) return;
    this.shown = key;
    this.kept = -1;
    this.line.replaceChildren(...line.map((cell, i) => this.chip(cell, i, line)));
  }

  chip(cell, i, line) {
    const { game, position } = state.record;
    const side = (i % 2 === 0) === (position.turn === "X") ? "X" : "O";
    const attributes = {
      class: `by-${side.toLowerCase()}`,
      "aria-label": `${i + 1} ${game.name(cell)}, ${side}: preview the line to here`,
      "aria-pressed": false,
    };
    const button = make("button", attributes, `${i + 1} ${game.name(cell)}`);
    button.addEventListener("pointerenter", () => this.preview(line, i));
    button.addEventListener("focus", () => this.preview(line, i));
    button.addEventListener("blur", () => this.release());
    button.addEventListener("click", () => {
      this.kept = this.kept === i ? -1 : i;
      this.preview(line, this.kept < 0 ? -1 : i);
    });
    return make("li", {}, button);
  }

  preview(line, i) {
    [...this.line.querySelectorAll("button")].forEach((button, number) => {
      button.setAttribute("aria-pressed", String(number === this.kept));
    });
    update({ preview: line.slice(0, i + 1) });
  }

  // Back to the line that was pressed, or to none.
  release() {
    const line = results.of(state.record.position).root?.line ?? [];
    if (state.preview.length) this.preview(line, this.kept);
  }

  end() {
    this.kept = -1;
    this.preview([], -1);
  }
}

function verdict(root, game, side) {
  if (!root) return "Thinking …";
  const sentence = words({ ...root, estimate: null }, side);
  const open = root.value === null;
  const best = root.move === null ? "" : `; ${open ? "promising, not proven" : "best"}: ${game.name(root.move)}`;
  const unknown = game.misere || game.drop ? "value open (such games have no estimates)" : "value open";
  const value = open && sentence.startsWith("nothing") ? unknown : sentence;
  return `${value[0].toUpperCase()}${value.slice(1)}${best}`;
}

export function showMoves() {
  const { record } = state;
  const list = $("moves");
  const { branches, forks } = record;
  $("branches").hidden = !branches;
  $("to-game").hidden = !record.line;
  const one = branches === 1;
  $("branch-count").textContent = record.line ? (one ? "In a branch." : `In one of ${branches} branches.`) : one ? "1 branch." : `${branches} branches.`;
  $("no-moves").hidden = record.moves.length > 0 || branches > 0;
  const others = (i) => (forks.get(i) ?? []).map(({ move, line }) => other(record, move, line, i));
  const items = [...record.moves.flatMap((move, i) => [entry(record, move, i), ...others(i)]), ...others(record.moves.length)];
  const texts = items.map((item) => item.outerHTML).join("");
  if (list.innerHTML === texts) return;
  const hadFocus = [...list.children].findIndex((item) => item.contains(document.activeElement));
  list.replaceChildren(...items);
  if (hadFocus >= 0) list.children[hadFocus]?.querySelector("button").focus();
  const current = list.querySelector("[aria-current]");
  if (current) list.scrollTop = current.offsetTop - list.offsetTop - list.clientHeight / 2;
}

// What another line has in place of move number i.
function other(record, move, line, i) {
  const further = record.lines[line].moves.length - i - 1;
  const text = `↳ ${line ? "or" : "game:"} ${i + 1}. ${record.game.name(move)}${further ? ` and ${further} more` : ""}`;
  return make("li", {}, make("button", { class: "other", "data-to": i + 1, "data-line": line }, text));
}

function entry(record, move, i) {
  const side = record.mover(i);
  const name = record.game.name(move);
  const shows = state.values && mayAnalyse();
  const { root, moves } = results.of(record.positions[i]);
  const price = shows ? cost(root, moves.get(move)) : null;
  const attributes = {
    class: i >= record.at ? "later" : "",
    "data-to": i + 1,
    ...(i + 1 === record.at && { "aria-current": "step" }),
  };
  const button = make(
    "button",
    attributes,
    make("span", { class: "number" }, `${i + 1}.`),
    make("span", { class: `${side.toLowerCase()}-text` }, side),
    make("span", {}, name),
    make("span", { class: `cost${price?.isBad ? " bad" : ""}` }, price ? `${price.isBad ? "✗ " : ""}${price.text}` : ""),
  );
  return make("li", {}, button);
}
