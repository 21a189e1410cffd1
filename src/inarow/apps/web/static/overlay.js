// What each cell shows and says, from the state and from what is known of the position.

import * as results from "./results.js";
import { mayAnalyse, mayMove, state } from "./state.js";
import { bestMoves, mark, words } from "./values.js";

export function views() {
  const { record, preview } = state;
  const { position, game } = record;
  const last = record.at ? record.moves[record.at - 1] : -1;
  const shows = state.values && mayAnalyse() && !preview.length;
  const { moves: known, root } = shows ? results.of(position) : { moves: new Map(), root: null };
  const best = bestMoves(known, root);
  const canMove = mayMove();
  const ghosts = new Map(preview.map((cell, i) => [cell, i]));
  return position.stones.map((content, cell) => {
    const view = { label: game.name(cell), isLast: cell === last };
    if (content !== ".") {
      view.stone = content;
      view.isWon = position.won.includes(cell);
      view.label += `, ${content}${view.isWon ? ", in a winning line" : ""}${view.isLast ? ", last move" : ""}`;
    } else if (ghosts.has(cell)) {
      const ply = ghosts.get(cell);
      view.stone = (ply % 2 === 0) === (position.turn === "X") ? "X" : "O";
      view.isGhost = true;
      view.ply = ply + 1;
      view.label += `, ${view.stone} in the line, move ${ply + 1}`;
    } else {
      view.isPlayable = canMove;
      view.label += ", empty";
      const result = known.get(cell);
      if (result) {
        view.mark = mark(result, root);
        view.isBest = best.has(cell);
        view.label += `, ${words(result, position.turn)}${view.isBest ? `, ${root?.value === null ? "promising" : "best"}` : ""}`;
      }
    }
    return view;
  });
}

// A sentence about one cell, or about all of them.
export function readout(cell) {
  const { position, game } = state.record;
  if (!state.values || position.isOver) return "";
  if (!mayAnalyse()) return "Values are shown when the game has ended.";
  if (cell === null || cell >= position.stones.length) return `Values are for ${position.turn}, who is to move.`;
  if (position.stones[cell] !== ".") return "";
  return `${game.name(cell)}: ${words(results.of(position).moves.get(cell), position.turn)}.`;
}
