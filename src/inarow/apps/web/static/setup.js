// The dialog of a new game.

import { $, make } from "./dom.js";
import { fillPlayers, PERSON, playerNotes } from "./players.js";

const PRESETS = [
  ["Tic-tac-toe", "3,3,3"],
  ["Small four", "4,4,4"],
  ["Four on 5 × 5", "5,5,4"],
  ["Four on 6 × 6", "6,6,4"],
  ["Five on 7 × 7", "7,7,5"],
  ["Gomoku", "15,15,5"],
  ["Gomoku, exactly five", "15,15,5 exact"],
  ["Gomoku 20 × 20", "20,20,5"],
  ["Connect Four", "6,7,4 gravity"],
  ["Cube of three", "3x3x3,3"],
  ["Qubic", "4x4x4,4"],
];
const WORDS = ["exact", "misere", "gravity"];

export class Setup {
  // `start` is called with the key of a game and players, `open` with a key and the side to play, or null.
  constructor(start, open) {
    const dialog = (this.dialog = $("setup"));
    this.fields = ["layers", "rows", "columns", "in-a-row"].map($);
    this.selects = ["new-x", "new-o"].map($);
    for (const select of this.selects) {
      fillPlayers(select);
      select.addEventListener("change", () => this.note());
    }
    $("presets").append(...PRESETS.map(([name, key]) => make("button", { type: "button", "data-key": key }, name)));
    $("presets").addEventListener("click", ({ target }) => target.dataset.key && this.fill(target.dataset.key));
    $("setup-form").addEventListener("input", () => this.mark());
    $("setup-form").addEventListener("submit", () => {
      const [X, O] = this.players;
      start(this.key, { X, O });
    });
    $("network").addEventListener("click", () => {
      if (!$("setup-form").reportValidity()) return;
      const side = ["X", "O"][this.players.indexOf(PERSON)] ?? null;
      dialog.close();
      open(this.key, side);
    });
    $("cancel").addEventListener("click", () => dialog.close());
    dialog.addEventListener("click", (event) => {
      if (event.target === dialog) dialog.close();
    });
  }

  fill(key) {
    const [board, ...words] = key.split(" ");
    const sizes = board.split(/[x,]/);
    [1, ...sizes].slice(-4).forEach((size, i) => (this.fields[i].value = size));
    for (const word of WORDS) $(word).checked = words.includes(word);
    this.mark();
  }

  get players() {
    return this.selects.map((select) => select.value);
  }

  // The key of the game that the fields are.
  get key() {
    const [layers, m, n, k] = this.fields.map((field) => Number(field.value));
    const board = layers > 1 ? `${layers}x${m}x${n},${k}` : `${m},${n},${k}`;
    return [board, ...WORDS.filter((word) => $(word).checked && !$(word).disabled)].join(" ");
  }

  // Show what can be chosen, and which preset the fields are.
  mark() {
    $("exact").disabled = this.fields[0].value > 1;
    const { key } = this;
    for (const button of $("presets").children) button.setAttribute("aria-pressed", String(button.dataset.key === key));
  }

  note() {
    $("new-note").textContent = playerNotes(this.players);
  }

  open(key, players) {
    this.fill(key);
    this.selects[0].value = players.X;
    this.selects[1].value = players.O;
    this.note();
    this.dialog.showModal();
  }
}
