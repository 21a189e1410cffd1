// The board: a grid in which one cell at a time can be reached with the tabulator, the others from
// there with the arrows. It is built once for a size; after that only what changed is touched.

const SVG = "http://www.w3.org/2000/svg";

const HELD_MS = 400;

export class Board {
  // `play` is called with a cell, `point` with the cell that is looked at, or null.
  constructor(element, play, point) {
    Object.assign(this, { element, play });
    this.point = (cell) => point((this.pointed = cell));
    this.pointed = null; // the cell that is looked at
    this.cells = [];
    this.focused = 0;
    this.touched = null; // when a finger came down
    element.addEventListener("pointerdown", (event) => (this.touched = event.pointerType === "touch" ? event.timeStamp : null));
    element.addEventListener("contextmenu", (event) => this.touched !== null && event.preventDefault());
    element.addEventListener("click", (event) => this.use(event, (cell) => this.click(event, cell)));
    element.addEventListener("keydown", (event) => this.key(event));
    element.addEventListener("focusin", (event) => this.use(event, (cell) => this.rove(cell)));
    element.addEventListener("focusout", () => this.point(null));
    element.addEventListener("pointerover", (event) => this.use(event, (cell) => this.point(cell)));
    element.addEventListener("pointerleave", () => {
      this.point(this.cells[this.focused] === document.activeElement ? this.focused : null);
    });
  }

  // A finger that stays looks at a cell; only one that is soon gone plays there.
  click(event, cell) {
    const isHeld = this.touched !== null && event.timeStamp - this.touched > HELD_MS;
    this.touched = null;
    if (isHeld) this.cells[cell].focus();
    else this.play(cell);
  }

  use(event, action) {
    const cell = event.target.closest?.(".cell");
    if (cell) action(Number(cell.dataset.cell));
  }

  build(game) {
    this.game = game;
    this.shown = Array(game.cells).fill("");
    this.element.setAttribute("role", "grid");
    this.element.setAttribute("aria-label", `Board, ${game.words}`);
    this.element.setAttribute("aria-rowcount", game.m + 1);
    this.element.setAttribute("aria-colcount", game.n + 1);
    this.element.style.setProperty("--rows", game.m);
    this.element.style.setProperty("--columns", game.n);
    const head = make("div", "board-row", { role: "row" });
    head.append(make("span", "label", { role: "columnheader", "aria-label": "row" }));
    for (let column = 0; column < game.n; column++) {
      head.append(make("span", "label", { role: "columnheader" }, game.name(column)[0]));
    }
    this.cells = [];
    const rows = Array.from({ length: game.m }, (_, row) => {
      const line = make("div", "board-row", { role: "row" });
      line.append(make("span", "label", { role: "rowheader" }, row + 1));
      for (let column = 0; column < game.n; column++) line.append(this.cell(row * game.n + column));
      return line;
    });
    this.element.replaceChildren(head, ...rows);
    this.rove(Math.floor(game.m / 2) * game.n + Math.floor(game.n / 2));
    this.point(null);
  }

  cell(number) {
    const edges = `${number < this.game.n ? " top" : ""}${number % this.game.n ? "" : " left"}`;
    const element = make("div", `cell${edges}`, { role: "gridcell", tabindex: -1, "data-cell": number });
    element.dataset.edges = edges;
    this.cells.push(element);
    return element;
  }

  // Show a position. `views` tells for each cell: stone, isGhost, ply, mark, isBest, isWon, isLast,
  // isPlayable and its label in words.
  show(game, views) {
    if (this.game?.key !== game.key) this.build(game);
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
    const { m, n } = this.game;
    const row = Math.floor(this.focused / n);
    const column = this.focused % n;
    const targets = {
      ArrowUp: [row - 1, column],
      ArrowDown: [row + 1, column],
      ArrowLeft: [row, column - 1],
      ArrowRight: [row, column + 1],
      Home: [event.ctrlKey ? 0 : row, 0],
      End: [event.ctrlKey ? m - 1 : row, n - 1],
      PageUp: [0, column],
      PageDown: [m - 1, column],
    };
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.play(this.focused);
    } else if (event.key in targets) {
      event.preventDefault();
      const [down, right] = targets[event.key];
      if (down >= 0 && down < m && right >= 0 && right < n) this.cells[down * n + right].focus();
    }
  }
}

function make(name, className, attributes, text = "") {
  const element = document.createElement(name);
  element.className = className;
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.textContent = text;
  return element;
}

function draw(element, view, before) {
  const classes = [
    "cell" + element.dataset.edges,
    view.isWon && "won",
    view.isLast && "last",
    view.isPlayable && "playable",
  ];
  element.className = classes.filter(Boolean).join(" ");
  element.setAttribute("aria-label", view.label);
  element.replaceChildren();
  if (view.stone) {
    const isNew = before && !before.stone && !view.isGhost;
    element.append(stone(view.stone, `${view.isGhost ? " ghost" : ""}${isNew ? " new" : ""}`));
    if (view.ply) element.append(make("span", "ply", {}, view.ply));
  } else if (view.mark?.text) {
    const long = view.mark.text.length > 2 ? " long" : "";
    const best = view.isBest ? " best" : "";
    const signs = { "data-sign": view.mark.sign };
    element.append(make("span", `mark ${view.mark.kind}${long}${best}`, signs, view.mark.text));
  }
}

function stone(side, classes) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 100 100");
  svg.setAttribute("class", `stone ${side.toLowerCase()}${classes}`);
  svg.setAttribute("aria-hidden", "true");
  const shape = document.createElementNS(SVG, side === "X" ? "path" : "circle");
  const geometry = side === "X" ? { d: "M16 16L84 84M84 16L16 84" } : { cx: 50, cy: 50, r: 36 };
  for (const [key, value] of Object.entries(geometry)) shape.setAttribute(key, value);
  svg.append(shape);
  return svg;
}
