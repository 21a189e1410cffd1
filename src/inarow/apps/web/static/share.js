// To and from elsewhere: links, pictures and records.

import * as address from "./address.js";
import * as results from "./results.js";
import { mayAnalyse, state } from "./state.js";
import { mark } from "./values.js";

const MARKED_CELLS = 150; // more marks would make an address too long for some servers

// What a link asks for, as changes of the state (or {join}); null if the text is none. Throws an Error
// for a link without a game.
export async function readLink(text) {
  if (!/^(https?:\/\/|#)/.test(text)) return null;
  const changes = await address.read(text.slice(text.indexOf("#")));
  if (!text.includes("#") || !changes) throw new Error("this link holds no game");
  return changes;
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

// Where the server writes the whole game.
export function sgfAddress() {
  const { record } = state;
  const fields = boardFields(record.lines[0].moves);
  if (record.branchText) fields.set("branches", record.branchText);
  return `game.sgf?${fields}`;
}

function boardFields(moves) {
  const { start, game } = state.record;
  const fields = new URLSearchParams(location.search); // the token, if the server wants one
  fields.set("game", game.key);
  if (start.ply) fields.set("start", start.text);
  if (moves.length) fields.set("moves", moves.join("."));
  return fields;
}

// Where the server draws what is shown, values included.
export function svgAddress() {
  const { record } = state;
  const fields = boardFields(record.moves.slice(0, record.at));
  if (state.values && mayAnalyse() && !record.position.isOver) {
    const { moves, root } = results.of(record.position);
    const marks = [...moves].map(([cell, result]) => [cell, mark(result, root).text]);
    const shown = marks.filter(([, text]) => text).slice(0, MARKED_CELLS);
    if (shown.length) fields.set("marks", shown.map(([cell, text]) => `${cell}:${text}`).join(","));
  }
  return `board.svg?${fields}`;
}
