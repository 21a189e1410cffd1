// The board: a grid, or several side by side, its layers. One cell at a time can be reached with the
// tabulator, the others from there with the arrows. It is built once for a game; after that only what changed
// is touched.

import { lines } from "./crossings.js";
import { make } from "./dom.js";

const CIRCLE = '<circle cx="50" cy="50" r="36"/>';
const SHAPES = { X: `<path d="M16 16L84 84M84 16L16 84"/>${CIRCLE}`, O: CIRCLE }; // X is a circle on crossings
const HELD_MS = 400;
const LEAST_TARGET = 32; // pixels: smaller cells are enlarged before a finger plays there

export class Board {
  // `play` is called with a cell, `point` with the cell that is looked at, or null.
  constructor(element, play, point) {
    Object.assign(this, { element, play });
    this.point = (cell) => {
      this.mark("landing", this.landings.get((this.pointed = cell)) ?? null);
      point(cell);
    };
    this.landings = new Map(); // where a stone comes to lie that falls from a cell
    this.pointed = null; // the cell that is looked at
    this.cells = [];
    this.focused = 0;
    this.touched = null; // when a finger came down
    this.aimed = null; // the cell that is enlarged
    element.addEventListener("pointerdown", (event) => (this.touched = event.pointerType === "touch" ? event.timeStamp : null));
    element.addEventListener("contextmenu", (event) => this.touched !== null && event.preventDefault());
    element.addEventListener("click", (event) => this.use(event, (cell) => this.click(event, cell)));
    element.addEventListener("keydown", (event) => this.key(event));
    element.addEventListener("focusin", (event) => this.use(event, (cell) => this.rove(cell)));
    element.addEventListener("focusout", () => {
      this.point(null);
      this.aim(null);
    });
    element.addEventListener("pointerover", (event) => this.use(event, (cell) => this.point(cell)));
    element.addEventListener("pointerleave", () => {
      this.point(this.cells[this.focused] === document.activeElement ? this.focused : null);
    });
  }

  // A finger that stays looks at a cell; only one that is soon gone plays there.
  click(event, cell) {
    const isTouch = this.touched !== null;
    const isHeld = isTouch && event.timeStamp - this.touched > HELD_MS;
    const isSmall = this.cells[cell].offsetWidth < LEAST_TARGET && this.cells[cell].classList.contains("playable");
    this.touched = null;
    if (isHeld || (isTouch && isSmall && this.aimed !== cell)) {
      this.cells[cell].focus();
      if (isSmall) this.aim(cell);
    } else {
      this.aim(null);
      this.play(cell);
    }
  }

  // Enlarge a cell: it is hit more surely then. Or none.
  aim(cell) {
    this.mark("aimed", (this.aimed = cell));
  }

  // Let one cell be of a class, or none.
  mark(name, marked) {
    this.cells.forEach((cell, i) => cell.classList.toggle(name, i === marked));
  }

  use(event, action) {
    const cell = event.target.closest?.(".cell");
    if (cell) action(Number(cell.dataset.cell));
  }

  build(game) {
    this.game = game;
    this.shown = Array(game.cells).fill("");
    this.cells = this.shown.map((_, cell) => {
      return make("div", { class: "cell", role: "gridcell", tabindex: -1, "data-cell": cell, "data-name": game.name(cell) });
    });
    const { layers, m, n, words } = game;
    this.element.setAttribute("aria-label", `Board, ${words}`);
    const sizes = { rows: m, columns: n, layers, pairs: Math.ceil(layers / 2) };
    for (const [name, value] of Object.entries(sizes)) this.element.style.setProperty(`--${name}`, value);
    this.element.classList.toggle("layered", layers > 1);
    const line = (...cells) => make("div", { class: "board-row", role: "row" }, ...cells);
    const label = (role, content) => make("span", { class: "label", role }, content);
    const letters = (cell) => game.name(cell).replaceAll(/[0-9]/g, "");
    const grid = (_, layer) => {
      const columns = Array.from({ length: n }, (_, column) => label("columnheader", letters(column)));
      const rows = Array.from({ length: m }, (_, row) => {
        const first = (layer * m + row) * n;
        return line(label("rowheader", row + 1), ...this.cells.slice(first, first + n));
      });
      const corner = label("columnheader", make("span", { class: "unseen" }, "row"));
      const name = layers > 1 ? `Layer ${layer + 1}` : `Board, ${words}`;
      const element = make("div", { class: "layer", role: "grid", "aria-label": name, "data-name": name }, line(corner, ...columns), ...rows);
      element.insertAdjacentHTML("beforeend", lines(game)); // seen only where stones are on crossings
      return element;
    };
    this.element.replaceChildren(...Array.from({ length: layers }, grid));
    this.rove(Math.floor(m / 2) * n + Math.floor(n / 2));
    this.point(null);
  }

