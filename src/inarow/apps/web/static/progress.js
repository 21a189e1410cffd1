// One line about what the server is thinking of.

const LEAST_SHARE = 0.0001; // of less one need not speak

export function progressLine(requests, game) {
  const request = requests.find((r) => r.kind === "move") ?? requests[0];
  if (!request) return "";
  const what = request.kind === "move" ? "thinking" : request.isCost ? "weighing moves played" : "analysing";
  const { progress } = request;
  if (progress === null) return `${what}: waiting for a free worker …`;
  if (!progress) return `${what} …`;
  const parts = [`${progress.seconds.toFixed(1)} s`, `${count(progress.nodes)} nodes`];
  if (progress.share >= LEAST_SHARE) parts.push(`${percent(progress.share)} closed`);
  if (progress.line.length) parts.push(progress.line.slice(0, 5).map((cell) => game.name(cell)).join(" "));
  return `${what}: ${parts.join(", ")}`;
}

function count(number) {
  for (const [size, unit] of [[1e9, "G"], [1e6, "M"], [1e3, "k"]]) {
    if (number >= size) return `${(number / size).toPrecision(3)} ${unit}`;
  }
  return `${number}`;
}

function percent(share) {
  const shown = 100 * share;
  return `${shown >= 1 ? shown.toFixed(0) : shown.toFixed(2)} %`;
}
