// Buttons, keys and files: all actions of the user.

import { download, openFile, readTimeline, save } from "./recording.js";

const byId = (id) => document.getElementById(id);
/** Steps of keys, in microseconds. */
const STEPS = { ArrowLeft: -1e5, ArrowRight: 1e5, ",": -8000, ".": 8000 };
/** How long a message replaces the state of the connection, in ms. */
const MESSAGE_MS = 6000;
const TOUCHES_ALONE = "Touches alone: gestured --replay FILE --json writes lines with gestures.";

export class Controls {
  /**
   * `onChange` is called after any change of the shown instant, `onMessage` with title and advice. `hasLive` is
   * whether the page has a present to return to.
   */
  constructor({ player, themes, hasLive, onChange, onMessage }) {
    Object.assign(this, { player, themes, hasLive, onChange, onMessage });
    this.isAway = true;
    this.isDemo = false;
    if (!hasLive) byId("live").textContent = "Back to the demo";
    if (!hasLive) byId("live-key").textContent = "back to the demo";
    const actions = {
      pause: () => this.toggle(), save: () => this.save(), open: () => byId("file").click(),
      live: () => this.resume(), theme: () => themes.toggle(), help: () => byId("keys").showModal(),
      demo: () => this.playDemo(),
    };
    for (const [id, action] of Object.entries(actions)) byId(id).addEventListener("click", action);
    byId("file").addEventListener("change", (event) => this.open(event.target));
    addEventListener("keydown", (event) => this.press(event, actions));
    this.describe();
  }

  press(event, actions) {
    if (event.ctrlKey || event.altKey || event.metaKey || byId("keys").open) return;
    const isButton = event.target instanceof HTMLButtonElement;
    const keys = { s: "save", o: "open", t: "theme", "?": "help", Escape: "live" };
    const step = STEPS[event.key];
    const page = { PageUp: 1, PageDown: -1 }[event.key];
    if (page) this.seekBy(page * (this.player.toUs - this.player.fromUs || 0));
    else if (step) this.seekBy(step * (event.shiftKey ? 10 : 1));
    else if (event.key === " " && !isButton) this.toggle();
    else if (event.key === "Home") this.seek(-Infinity);
    else if (event.key === "End") this.seek(Infinity);
    else if (event.key.length > 1 && event.key !== "Escape") return;
    else if (event.key in keys) actions[keys[event.key]]();
    else if (event.key.toLowerCase() in keys) actions[keys[event.key.toLowerCase()]]();
    else return;
    event.preventDefault();
  }

  /** Whether the page shows a picture; in the present it has none without a touchscreen. */
  get hasPicture() {
    return this.player.mode !== "live" || this.player.view.devices.size > 0;
  }

  /** Pauses or continues. Does nothing in the present without a connection, because nothing moves then. */
  toggle() {
    if (!this.hasPicture || (this.player.mode === "live" && this.isAway)) return;
    this.player.toggle(performance.now());
    this.changed();
  }

  /** Returns to the present; in a page without a present, to the demo. */
  resume() {
    if (!this.hasLive) {
      if (!this.isDemo) this.playDemo();
      return;
    }
    this.isDemo = false;
    this.player.resume();
    this.changed();
  }

  seekBy(us) {
    this.seek(this.player.presentUs(performance.now()) + us);
  }

  seek(us) {
    if (!this.hasPicture) return;
    this.player.seek(us, performance.now());
    this.changed();
  }

  save() {
    const { view, fromUs, toUs, atUs } = this.player;
    const text = this.canSave ? save(view, fromUs, toUs ?? atUs) : undefined;
    if (!text) return this.message("Nothing to save", this.whyNothing());
    const name = `touches-${new Date().toISOString().replace(/[-:]/g, "").slice(0, 15)}.evemu`;
    download(text, name);
    return this.message(`Saved ${name}`, "It shows where fingers were. Play it: gestured --replay FILE --dump");
  }

  get canSave() {
    return this.hasPicture && this.player.view.hasContacts;
  }

  /** The reason why there is nothing to save. */
  whyNothing() {
    const { mode, view } = this.player;
    if (!this.hasPicture) return "The page shows no touchscreen.";
    if (view.hasContacts) return "There was no touch in these seconds.";
    if (mode === "recording") return "The recording has no contacts.";
    return this.isAway ? "The page has no connection."
      : "The page gets no contacts: a recording needs privacy: { contacts: true } in gestured.yaml.";
  }

  async open(input) {
    const [file] = input.files;
    input.value = "";
    if (!file) return;
    try {
      const timeline = await openFile(file);
      this.player.open(timeline, file.name, timeline.gestures.length ? undefined : TOUCHES_ALONE);
      this.opened(false);
    } catch (error) {
      this.message(`Cannot open ${file.name}`, error.message);
    }
  }

  async playDemo() {
    const { default: lines } = await import("./demo.js");
    this.player.open(readTimeline(lines), "The demo", "A recording of seven kinds of gestures.");
    this.opened(true);
  }

  /** Updates the page after a recording was opened, and removes an earlier message. */
  opened(isDemo) {
    this.isDemo = isDemo;
    clearTimeout(this.messageEnd);
    this.onMessage(undefined);
    this.changed();
  }

  message(title, advice) {
    this.onMessage({ kind: "message", title, advice });
    clearTimeout(this.messageEnd);
    this.messageEnd = setTimeout(() => this.onMessage(undefined), MESSAGE_MS);
  }

  /** Updates the buttons if the connection, the touchscreens or the first contact changed what they can do. */
  follow(isAway) {
    const { canSave, hasPicture } = this;
    if (this.isAway === isAway && this.couldSave === canSave && this.hadPicture === hasPicture) return;
    Object.assign(this, { isAway, couldSave: canSave, hadPicture: hasPicture });
    this.describe();
  }

  changed() {
    this.describe();
    this.onChange();
  }

  /** Updates the buttons' labels. An unavailable button keeps the focus; Save then shows the reason. */
  describe() {
    const { mode, isPlaying } = this.player;
    byId("pause").textContent = { live: "Pause", paused: "Continue" }[mode] ?? (isPlaying ? "Pause" : "Play");
    byId("pause").ariaDisabled = !this.hasPicture || (mode === "live" && this.isAway);
    byId("save").ariaDisabled = !this.canSave;
    byId("live").hidden = this.hasLive ? mode === "live" : this.isDemo || mode === "live";
    const seconds = Math.round(((this.player.toUs ?? 10e6) - (this.player.fromUs ?? 0)) / 1e6);
    byId("save").textContent = `Save these ${mode === "recording" ? seconds : 10} s`;
  }
}
