// To and from elsewhere: links, texts of positions, SVG and SGF.

import * as address from "./address.js";
import { Record } from "./record.js";
import * as results from "./results.js";
import { Position } from "./rules.js";
import { readSgf, writeSgf } from "./sgf.js";
import { mayAnalyse, state } from "./state.js";
import { mark } from "./values.js";

const MARKED_CELLS = 150; // more marks would make an address too long for some servers

// What a text asks for, as changes of the state (or {join}); throws an Error with the reason.
export function readAnything(text) {
  const { k, exact } = state.record.game;
  const trimmed = text.trim();
  if (!trimmed) throw new Error("there is nothing to read");
  if (trimmed.startsWith("(")) return { record: readSgf(trimmed, k) };
  if (/^https?:\/\//.test(trimmed) || trimmed.startsWith("#")) {
    const changes = address.read(trimmed.slice(trimmed.indexOf("#")));
    if (!trimmed.includes("#") || !changes) throw new Error("this link holds no game");
    return changes;
  }
  // The library's pictures say in their title what they show, as its positions do of themselves.
  const described = /Game\([0-9]+, [0-9]+, ([0-9]+)(, exact=True)?\)(?:, [\w ]+: |\.position\(['"])([XO./]+)/.exec(trimmed);
  if (described) return { record: new Record(Position.read(described[3], Number(described[1]), Boolean(described[2]))) };
  return { record: new Record(Position.read(trimmed, k, exact)) };
}

export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Without a safe context there is no clipboard: the old way.
    const field = document.createElement("textarea");
    field.value = text;
    document.body.append(field);
    field.select();
    document.execCommand("copy");
    field.remove();
  }
}

export function sgfAddress() {
  return `data:application/x-go-sgf;charset=utf-8,${encodeURIComponent(writeSgf(state.record))}`;
}

// Where the server draws what is shown, values included.
export function svgAddress() {
  const { record } = state;
  const { m, n, k, exact } = record.game;
  const fields = new URLSearchParams({ m, n, k });
  if (exact) fields.set("exact", "yes");
  if (record.start.ply) fields.set("start", record.start.text);
  if (record.at) fields.set("moves", record.moves.slice(0, record.at).join("."));
  if (state.values && mayAnalyse() && !record.position.isOver) {
    const { moves, root } = results.of(record.position);
    const marks = [...moves].map(([cell, result]) => [cell, mark(result, root).text]);
    const shown = marks.filter(([, text]) => text).slice(0, MARKED_CELLS);
    if (shown.length) fields.set("marks", shown.map(([cell, text]) => `${cell}:${text}`).join(","));
  }
  return `board.svg?${fields}`;
}