  // Show a position. `views` tells for each cell: stone, isGhost, ply, mark, isBest, isWon, isLast,
  // isPlayable, isZone, landing where a stone would fall further, and its label in words.
  show(game, views) {
    if (this.game?.key !== game.key) this.build(game);
    this.landings = new Map(views.flatMap(({ landing }, cell) => (landing === undefined ? [] : [[cell, landing]])));
    this.mark("landing", this.landings.get(this.pointed) ?? null);
    views.forEach((view, cell) => {
      const now = JSON.stringify(view);
      if (this.shown[cell] === now) return;
      const before = this.shown[cell] ? JSON.parse(this.shown[cell]) : null;
      this.shown[cell] = now;
      draw(this.cells[cell], view, before);
    });
  }

  rove(cell) {
    this.cells[this.focused]?.setAttribute("tabindex", -1);
    this.focused = cell;
    this.cells[cell].setAttribute("tabindex", 0);
    if (document.activeElement === this.cells[cell]) this.point(cell);
  }

  key(event) {
    if (event.altKey || event.metaKey) return;
    const { layers, m, n } = this.game;
    const row = Math.floor(this.focused / n) % m;
    const left = Math.floor(this.focused / (m * n)) * n; // columns of the layers before
    const column = left + (this.focused % n);
    const targets = {
      ArrowUp: [row - 1, column],
      ArrowDown: [row + 1, column],
      ArrowLeft: [row, column - 1],
      ArrowRight: [row, column + 1],
      Home: event.ctrlKey ? [0, 0] : [row, left],
      End: event.ctrlKey ? [m - 1, layers * n - 1] : [row, left + n - 1],
      PageUp: [0, column],
      PageDown: [m - 1, column],
    };
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.play(this.focused);
    } else if (event.key in targets) {
      event.preventDefault();
      const [down, right] = targets[event.key];
      if (down >= 0 && down < m && right >= 0 && right < layers * n) {
        this.cells[(Math.floor(right / n) * m + down) * n + (right % n)].focus();
      }
    }
  }
}

function draw(element, view, before) {
  for (const [name, isSo] of [["won", view.isWon], ["last", view.isLast], ["playable", view.isPlayable], ["zone", view.isZone], ["floating", view.landing !== undefined]]) {
    element.classList.toggle(name, Boolean(isSo));
  }
  element.setAttribute("aria-label", view.label);
  element.replaceChildren();
  if (view.stone) {
    const isNew = before && !before.stone && !view.isGhost;
    const classes = `stone ${view.stone.toLowerCase()}${view.isGhost ? " ghost" : ""}${isNew ? " new" : ""}`;
    element.innerHTML = `<svg viewBox="0 0 100 100" class="${classes}" aria-hidden="true">${SHAPES[view.stone]}</svg>`;
    if (view.ply) element.append(make("span", { class: "ply", "aria-hidden": true }, view.ply));
  } else if (view.mark?.text) {
    const { kind, short, text } = view.mark;
    if (view.scale === undefined) {
      const classes = `mark ${kind}${text.length > 2 ? " long" : ""}${view.isBest ? " best" : ""}`;
      const shown = make("span", { class: classes, "data-short": short }, text);
      shown.style.setProperty("--signs", short.length);
      element.append(shown);
    } else {
      element.append(make("span", { class: `mark faint ${kind}`, "data-scale": view.scale }));
    }
  }
}
