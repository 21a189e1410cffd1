// Who plays a side: a person, a level of play, or the solver; and what the selects offer.

export const SECONDS = [1, 3, 10, 30, 60];

// What each level is called, and what it does: see `inarow.strategies.levels`.
const LEVELS = [
  ["beginner", "moves anywhere"],
  ["novice", "wins where it can in one move, if it is not careless, as it mostly is"],
  ["learner", "sees wins in one move and blocks yours, if not careless"],
  ["casual", "wins and blocks, careless in four moves of ten"],
  ["fair", "wins, blocks and likes good cells, careless in a third of its moves"],
  ["able", "looks two moves ahead, careless in a quarter of its moves"],
  ["skilled", "searches thousands of positions, careless in one move of six"],
  ["strong", "the same, twice as many, careless in one move of nine"],
  ["expert", "more still, careless in one move of twenty"],
  ["perfect", "never errs where the value can be proven, and is strong elsewhere"],
];

export const MIDDLE = "level5";

export const PERSON = "person";
export const SOLVER = "solver";

// The level of "level7"; null for the solver.
export function levelOf(player) {
  return player.startsWith("level") ? Number(player.slice(5)) : null;
}

export function isPlayer(text) {
  return text === PERSON || text === SOLVER || /^level([1-9]|10)$/.test(text);
}

export function playerWords(player) {
  if (player === PERSON) return "person";
  const level = levelOf(player);
  return level === null ? "the solver" : `level ${level}`;
}

// A sentence about a player, nothing about people.
export function playerNote(player) {
  if (player === PERSON) return "";
  const level = levelOf(player);
  if (level === null) return "The solver uses all the time that it is given, and says what it has proven.";
  const [name, does] = LEVELS[level - 1];
  return `Level ${level}, ${name}: ${does}.`;
}

export function fillPlayers(select) {
  const options = [new Option("Person", PERSON)];
  LEVELS.forEach(([name], i) => options.push(new Option(`Level ${i + 1}, ${name}`, `level${i + 1}`)));
  options.push(new Option("Solver", SOLVER));
  select.replaceChildren(...options);
}

export function fillSeconds(select, most) {
  const offered = SECONDS.filter((seconds) => seconds <= most);
  const options = (offered.length ? offered : [most]).map((s) => new Option(`${s} s`, s));
  const before = select.value;
  select.replaceChildren(...options);
  select.value = before;
  if (select.selectedIndex < 0) select.selectedIndex = options.length - 1;
}
