// What each cell shows and says, from the state and from what is known of the position.

import * as results from "./results.js";
import { asksForced, mayAnalyse, mayMove, state } from "./state.js";
import { bestMoves, fewBest, mark, scale, words } from "./values.js";

const CROWDED = 64; // on boards of more cells only the best few have numbers, the others a scale

export function views() {
  if (state.editing) return editedViews();
  const { record } = state;
  const { position, game } = record;
  const { forced, zone: proven } = results.of(position);
  const win = asksForced() ? forced : null;
  const preview = state.preview.length ? state.preview : (win?.line ?? []);
  const threatened = win ? (win.order > 1 ? win.zone : []) : (state.zone && proven) || [];
  const zone = new Set(state.preview.length ? [] : threatened);
  const last = record.at ? record.moves[record.at - 1] : -1;
  const shows = state.values && mayAnalyse() && !preview.length;
  const { moves: known, root } = shows ? results.of(position) : { moves: new Map(), root: null };
  const best = bestMoves(known, root);
  const few = game.cells > CROWDED ? fewBest(known, root) : null;
  const canMove = mayMove();
  const ghosts = new Map(preview.map((cell, i) => [cell, i]));
  const plies = new Map(state.numbers ? record.moves.slice(0, record.at).map((cell, i) => [cell, i + 1]) : []);
  return position.stones.map((content, cell) => {
    const view = { label: game.name(cell), isLast: cell === last, isZone: zone.has(cell) };
    if (content !== ".") {
      view.stone = content;
      view.ply = plies.get(cell);
      view.isWon = position.won.includes(cell);
      view.label += `, ${content}${view.ply ? `, move ${view.ply}` : ""}${view.isWon ? `, in a ${game.misere ? "losing" : "winning"} line` : ""}${view.isLast ? ", last move" : ""}`;
    } else if (ghosts.has(cell)) {
      const ply = ghosts.get(cell);
      view.stone = (ply % 2 === 0) === (position.turn === "X") ? "X" : "O";
      view.isGhost = true;
      view.ply = ply + 1;
      view.label += `, ${view.stone} in the line, move ${ply + 1}`;
    } else {
      view.isPlayable = canMove;
      const landing = position.isOver ? cell : position.landing(cell);
      if (landing !== cell) view.landing = landing;
      view.label += `, empty${landing === cell ? "" : `, a stone falls to ${game.name(landing)}`}`;
      const result = known.get(cell);
      if (result) {
        view.mark = mark(result, root);
        view.isBest = best.has(cell);
        if (few && !few.has(cell)) view.scale = scale(result);
        view.label += `, ${words(result, position.turn, 1)}${view.isBest ? `, ${root?.value === null ? "promising" : "best"}` : ""}`;
      }
    }
    if (view.isZone) view.label += ", could stop the threat";
    return view;
  });
}

// What is known of a win by force, in words.
export function forcedWords() {
  const { forced } = results.of(state.record.position);
  if (forced === undefined) return "Looking for a win by force …";
  if (forced === null) return "No win by force was found; that does not prove that there is none.";
  const zone = forced.order > 1 ? " Shaded: the replies that could stop the threat; each of them loses." : "";
  return `${forced.words}, proven.${zone}`;
}

// While a position is set up: stones, and nothing else.
function editedViews() {
  const { game } = state.record;
  return state.editing.stones.map((content, cell) => {
    const label = `${game.name(cell)}, ${content === "." ? "empty" : content}`;
    return { label, isPlayable: true, ...(content !== "." && { stone: content }) };
  });
}

// A sentence about one cell, or about all of them.
export function readout(pointed) {
  const { position, game } = state.record;
  const cell = pointed === null ? null : position.landing(pointed);
  if (asksForced()) return forcedWords();
  if (!state.values || state.editing || position.isOver) return "";
  if (!mayAnalyse()) return "Values are shown when the game has ended.";
  if (cell === null || cell >= position.stones.length) return `Values are for ${position.turn}, who is to move.`;
  if (position.stones[cell] !== ".") return "";
  return `${game.name(cell)}: ${words(results.of(position).moves.get(cell), position.turn)}.`;
}
