// The colours of the canvases, which are those of live.css: read once for each theme, never per frame.

/** Kinds that have a colour of their own; all others have that of compositions. */
const KINDS = ["tap", "press", "long_press", "drag", "swipe", "swipe_hold", "magnify", "rotate", "deep_press", "force",
  "stroke", "screen_reader"];
/** Steps of a trail from its finger's colour to the glass. */
export const RAMP_STEPS = 64;

const channels = (colour) => [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));

/** The mixture of two colours, both #rrggbb, with `share` of the second one. */
export function mix(from, to, share) {
  const end = channels(to);
  const mixed = channels(from).map((value, at) => Math.round(value + (end[at] - value) * share));
  return `rgb(${mixed.join(" ")})`;
}

/** The colours of a trail: opaque, because its segments overlap. */
function ramp(colour, ground) {
  return Array.from({ length: RAMP_STEPS }, (_, at) => mix(colour, ground, 0.35 + (0.65 * at) / RAMP_STEPS));
}

/** The colours and fonts of the current theme. */
export function readTheme(root = document.documentElement) {
  const style = getComputedStyle(root);
  const read = (name) => style.getPropertyValue(`--${name}`).trim();
  const theme = {
    ink: read("ink"), soft: read("soft"), line: read("line"), ground: read("ground"), glass: read("glass"),
    finger: read("finger"), band: read("band"), font: style.fontFamily, kinds: {}, ramps: {},
  };
  for (const kind of KINDS) theme.kinds[kind] = read(kind.replace("_", "-"));
  theme.kinds.other = read("other");
  for (const [kind, colour] of Object.entries({ ...theme.kinds, finger: theme.finger })) {
    theme.ramps[kind] = ramp(colour, theme.glass);
  }
  return theme;
}

/** The colour of a kind. */
export function colourOf(theme, kind) {
  return theme.kinds[kind] ?? theme.kinds.other;
}

/** Switches between light and dark; the system's choice applies until the user switches. */
export class ThemeSwitch {
  constructor(onChange) {
    this.onChange = onChange;
    this.system = matchMedia("(prefers-color-scheme: dark)");
    this.system.addEventListener("change", () => this.apply());
    this.choice = undefined;
    this.apply();
  }

  get isDark() {
    return this.choice ? this.choice === "dark" : this.system.matches;
  }

  toggle() {
    this.choice = this.isDark ? "light" : "dark";
    this.apply();
  }

  apply() {
    document.documentElement.dataset.theme = this.isDark ? "dark" : "light";
    this.onChange(readTheme(), this.isDark);
  }
}
