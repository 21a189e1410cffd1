// Results in signs and in words. A result is as the server sends it: proven bounds, perhaps a
// distance, and apart from them perhaps an estimate.

const LITTLE = 0.15; // an estimate that favours nobody

// {text, kind, sign} of what is known: kind is win, loss, draw, bound, estimate or "" for nothing,
// and sign one character for where there is no room for numbers.
// `root` is the result of the position: what holds for every move is not said of each.
export function mark({ value, distance, lower, upper, estimate }, root) {
  const as = (kind, text, sign = text.slice(0, 1)) => ({ text, kind, sign });
  if (value === 1) return as("win", `+${distance ?? ""}`);
  if (value === -1) return as("loss", `−${distance ?? ""}`);
  if (value === 0) return as("draw", "=");
  if (lower === 0) return as("bound", "≥=");
  if (upper === 0 && (estimate === null || root?.upper !== 0)) return as("bound", "≤=");
  if (estimate === null) return as("", "");
  return as("estimate", `~${signed(estimate, 1)}`, Math.abs(estimate) < LITTLE ? "→" : estimate > 0 ? "↗" : "↘");
}

// As a sentence about the side that has the result.
export function words(result, side) {
  const other = side === "X" ? "O" : "X";
  if (!result) return "nothing known yet";
  const { value, distance, lower, upper, estimate } = result;
  const plies = distance === null ? "" : ` in ${distance} ${distance === 1 ? "ply" : "plies"}`;
  if (value === 1) return `${side} wins${plies}, proven`;
  if (value === -1) return `${other} wins${plies}, proven`;
  if (value === 0) return "draw, proven";
  const guess = estimate === null ? "" : `estimated ${signed(estimate)} for ${side}`;
  const bound = lower === 0 ? `${side} draws at least, proven` : upper === 0 ? `${side} draws at most, proven` : "";
  return [bound, guess].filter(Boolean).join("; ") || "nothing known yet";
}

// How good a result is, to be compared: first the value, quick wins, slow losses, then estimates.
function rank({ value, distance, lower, upper, estimate }) {
  if (value === 1) return 2000 - (distance ?? 900);
  if (value === -1) return -2000 + (distance ?? 0);
  if (value === 0) return 0;
  return (lower + upper) * 100 + (estimate ?? 0);
}

// The cells whose results none beats. Of estimates none is best: it is the move that is promising.
export function bestMoves(results, root) {
  if (root?.value === null && root.move !== null) return new Set([root.move]);
  const best = Math.max(...[...results.values()].map(rank));
  return new Set([...results].filter(([, result]) => rank(result) === best).map(([move]) => move));
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
