// The dialog of a new game.

import { $, make } from "./dom.js";
import { fillPlayers, PERSON, playerNote } from "./players.js";
import { Game } from "./rules.js";

const PRESETS = [
  ["Tic-tac-toe", 3, 3, 3],
  ["Small four", 4, 4, 4],
  ["Four on 5 × 5", 5, 5, 4],
  ["Four on 6 × 6", 6, 6, 4],
  ["Five on 7 × 7", 7, 7, 5],
  ["Gomoku", 15, 15, 5],
  ["Gomoku, exactly five", 15, 15, 5, true],
  ["Gomoku 20 × 20", 20, 20, 5],
];

export class Setup {
  // `start` is called with a game and players, `open` with a game and the side to play, or null.
  constructor(start, open) {
    const dialog = (this.dialog = $("setup"));
    this.fields = ["rows", "columns", "in-a-row"].map($);
    this.selects = ["new-x", "new-o"].map($);
    for (const select of this.selects) {
      fillPlayers(select);
      select.addEventListener("change", () => this.note());
    }
    $("presets").append(...PRESETS.map((preset) => this.preset(...preset)));
    $("setup-form").addEventListener("input", () => this.mark());
    const game = () => new Game(...this.fields.map((field) => Number(field.value)), $("exact").checked);
    const players = () => this.selects.map((select) => select.value);
    $("setup-form").addEventListener("submit", () => {
      const [X, O] = players();
      start(game(), { X, O });
    });
    $("network").addEventListener("click", () => {
      if (!$("setup-form").reportValidity()) return;
      const side = ["X", "O"][players().indexOf(PERSON)] ?? null;
      dialog.close();
      open(game(), side);
    });
    $("cancel").addEventListener("click", () => dialog.close());
    dialog.addEventListener("click", (event) => {
      if (event.target === dialog) dialog.close();
    });
  }

  preset(name, m, n, k, exact = false) {
    const title = new Game(m, n, k, exact).words;
    const button = make("button", { type: "button", title, "data-sizes": [m, n, k, exact] }, name);
    button.addEventListener("click", () => this.fill(m, n, k, exact));
    return button;
  }

  fill(m, n, k, exact) {
    [m, n, k].forEach((size, i) => (this.fields[i].value = size));
    $("exact").checked = exact;
    this.mark();
  }

  // Show which preset the fields are.
  mark() {
    const sizes = [...this.fields.map((field) => field.value), $("exact").checked].join();
    for (const button of $("presets").children) button.setAttribute("aria-pressed", String(button.dataset.sizes === sizes));
  }

  note() {
    const [x, o] = this.selects.map((select) => playerNote(select.value));
    $("new-note").textContent = x === o ? x : `${x} ${o}`.trim();
  }

  open(game, players) {
    this.fill(game.m, game.n, game.k, game.exact);
    this.selects[0].value = players.X;
    this.selects[1].value = players.O;
    this.note();
    this.dialog.showModal();
  }
}
