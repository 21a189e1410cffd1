// The dialog of a new game.

import { $, make } from "./dom.js";
import { fillPlayers } from "./players.js";
import { Game } from "./rules.js";

const PRESETS = [[3, 3, 3], [4, 4, 4], [5, 5, 4], [6, 6, 4], [7, 7, 5], [15, 15, 5]];

export class Setup {
  // `start` is called with a game and players, `open` with a game and the side to play, or null.
  constructor(start, open) {
    const dialog = (this.dialog = $("setup"));
    this.fields = ["rows", "columns", "in-a-row"].map($);
    this.selects = ["new-x", "new-o"].map($);
    this.selects.forEach(fillPlayers);
    $("presets").append(...PRESETS.map((sizes) => this.preset(sizes)));
    $("setup-form").addEventListener("submit", (event) => {
      const choice = event.submitter?.value ?? "start";
      const game = new Game(...this.fields.map((field) => Number(field.value)), $("exact").checked);
      const [X, O] = this.selects.map((select) => select.value);
      if (choice === "start") start(game, { X, O });
      else open(game, X === "person" ? "X" : O === "person" ? "O" : null);
    });
    $("cancel").addEventListener("click", () => dialog.close());
    dialog.addEventListener("click", (event) => {
      if (event.target === dialog) dialog.close();
    });
  }

  preset(sizes) {
    const name = `${sizes[0]} rows, ${sizes[1]} columns, ${sizes[2]} in a row`;
    const button = make("button", { type: "button", "aria-label": name }, sizes.join(" "));
    button.addEventListener("click", () => this.fill(sizes));
    return button;
  }

  fill(sizes) {
    this.fields.forEach((field, i) => (field.value = sizes[i]));
  }

  open(game, players) {
    this.fill([game.m, game.n, game.k]);
    $("exact").checked = game.exact;
    this.selects[0].value = players.X;
    this.selects[1].value = players.O;
    this.dialog.showModal();
  }
}
