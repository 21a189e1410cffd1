// Games in SGF (FF[4]): black is X. Boards are SZ[columns:rows], or SZ[n] for a square; how many in
// a row win stands in the rules, RU[k=5] or RU[k=5, exactly]. Cells are two letters, column and row from the top left.

import { Record } from "./record.js";
import { Game, Position } from "./rules.js";

const GOMOKU = 4;

export function writeSgf(record) {
  const { game, start } = record;
  const point = (cell) => `[${letter(cell % game.n)}${letter(Math.floor(cell / game.n))}]`;
  const stones = (side) => start.stones.flatMap((stone, cell) => (stone === side ? [point(cell)] : [])).join("");
  const size = game.m === game.n ? `${game.n}` : `${game.n}:${game.m}`;
  const final = record.positions.at(-1);
  let text = `(;FF[4]GM[${GOMOKU}]CA[UTF-8]AP[inarow]SZ[${size}]RU[k=${game.k}${game.exact ? ", exactly" : ""}]`;
  if (start.ply) text += `${list("AB", stones("X"))}${list("AW", stones("O"))}PL[${start.turn === "X" ? "B" : "W"}]`;
  if (final.isOver) text += `RE[${final.winner === "X" ? "B+" : final.winner === "O" ? "W+" : "0"}]`;
  record.moves.forEach((move, i) => {
    text += `${i % 10 ? "" : "\n"};${record.mover(i) === "X" ? "B" : "W"}${point(move)}`;
  });
  return `${text})\n`;
}

// The main line of the first game in `text`; `k` is for a file that does not tell.
// Throws an Error with the reason.
export function readSgf(text, k) {
  const nodes = mainLine(text);
  if (!nodes.length) throw new Error("this SGF holds no game");
  const [root] = nodes;
  const [n, m] = (root.SZ?.[0] ?? "19").split(":").map(Number);
  const rules = /k\s*=\s*([0-9]{1,2})(, exactly)?/.exec(root.RU?.[0] ?? "");
  const game = new Game(m ?? n, n, rules ? Number(rules[1]) : k, Boolean(rules?.[2]));
  const cell = (point) => {
    const [column, row] = [...point].map((c) => c.charCodeAt(0) - 97);
    if (point.length !== 2 || !(column >= 0 && column < game.n && row >= 0 && row < game.m)) {
      throw new Error(`the SGF has a point off the board: ${point}`);
    }
    return row * game.n + column;
  };
  const stones = Array(game.cells).fill(".");
  for (const [name, side] of [["AB", "X"], ["AW", "O"]]) {
    for (const point of root[name] ?? []) stones[cell(point)] = side;
  }
  const start = Position.read(new Position(game, stones).text, game.k, game.exact);
  const moves = [];
  nodes.forEach((node) => {
    for (const name of ["B", "W"]) {
      if (!node[name]) continue;
      const side = (start.ply + moves.length) % 2 ? "W" : "B";
      if (name !== side) throw new Error("in this SGF the sides do not take turns");
      moves.push(cell(node[name][0]));
    }
  });
  return new Record(start, moves);
}

// The nodes of the first variation throughout, each an object of lists of values.
function mainLine(text) {
  const nodes = [];
  let values = null;
  for (const [token] of text.matchAll(/[;)]|[A-Z][A-Za-z]*|\[[^\]\\]*(?:\\[^][^\]\\]*)*\]?/g)) {
    if (token === ")") break; // the first variation ends here
    if (token === ";") {
      nodes.push({});
      values = null;
    } else if (token.startsWith("[")) {
      values?.push(token.slice(1).replace(/\]$/, "").replace(/\\([^])/g, "$1"));
    } else if (nodes.length) {
      values = nodes.at(-1)[token.replace(/[a-z]/g, "")] = [];
    }
  }
  if (nodes.some((node) => Object.values(node).some((list) => !list.length))) {
    throw new Error("this SGF has a property without a value");
  }
  return nodes;
}

function letter(number) {
  return String.fromCharCode(97 + number);
}

function list(name, points) {
  return points ? `${name}${points}` : "";
}
