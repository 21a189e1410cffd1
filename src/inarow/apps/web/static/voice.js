// What is said: notices for the eyes, announcements for screen readers.

import { $ } from "./dom.js";

const NOTICE_SECONDS = 6;

export class Voice {
  // A message that wants to be seen; it goes away by itself.
  show(text) {
    $("notice").textContent = text;
    $("notice").hidden = false;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => ($("notice").hidden = true), 1000 * NOTICE_SECONDS);
  }

  // A message for those who do not see the board; several at once become one.
  say(text) {
    this.waiting = this.waiting ? `${this.waiting} ${text}` : text;
    clearTimeout(this.pause);
    this.pause = setTimeout(() => {
      $("announcer").textContent = this.waiting;
      this.waiting = "";
    }, 150);
  }
}
