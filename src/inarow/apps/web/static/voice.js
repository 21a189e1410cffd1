// What is said: notices for the eyes, announcements for screen readers.

const NOTICE_SECONDS = 6;

export class Voice {
  constructor(notice, announcer) {
    Object.assign(this, { notice, announcer });
  }

  // A message that wants to be seen; it goes away by itself.
  show(text) {
    this.notice.textContent = text;
    this.notice.hidden = false;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => (this.notice.hidden = true), 1000 * NOTICE_SECONDS);
  }

  // A message for those who do not see the board; several at once become one.
  say(text) {
    this.waiting = this.waiting ? `${this.waiting} ${text}` : text;
    clearTimeout(this.pause);
    this.pause = setTimeout(() => {
      this.announcer.textContent = this.waiting;
      this.waiting = "";
    }, 150);
  }
}
