// What is said: notices for the eyes, announcements for screen readers.

import { $ } from "./dom.js";

const NOTICE_SECONDS = 6;
const HINT_SECONDS = 2.5;
const EDGE = 8; // pixels between a hint and the edge of the window

export class Voice {
  // A message that wants to be seen; it goes away by itself.
  show(text) {
    $("notice").textContent = text;
    $("notice").hidden = false;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => ($("notice").hidden = true), 1000 * NOTICE_SECONDS);
  }

  // Why something cannot be done, beside where it was tried; said as well.
  hint(text, element) {
    const hint = $("hint");
    hint.textContent = text;
    hint.hidden = false;
    const cell = element.getBoundingClientRect();
    const left = cell.left + (cell.width - hint.offsetWidth) / 2;
    const above = cell.top - hint.offsetHeight - EDGE / 2;
    hint.style.left = `${Math.max(EDGE, Math.min(left, document.documentElement.clientWidth - hint.offsetWidth - EDGE))}px`;
    hint.style.top = `${above > EDGE ? above : cell.bottom + EDGE / 2}px`;
    clearTimeout(this.hinting);
    this.hinting = setTimeout(() => (hint.hidden = true), 1000 * HINT_SECONDS);
    this.say(text);
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
