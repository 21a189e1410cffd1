// The whole state in the address of the page, after the "#":
//   game=4,4,4+exact&moves=b2a1&branches=0.1.8&line=1&at=1&from=X../...&x=person&o=level10&seconds=10&values=on&numbers=on&crossings=off&seed=7
// or room=CODE in a game over the network, and on the way to one.

import { PLAYERS, SECONDS } from "./players.js";
import { linesOf, Record } from "./record.js";
import { gameOf, Position } from "./rules.js";

export function write(state) {
  if (state.code) return `#room=${encodeURIComponent(state.code)}`;
  const { record, players } = state;
  const { game } = record;
  const parts = [`game=${game.key.replaceAll(" ", "+")}`];
  if (record.start.ply) parts.push(`from=${record.start.text}`);
  const [{ moves }] = record.lines;
  if (moves.length) parts.push(`moves=${moves.map((move) => game.name(move)).join("")}`);
  if (record.branchText) parts.push(`branches=${record.branchText}`);
  if (record.line) parts.push(`line=${record.line}`);
  if (!record.isLatest) parts.push(`at=${record.at}`);
  parts.push(`x=${players.X}`, `o=${players.O}`, `seconds=${state.seconds}`);
  if (state.values) parts.push("values=on");
  if (state.numbers) parts.push("numbers=on");
  if (state.crossings) parts.push(`crossings=${state.crossings}`);
  if (state.paused) parts.push("paused=yes");
  parts.push(`seed=${state.seed}`);
  return `#${parts.join("&")}`;
}

// The changes that an address asks for, {join: CODE} for a room, null if it says nothing.
// Throws an Error for one that makes no sense.
export async function read(hash) {
  const fields = new URLSearchParams(hash.replace(/^#/, ""));
  if (fields.has("room")) return { join: fields.get("room") };
  if (!fields.has("game")) return null;
  const game = await gameOf(fields.get("game"));
  const start = fields.has("from") ? Position.read(fields.get("from"), game) : game.start();
  const lines = linesOf(start, readMoves(game, fields.get("moves") ?? ""), readBranches(fields.get("branches")));
  const line = lines[fields.get("line")] ? Number(fields.get("line")) : 0;
  const at = Number(fields.get("at") ?? NaN);
  const changes = { record: new Record(start, lines, line, Number.isInteger(at) ? at : undefined) };
  const [x, o] = [fields.get("x"), fields.get("o")];
  if (PLAYERS.has(x) && PLAYERS.has(o)) changes.players = { X: x, O: o };
  const seconds = Number(fields.get("seconds"));
  if (SECONDS.includes(seconds)) changes.seconds = seconds;
  const seed = Number(fields.get("seed") ?? NaN);
  if (Number.isSafeInteger(seed) && seed >= 0) changes.seed = seed;
  changes.values = fields.get("values") === "on";
  changes.numbers = fields.get("numbers") === "on";
  changes.crossings = ["on", "off"].find((choice) => fields.get("crossings") === choice) ?? null;
  changes.paused = fields.get("paused") === "yes";
  return changes;
}

function readBranches(text) {
  if (!text) return [];
  if (!/^\d+(\.\d+)+(-\d+(\.\d+)+)*$/.test(text)) throw new Error("branches are numbers, such as 0.1.8-1.3.0.4");
  return text.split("-").map((row) => row.split(".").map(Number));
}

function readMoves(game, text) {
  const names = text.match(game.layers > 1 ? /[0-9][a-z]+[0-9]+?(?=[0-9][a-z]|$)/gi : /[a-z]+[0-9]+/gi) ?? [];
  if (names.join("") !== text) throw new Error("moves are names of cells, such as b2a1");
  return names.map((name) => {
    const cell = game.cell(name);
    if (cell < 0) throw new Error(`${name} is not on the board`);
    return cell;
  });
}
