// What is known of positions: the server's results, kept for as long as the page is open.

const KEPT = 400;
const known = new Map();

// {root, moves: Map of cell to result, isDone} of a position; forced, once that was looked for:
// its win by force, or null; why and zone, after a move by a proof: what that says, and the replies that matter.
export function of(position) {
  const { key } = position;
  let found = known.get(key);
  if (!found) {
    found = { root: null, moves: new Map(), isDone: false };
    known.set(key, found);
    if (known.size > KEPT) known.delete(known.keys().next().value);
  }
  return found;
}

// Take a message `found` about a position.
export function take(position, message) {
  const found = of(position);
  for (const result of message.moves) found.moves.set(result.move, better(found.moves.get(result.move), result));
  if (message.root) found.root = better(found.root, message.root);
}

// Of two results the one that says more.
function better(before, after) {
  return before?.settled ? before : { ...after, estimate: after.estimate ?? before?.estimate ?? null };
}

// What is known after move number i of a record, 0 for its start: {value, estimate} for X, each null
// where it is not known. The position itself may be known, its best move, or the move that led to it.
export function valueAt(record, i) {
  const { winner, isOver } = record.positions[i];
  if (isOver) return { value: { X: 1, O: -1 }[winner] ?? 0, estimate: null };
  const { root, moves } = of(record.positions[i]);
  const known = [[root, i], [moves.get(root?.move), i]];
  if (i) known.push([of(record.positions[i - 1]).moves.get(record.moves[i - 1]), i - 1]);
  const first = (field) => {
    const [result, ply] = known.find(([one]) => (one?.[field] ?? null) !== null) ?? [];
    return result ? (record.mover(ply) === "X" ? 1 : -1) * result[field] : null;
  };
  return { value: first("value"), estimate: first("estimate") };
}
