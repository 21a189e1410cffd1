// Setting up a position: stones of either side anywhere, and whose turn it is.

import { $ } from "./dom.js";
import { Record } from "./record.js";
import { Position } from "./rules.js";
import { state, update } from "./state.js";

export class Editor {
  // `done` is called with a record that starts from what was set up.
  constructor(done) {
    this.done = done;
    for (const tool of document.querySelectorAll("#editor [data-tool]")) {
      tool.addEventListener("click", () => this.change({ tool: tool.dataset.tool }));
    }
    $("edit-clear").addEventListener("click", () => this.change({ stones: state.editing.stones.map(() => "."), turn: "X" }));
    $("edit-turn").addEventListener("change", (event) => this.change({ turn: event.target.value, isChosen: true }));
    $("edit-done").addEventListener("click", () => this.finish());
    $("edit-cancel").addEventListener("click", () => this.toggle());
  }

  // Begin with what is on the board, or leave everything as it was.
  toggle() {
    const { stones, turn } = state.record.position;
    const editing = state.editing ? null : { stones: [...stones], turn, tool: "X", isChosen: false };
    update({ editing, preview: [] });
  }

  place(cell) {
    const { stones, tool } = state.editing;
    const stone = stones[cell] === tool ? "." : tool; // again takes it away
    this.change({ stones: stones.map((before, i) => (i === cell ? stone : before)) });
  }

  change(changes) {
    const editing = { ...state.editing, ...changes };
    // The turn follows from the stones, where they tell and nobody has said otherwise.
    const { natural } = new Position(state.record.game, editing.stones);
    if (!editing.isChosen && natural) editing.turn = natural;
    update({ editing });
  }

  finish() {
    if (!problem()) this.done(new Record(edited()));
  }
}

const edited = () => new Position(state.record.game, state.editing.stones, state.editing.turn);

// Why the game cannot go on from here; "" if it can.
function problem() {
  const { game, isOver, status, won, floating } = edited();
  if (floating >= 0) return `Nothing lies below ${game.name(floating)}.`;
  if (!isOver) return "";
  return won.length ? `${status} already: take away a stone of the line.` : "The board is full.";
}

export function showEditor() {
  const { editing } = state;
  $("editor").hidden = !editing;
  $("toolbar").hidden = Boolean(editing);
  if (!editing) return;
  for (const tool of document.querySelectorAll("#editor [data-tool]")) {
    tool.setAttribute("aria-pressed", String(tool.dataset.tool === editing.tool));
  }
  $("edit-turn").value = editing.turn;
  $("edit-problem").textContent = problem();
  $("edit-done").disabled = Boolean(problem());
}
