// The connection to the server: messages as objects, and back again after it was lost.

const FIRST_WAIT = 500;
const LONGEST_WAIT = 8000;

export class Connection {
  // `listener` is called with every message, and with {type: "open"} and {type: "lost"}.
  constructor(listener) {
    this.listener = listener;
    this.wait = FIRST_WAIT;
    this.connect();
    // Whoever comes back to the page, or to the network, need not wait.
    for (const event of ["online", "focus"]) window.addEventListener(event, () => this.timer && this.connect());
  }

  get isOpen() {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  connect() {
    clearTimeout(this.timer);
    this.timer = null;
    const address = new URL("ws", location.href.split("#")[0]);
    address.protocol = address.protocol.replace("http", "ws");
    address.search = location.search; // the token, if the server wants one
    const socket = new WebSocket(address);
    this.socket = socket;
    socket.addEventListener("open", () => {
      this.wait = FIRST_WAIT;
      this.listener({ type: "open" });
    });
    socket.addEventListener("message", (event) => this.listener(JSON.parse(event.data)));
    socket.addEventListener("close", () => {
      this.listener({ type: "lost" });
      this.timer = setTimeout(() => this.connect(), this.wait * (0.75 + Math.random() / 2));
      this.wait = Math.min(LONGEST_WAIT, this.wait * 2);
    });
  }

  // Is the message on its way?
  send(message) {
    if (!this.isOpen) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }
}
