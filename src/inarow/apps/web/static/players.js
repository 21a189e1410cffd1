// Who plays a side: a person, a level of play, or the solver; and what the selects offer.

export const SECONDS = [1, 3, 10, 30, 60];

export const PERSON = "person";
export const MIDDLE = "level5";

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
const SOLVER_NOTE = "The solver uses all the time that it is given, and says what it has proven.";

// Of each player, by its name in addresses: its level, what it is called in a sentence and in a select,
// and a sentence about it.
export const PLAYERS = new Map([
  [PERSON, { words: "person", option: "Person", note: "" }],
  ...LEVELS.map(([name, does], i) => {
    const level = i + 1;
    return [`level${level}`, { level, words: `level ${level}`, option: `Level ${level}, ${name}`, note: `Level ${level}, ${name}: ${does}.` }];
  }),
  ["solver", { level: null, words: "the solver", option: "Solver", note: SOLVER_NOTE }],
]);

// Sentences about those who play, each once.
export function playerNotes(players) {
  return [...new Set(players.map((player) => PLAYERS.get(player).note))].join(" ").trim();
}

export function fillPlayers(select) {
  select.replaceChildren(...[...PLAYERS].map(([player, { option }]) => new Option(option, player)));
}

export function fillSeconds(select, most) {
  const offered = SECONDS.filter((seconds) => seconds <= most);
  const options = (offered.length ? offered : [most]).map((s) => new Option(`${s} s`, s));
  const before = select.value;
  select.replaceChildren(...options);
  select.value = before;
  if (select.selectedIndex < 0) select.selectedIndex = options.length - 1;
}
