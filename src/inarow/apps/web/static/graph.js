// A graph of the game: who is better after each move, as far as that is known. What is proven is a
// filled square, an estimate a ring. A slider that is not seen lies over it: a click, a finger or the
// arrows go to a move. Both say in words what they show.

import { $ } from "./dom.js";
import * as results from "./results.js";
import { mayAnalyse, state } from "./state.js";
import { words } from "./values.js";

// As the slider in panels.css has them.
const [WIDTH, HEIGHT] = [300, 80];
const [LEFT, EDGE] = [24, 8];

export function showGraph() {
  const { record } = state;
  const last = record.moves.length;
  const points = state.values && mayAnalyse() && last ? known(record) : [];
  $("graph").hidden = !points.length;
  if (!points.length) return;
  const slider = $("graph-at");
  slider.max = last;
  slider.value = record.at;
  const here = points.find(({ i }) => i === record.at)?.words ?? "nothing known yet";
  slider.setAttribute("aria-valuetext", `Move ${record.at} of ${last}: ${here}`);
  const drawing = draw(points, last, record.at);
  if ($("graph-lines").innerHTML !== drawing) $("graph-lines").innerHTML = drawing;
  $("graph-lines").setAttribute("aria-label", `Value after each move. ${inWords(points)}.`);
}

// The moves after which something is known, for X: [{i, height, isProven, words}].
function known(record) {
  return record.positions.flatMap((_, i) => {
    const { value, estimate } = results.valueAt(record, i);
    if (value === null && estimate === null) return [];
    return [{ i, height: value ?? estimate, isProven: value !== null, words: words({ value, estimate, distance: null }, "X") }];
  });
}

// Moves in a row with the same value are told at once.
function inWords(points) {
  const runs = [];
  for (const { i, words } of points) {
    const run = runs.at(-1);
    if (run?.words === words && run.last === i - 1) run.last = i;
    else runs.push({ first: i, last: i, words });
  }
  return runs.map(({ first, last, words }) => `${first === last ? first : `${first} to ${last}`}: ${words}`).join("; ");
}

function draw(points, last, at) {
  const x = (i) => Math.round(LEFT + (i * (WIDTH - LEFT - EDGE)) / last);
  const y = (height) => Math.round(HEIGHT / 2 - height * (HEIGHT / 2 - EDGE));
  const line = points.map(({ i, height }, j) => `${points[j - 1]?.i === i - 1 ? "L" : "M"}${x(i)} ${y(height)}`).join("");
  const signs = points.map(({ i, height, isProven }) => {
    const place = `x="${x(i) - 3}" y="${y(height) - 3}" width="6" height="6"`;
    return `<rect ${place} ${isProven ? 'class="proven"' : 'class="estimate" rx="3"'}></rect>`;
  });
  const sides = `<text class="x" x="0" y="${y(1) + 4}">X</text><text class="o" x="0" y="${y(-1) + 4}">O</text>`;
  const axis = `<path d="M${LEFT} ${y(0)}H${WIDTH - EDGE}"></path><path class="now" d="M${x(at)} 0V${HEIGHT}"></path>`;
  return `${sides}${axis}<path class="line" d="${line}"></path>${signs.join("")}`;
}
