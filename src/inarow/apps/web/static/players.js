// Who plays a side: a person, a level of play, or the solver; and what the selects offer.

export const SECONDS = [1, 3, 10, 30, 60];

const LEVEL_WORDS = { 1: "beginner", 5: "casual", 8: "strong", 10: "perfect" };

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

export function fillPlayers(select) {
  const options = [new Option("Person", PERSON)];
  for (let level = 1; level <= 10; level++) {
    const words = LEVEL_WORDS[level];
    options.push(new Option(`Level ${level}${words ? `, ${words}` : ""}`, `level${level}`));
  }
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
