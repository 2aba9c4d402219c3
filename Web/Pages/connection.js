// The page's connection to gestured-web: its state, with advice, and its permissions.

import { faultOf } from "./lines.js";

const MINIMUM_PAUSE_MS = 500;
const MAXIMUM_PAUSE_MS = 10_000;
/** How often permissions and zones are queried: a reload of the daemon's configuration may change them. */
const QUERY_INTERVAL_MS = 15_000;

/** The subscriptions to try, the largest first: the daemon refuses one as a whole if it does not permit a type. */
const SUBSCRIPTIONS = [
  ["contact", "explanation"], ["contact"], ["explanation"], [],
];

const BYES = {
  shutdown: ["gestured is not running", "Start it: systemctl start gestured.service"],
  restarting: ["gestured restarts", "This page connects again by itself."],
  too_slow: ["This page was too slow", "It read no lines for too long. Close other pages, or use a faster machine."],
  too_many_requests: ["This page sent too many requests", "It connects again by itself."],
  too_many_clients: ["gestured has too many clients", "Close other pages or programs that listen."],
};

/** The URL of the lines, on the server of the page. */
export function linesURL(page = location) {
  const url = new URL("gestures", page.href);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  url.search = url.hash = "";
  return url.href;
}

/**
 * Connects, subscribes, and reconnects. Calls `onLine` with each line, `onLost` when a connection that had
 * lines ends, and `onState` with { kind, title, advice } whenever that changes.
 */
export class Connection {
  constructor({ url = linesURL(), onLine, onLost, onState }) {
    this.url = url;
    this.callbacks = { onLine, onLost, onState };
    this.pauseMs = MINIMUM_PAUSE_MS;
    this.panels = new Map();
    this.state = undefined;
    this.setState("connecting", "Connecting", `to ${url}`);
    // The configuration may have changed while the page was hidden.
    document.addEventListener("visibilitychange", () => document.hidden || this.queryAgain());
    this.open();
  }

  open() {
    this.attempt = 0;
    this.pending = undefined;
    this.isReady = false;
    this.bye = undefined;
    this.granted = [];
    this.panels.clear();
    this.socket = new WebSocket(this.url);
    this.socket.onmessage = (message) => this.receive(message.data);
    this.socket.onclose = (event) => this.close(event);
    this.socket.onopen = () => this.subscribe();
  }

  send(request) {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(request));
  }

  subscribe() {
    this.pending = `subscribe-${this.attempt}`;
    const events = ["gesture", "device", "activity", ...SUBSCRIPTIONS[this.attempt]];
    this.send({ type: "subscribe", id: this.pending, events });
  }

  receive(text) {
    let line;
    try {
      line = JSON.parse(text);
    } catch {
      // `faultOf` refuses an undefined line.
    }
    if (faultOf(line)) return;
    if (line.type === "reply") this.handleReply(line);
    else if (line.type === "bye") this.bye = line.reason;
    else if (line.type === "device") this.handleDevice(line);
    else if (line.type === "snapshot_end") this.becomeReady();
    else if (line.reason === "reloaded") this.requestZones();
    this.callbacks.onLine(line);
  }

  becomeReady() {
    this.isReady = true;
    this.pauseMs = MINIMUM_PAUSE_MS;
    this.requestZones();
    this.describePanels();
  }

  handleDevice({ change, device }) {
    if (change === "removed") this.panels.delete(device.id);
    else this.panels.set(device.id, device);
    if (!this.isReady) return;
    this.requestZones();
    this.describePanels();
  }

  /** Requests zones. An older daemon refuses this request, and no zones are drawn. */
  requestZones() {
    this.send({ type: "zones", id: "zones" });
  }

  handleReply(line) {
    if (line.id !== this.pending) return;
    this.pending = undefined;
    if (line.ok) {
      this.granted = SUBSCRIPTIONS[this.attempt];
      clearTimeout(this.queryTimer);
      this.queryTimer = setTimeout(() => this.queryAgain(), QUERY_INTERVAL_MS);
      this.describePanels();
    } else if (this.attempt < SUBSCRIPTIONS.length - 1) {
      this.attempt += 1;
      this.subscribe();
    }
  }

  /** Repeats all requests, to learn the present permissions and zones. */
  queryAgain() {
    if (!this.isReady || this.pending) return;
    this.attempt = 0;
    this.subscribe();
    this.requestZones();
  }

  /** Whether the page is subscribed to lines of a type: `contact`, `explanation`. */
  receives(type) {
    return this.granted.includes(type);
  }

  describePanels() {
    if (!this.isReady || this.pending) return;
    const panels = [...this.panels.values()];
    const broken = panels.find((device) => device.state === "error");
    if (panels.length === 0) {
      this.setState("nopanel", "No touchscreen", "Connect one; gesturectl doctor finds what is wrong.");
    } else if (broken) {
      this.setState("error", `${broken.name} cannot be read`, `${broken.error ?? ""} Ask gesturectl doctor.`);
    } else if (!this.receives("contact")) {
      this.setState("live", "Live, gestures only",
        "For fingers, set privacy: { contacts: true } in gestured.yaml; then systemctl reload gestured.");
    } else {
      this.setState("live", "Live", panels.map((device) => device.name).join(", "));
    }
  }

  close({ code, reason }) {
    clearTimeout(this.queryTimer);
    const hadLines = this.isReady;
    this.isReady = false;
    this.granted = [];
    if (hadLines) this.callbacks.onLost();
    if (this.bye in BYES) this.setState("gone", ...BYES[this.bye]);
    else if (code === 1008) this.setState("refused", "gestured-web refuses this page", reason);
    else if (code === 1013 && /pages are connected/.test(reason)) {
      this.setState("gone", "Too many pages", `Close others: ${reason}.`);
    } else if (code === 1013) this.setState("gone", "gestured does not answer", this.goneAdvice(reason));
    else {
      this.setState("gone", "gestured-web does not answer",
        "Start it: systemctl start gestured-web.socket. This page connects again by itself.");
    }
    setTimeout(() => this.open(), this.pauseMs);
    this.pauseMs = Math.min(2 * this.pauseMs, MAXIMUM_PAUSE_MS);
  }

  /** What to do. The reason is named unless it is only that no daemon runs. */
  goneAdvice(reason) {
    const isUsual = !reason || /no such file|connection refused/.test(reason);
    return `Check it: systemctl status gestured. This page connects again by itself.${isUsual ? "" : ` (${reason})`}`;
  }

  setState(kind, title, advice) {
    const isSame = this.state && ["kind", "title", "advice"].every((name, index) =>
      this.state[name] === [kind, title, advice][index]);
    if (isSame) return;
    this.state = { kind, title, advice };
    this.callbacks.onState(this.state);
  }
}
