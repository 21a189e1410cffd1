// Results in signs and in words. A result is as the server sends it: proven bounds, perhaps a
// distance, and apart from them perhaps an estimate.

import { OTHER } from "./rules.js";

const LITTLE = 0.15; // an estimate that favours nobody
const FEW = 5; // moves of a large board that have numbers

// {text, kind, short} of what is known: kind is win, loss, draw, bound, estimate or "" for nothing,
// and short is for where there is little room.
// `root` is the result of the position: what holds for every move is not said of each.
export function mark({ value, distance, lower, upper, estimate }, root) {
  const as = (kind, text, short = text) => ({ text, kind, short });
  if (value === 1) return as("win", `+${distance ?? ""}`);
  if (value === -1) return as("loss", `−${distance ?? ""}`);
  if (value === 0) return as("draw", "=");
  if (lower === 0) return as("bound", "≥=");
  if (upper === 0 && (estimate === null || root?.upper !== 0)) return as("bound", "≤=");
  if (estimate === null) return as("", "");
  const number = signed(estimate, 1);
  return as("estimate", `~${number}`, number.replace("+", ""));
}

// As a sentence about the side that has the result; an estimate has so many digits.
export function words(result, side, digits = 2) {
  if (!result) return "nothing known yet";
  const { value, distance, lower, upper, estimate } = result;
  const plies = distance === null ? "" : ` in ${distance} ${distance === 1 ? "ply" : "plies"}`;
  if (value === 1) return `${side} wins${plies}, proven`;
  if (value === -1) return `${OTHER[side]} wins${plies}, proven`;
  if (value === 0) return "draw, proven";
  const guess = estimate === null ? "" : `estimated ${signed(estimate, digits)} for ${side}`;
  const bound = lower === 0 ? `${side} draws at least, proven` : upper === 0 ? `${side} draws at most, proven` : "";
  return [bound, guess].filter(Boolean).join("; ") || "nothing known yet";
}

// Which of two results is better, as for `sort`: by what is proven, as the server ranks it, then by estimate.
function compare(one, other) {
  const i = one.rank.findIndex((part, i) => part !== other.rank[i]);
  if (i >= 0) return one.rank[i] - other.rank[i];
  return one.value === null ? (other.estimate ?? -1) - (one.estimate ?? -1) : 0; // of a proven value no estimate counts
}

// The cells worth a number where there are too many for all of them: the best, and who is as good
// as the last of these, unless that is a crowd.
export function fewBest(results, root) {
  const ranked = [...results].sort(([, one], [, other]) => compare(one, other));
  const last = ranked[FEW - 1]?.[1];
  const good = last ? ranked.filter(([, result]) => compare(result, last) <= 0) : ranked;
  const few = good.length <= 2 * FEW ? good : good.filter(([, result]) => compare(result, last) < 0);
  return new Set([...(root?.images ?? []), ...few.map(([cell]) => cell)]); // images of a move are as good
}

// A result on a scale from 0, lost, to 4, won, for where there is no number.
export function scale({ value, lower, upper, estimate }) {
  if (value !== null) return 2 + 2 * value;
  const guess = estimate ?? (lower + upper) / 2;
  return guess < -LITTLE ? 1 : guess > LITTLE ? 3 : 2;
}

// The cells whose results none beats. Of estimates none is best: it is the move that is promising, and its images.
export function bestMoves(results, root) {
  if (root?.value === null && root.move !== null) return new Set(root.images);
  const [best] = [...results.values()].sort(compare);
  return new Set([...results].filter(([, result]) => compare(result, best) === 0).map(([move]) => move));
}

// What a move cost, given the result of the position before it and that of the move:
// {text, isBad}, or null as long as too little is known.
export function cost(root, result) {
  if (!root || !result) return null;
  const names = { 1: "win", 0: "draw", "-1": "loss" };
  if (result.value === null && result.upper < root.lower) {
    return { text: `${names[root.lower]} given away`, isBad: true };
  }
  if (root.value === null || result.value === null) {
    return result.lower === root.upper ? { text: "best", isBad: false } : null;
  }
  if (result.value < root.value) {
    return { text: `${names[root.value]} → ${names[result.value]}`, isBad: true };
  }
  if (result.value === 0) return { text: "best", isBad: false };
  if (root.distance === null || result.distance === null) return null;
  const plies = Math.abs(result.distance - root.distance);
  if (!plies) return { text: "best", isBad: false };
  return { text: `${plies} plies ${result.value === 1 ? "slower" : "sooner lost"}`, isBad: false };
}

// A number from -1 to 1 without the zero before its point.
function signed(number, digits = 2) {
  const size = Math.abs(number).toFixed(digits);
  if (Number(size) === 0) return "0";
  return `${number < 0 ? "−" : "+"}${Number(size) === 1 ? "1" : size.slice(1)}`;
}
