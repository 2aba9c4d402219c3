// The live page: adds lines of the connection to the timeline, and draws the player's instant.

import { Connection } from "./connection.js";
import { Controls } from "./controls.js";
import { Glass } from "./glass.js";
import { drawableZones } from "./lines.js";
import { Timeline } from "./model.js";
import { Panel } from "./panel.js";
import { Player } from "./player.js";
import { Strip } from "./strip.js";
import { ThemeSwitch } from "./theme.js";

const byId = (id) => document.getElementById(id);
/** The minimum interval at which the column of text is drawn while the picture moves, in ms. */
const TEXT_MS = 90;
const PRIVATE = "No glass: positions are private (privacy: { positions: false }). Gestures are still named.";
/** Whether the page is a file of its own, without a server: it shows the demo and recordings. */
const isStatic = document.documentElement.dataset.page === "static";
/** The states in which the page has no connection, and so no line to show. */
const AWAY = ["connecting", "gone", "refused"];
const NO_CONTACTS =
  "Fingers are not shown: the daemon sends no contacts. Set privacy: { contacts: true } in gestured.yaml.";

class LivePage {
  constructor() {
    this.player = new Player(new Timeline());
    this.state = { kind: "connecting", title: "Connecting", advice: "" };
    this.glass = new Glass(byId("ground"), byId("figure"));
    this.strip = new Strip(byId("strip"), (us) => this.controls.seek(us));
    this.panel = new Panel();
    this.frame = (nowMs) => this.draw(nowMs);
    this.themes = new ThemeSwitch((theme, isDark) => this.applyTheme(theme, isDark));
    this.controls = new Controls({
      player: this.player, themes: this.themes, hasLive: !isStatic, onChange: () => this.change(),
      onMessage: (message) => this.setMessage(message),
    });
    if (isStatic) this.controls.playDemo();
    else this.connect();
    new ResizeObserver(() => this.resize()).observe(byId("stage"));
    new ResizeObserver(() => this.resize()).observe(byId("strip"));
    this.watchRatio();
  }

  connect() {
    this.connection = new Connection({
      onLine: (line) => this.receive(line), onLost: () => this.handleLoss(), onState: (state) => this.setState(state),
    });
  }

  /** Watches the pixel ratio, which changes without a resize if the page moves to a finer screen or is zoomed. */
  watchRatio() {
    this.ratio = devicePixelRatio;
    this.ratioMedia = matchMedia(`(resolution: ${this.ratio}dppx)`);
    this.ratioMedia.addEventListener("change", () => this.resize(), { once: true });
  }

  receive(line) {
    const { live } = this.player;
    if (line.type === "hello") live.devices.clear();
    if (line.type === "reply" && line.zones) live.zones = drawableZones(line.zones);
    if (live.apply(line)) this.strip.resetLanes();
    this.player.record(line, performance.now());
    if (this.player.mode !== "live") return;
    if (["hello", "device"].includes(line.type) || line.zones) this.needsGround = true;
    this.wake();
  }

  handleLoss() {
    this.player.live.disconnect();
    this.wake();
  }

  applyTheme(theme, isDark) {
    this.theme = theme;
    byId("theme").textContent = isDark ? "Light" : "Dark";
    this.resize();
  }

  setState(state) {
    this.state = state;
    this.controls.follow(AWAY.includes(state.kind));
    this.showState();
    this.wake();
  }

  setMessage(message) {
    this.message = message;
    this.showState();
  }

  /** Shows the state of the connection, or for a while the result of an action. */
  showState() {
    const { kind, title, advice } = this.message ?? this.modeState() ?? this.liveState();
    byId("state").dataset.kind = kind;
    // Changed only if it differs: screen readers announce each change.
    if (byId("state-title").textContent !== title) byId("state-title").textContent = title;
    if (byId("state-advice").textContent !== advice) {
      // A browser would break a line within an option.
      byId("state-advice").replaceChildren(...advice.split(/(--[\w-]+)/).map((part, at) =>
        at % 2 === 0 ? part : Object.assign(document.createElement("code"), { textContent: part })));
    }
    // The tooltip has the whole text, which the window may truncate.
    if (byId("state").title !== `${title}. ${advice}`) byId("state").title = `${title}. ${advice}`;
  }

  /** The state of the connection. If positions are private, it advises no permission, as none would show fingers. */
  liveState() {
    const isPrivate = this.state.kind === "live" && this.player.live.hasPositions === false;
    return isPrivate && !this.connection?.receives("contact")
      ? { kind: "live", title: "Live, gestures only", advice: "Positions are private." } : this.state;
  }

