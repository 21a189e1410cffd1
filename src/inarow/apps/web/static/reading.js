// Texts that others wrote, records and positions: the server reads them. Where a text does not say which
// game it is, that is asked for; what is on the board does not tell.

import { $ } from "./dom.js";
import { Record } from "./record.js";

export class Reading {
  // `found` is called with the record that was read, `refuse` with the reason why there is none.
  constructor(connection, found, refuse) {
    Object.assign(this, { connection, found, refuse, id: 0 });
  }

  // Is the text on its way?
  ask(text) {
    this.text = text;
    const game = $("ask").hidden ? "" : $("ask-game").value.trim();
    const message = { type: "read", id: ++this.id, text, game: game || null, bottom: $("from-bottom").checked };
    return this.connection.send(message);
  }

  async hear(message) {
    if (message.id !== this.id) return; // of a text that another one has followed
    $("ask").hidden = !message.asks;
    $("ask-game").value = "";
    if (message.type === "record") {
      this.found(await Record.of(message.board, message.branches));
      return;
    }
    this.refuse(message.message);
    if (!message.asks) return;
    $("import").value = this.text; // to be set up when the game is told
    $("ask-game").focus();
  }
}
