// Keys that work everywhere but in a field where one types.

export function bindKeys(actions) {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.altKey || event.metaKey && !event.ctrlKey) return;
    if (event.target.closest?.("textarea, input, select, dialog")) return;
    const key = event.ctrlKey ? `Ctrl+${event.shiftKey ? "Shift+" : ""}${event.key.toLowerCase()}` : event.key;
    const action = actions[key];
    if (!action) return;
    event.preventDefault();
    action();
  });
}