  modeState() {
    const { mode, fileName, what, isPlaying } = this.player;
    if (mode === "live") return undefined;
    const trouble = isStatic || this.state.kind === "live" ? "" : ` ${this.state.title}.`;
    if (mode === "paused") return { kind: "paused", title: "Paused", advice: `Press Space to continue.${trouble}` };
    const advice = isStatic ? `Press Space to ${isPlaying ? "pause" : "play"}.` : "Press Esc to return to live.";
    return { kind: "recording", title: fileName, advice: `${what} ${advice}${trouble}` };
  }

  /** Called when another timeline, or another instant, is shown. */
  change() {
    if (this.shown !== this.player.view) this.strip.resetLanes();
    this.shown = this.player.view;
    this.showState();
    this.resize();
  }

  resize() {
    if (!this.theme || !this.glass) return;
    if (this.ratio !== devicePixelRatio) this.watchRatio();
    // The scale of texts on the canvases follows the page's font size; it is 1 on a screen of 1080 lines.
    this.theme.k = parseFloat(getComputedStyle(document.body).fontSize) / 21.6;
    this.needsGround = true;
    this.strip.resize(this.theme);
    this.panel?.invalidate();
    this.wake();
  }

  /** Draws from the next frame on until nothing moves, so that a still page costs nothing. */
  wake() {
    if (this.isAwake) return;
    this.isAwake = true;
    requestAnimationFrame(this.frame);
  }

  draw(nowMs) {
    // Set first, so that the next line draws again if drawing this instant fails.
    this.isAwake = false;
    if (this.ratio !== devicePixelRatio) this.resize();
    const { player } = this;
    const wasPlaying = player.isPlaying;
    player.tick(nowMs);
    if (wasPlaying !== player.isPlaying) this.controls.describe();
    if (this.needsGround) this.glass.resize(this.theme, player.view);
    this.needsGround = false;
    const isGlassAlive = this.glass.draw(player.view, player.atUs);
    const isStripAlive = this.strip.draw(player);
    if (nowMs - (this.textMs ?? 0) >= TEXT_MS || !player.isPlaying) {
      this.textMs = nowMs;
      this.drawText();
    }
    const isMoving = player.isPlaying && (player.mode === "recording" || isGlassAlive || isStripAlive);
    if (isMoving) this.wake();
    else this.drawText();
  }

  drawText() {
    const { player } = this;
    const isLive = player.mode === "live" && this.state.kind === "live";
    const isAway = player.mode === "live" && AWAY.includes(this.state.kind);
    this.controls.follow(AWAY.includes(this.state.kind));
    this.panel.draw(player, { isLive, isAway, mayExplain: this.connection?.receives("explanation") });
    this.showNotice();
    if (!this.message) this.showState();
    const seconds = (us) => Math.round(us / 1e4) / 100;
    const slider = byId("strip");
    const now = seconds(player.atUs - player.fromUs) || 0;
    slider.setAttribute("aria-valuemax", seconds(player.toUs - player.fromUs) || 10);
    slider.setAttribute("aria-valuenow", now);
    slider.setAttribute("aria-valuetext", player.mode === "live" ? "live" : `${now} seconds`);
  }

  /** Shows why there is no glass, or no finger on it; without a panel it offers the demo. */
  showNotice() {
    const { view, mode } = this.player;
    const isPrivate = view.hasPositions === false && !view.hasContacts;
    const { kind } = this.state;
    const lacksFingers = mode === "live" && kind === "live" && !this.connection.receives("contact");
    const isEmpty = mode === "live" && view.devices.size === 0;
    let text = "";
    if (isPrivate) text = PRIVATE;
    else if (view.devices.size === 0) text = mode === "recording" ? "The recording names no panel." : "";
    else if (this.glass.surfaces.length === 0) text = "The panel has no size.";
    else if (lacksFingers && view.gestures.length === 0) text = NO_CONTACTS;
    byId("ground").hidden = byId("figure").hidden = isPrivate;
    document.body.dataset.glass = isPrivate ? "none" : "";
    // The state at the top shows why there is no glass.
    const isOffered = isEmpty && !isPrivate && kind !== "connecting" && kind !== "live";
    byId("offer").hidden = !isOffered;
    document.body.dataset.offer = isOffered ? "demo" : "";
    byId("notice").hidden = text === "";
    if (byId("notice").textContent !== text) byId("notice").textContent = text;
  }
}

/** For tests, and for the browser's developer tools. */
globalThis.livePage = new LivePage();
