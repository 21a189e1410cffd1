// Stones on crossings, as Gomoku is played: the lines of the board with its star points.

const LARGE = 13; // rows and columns from which five in a row is Gomoku
const VERY_LARGE = 19; // and those with star points on the middles of their sides

// Are stones on crossings, where they can be? As was chosen, "on" or "off"; else as the game is mostly played.
export function onCrossings(game, chosen) {
  return game.grid && chosen ? chosen === "on" : isGomoku(game);
}

const isGomoku = ({ grid, m, n, k }) => grid && k === 5 && Math.min(m, n) >= LARGE;

// What to choose for the other view; null where that is the usual one.
export function otherView(game, chosen) {
  const wanted = !onCrossings(game, chosen);
  return wanted === isGomoku(game) ? null : wanted ? "on" : "off";
}

// Cells [row, column] with a star: near the corners and in the middle.
export function starPoints({ m, n }) {
  const [rows, columns] = [m, n].map((size) => {
    const edge = size < LARGE ? 2 : 3;
    return { ends: size > 2 * edge + 1 ? [edge, size - 1 - edge] : [], middle: size % 2 ? [(size - 1) / 2] : [] };
  });
  const cross = (one, other) => one.flatMap((row) => other.map((column) => [row, column]));
  const sides = Math.min(m, n) < VERY_LARGE ? [] : [...cross(rows.ends, columns.middle), ...cross(rows.middle, columns.ends)];
  return [...cross(rows.ends, columns.ends), ...cross(rows.middle, columns.middle), ...sides];
}

// A picture of the lines, a cell of it one by one.
export function lines(game) {
  const { m, n } = game;
  const across = Array.from({ length: m }, (_, row) => `M.5 ${row + 0.5}H${n - 0.5}`);
  const down = Array.from({ length: n }, (_, column) => `M${column + 0.5} .5V${m - 0.5}`);
  const stars = starPoints(game).map(([row, column]) => `<circle cx="${column + 0.5}" cy="${row + 0.5}" r=".11"/>`);
  return `<svg class="lines" viewBox="0 0 ${n} ${m}" aria-hidden="true"><path d="${[...across, ...down].join("")}"/>${stars.join("")}</svg>`;
}
