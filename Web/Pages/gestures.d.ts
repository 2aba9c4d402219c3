/**
 * Gestures of gestured for web pages: docs/gestures-js.md.
 *
 * One line of a gesture, as docs/protocol.md has it: members that a kind does not fill are missing, and later
 * versions may have more.
 */
export interface GestureLine {
  type: "gesture";
  /** Microseconds of the kernel's monotonic clock. */
  time_us: number;
  device: number;
  zone: string;
  /** The kind. */
  gesture: "tap" | "press" | "long_press" | "drag" | "swipe" | "magnify" | "rotate" | "deep_press" | "force"
    | "stroke" | "simultaneous" | "sequence" | "exclusive" | (string & {});
  /** The name that the configuration gives it, or the kind. */
  name: string;
  id: number;
  phase: "began" | "changed" | "ended" | "cancelled";
  /** Of `cancelled`; `disconnected` where the connection was lost. */
  reason?: string;
  fingers: number;
  /** The middle of the fingers as a share of the surface, and in millimetres; missing where positions are private. */
  x?: number;
  y?: number;
  x_mm?: number;
  y_mm?: number;
  dx_mm?: number;
  dy_mm?: number;
  vx_mm_s?: number;
  vy_mm_s?: number;
  predicted_dx_mm?: number;
  predicted_dy_mm?: number;
  scale?: number;
  scale_velocity?: number;
  rotation_deg?: number;
  rotation_velocity?: number;
  force?: number;
  force_source?: "pressure" | "area";
  max_force?: number;
  count?: number;
  steps?: number;
  direction?: "left" | "right" | "up" | "down" | "up_left" | "up_right" | "down_left" | "down_right";
  edge?: "left" | "right" | "top" | "bottom";
  stroke?: string;
  score?: number;
  inside?: boolean;
  duration_us?: number;
  /** In handlers of `on`: the element. */
  target?: HTMLElement | null;
  [member: string]: unknown;
}

/** The members of a `subscribe` request, without its type. */
export interface Subscription {
  gestures?: string[];
  names?: string[];
  zones?: string[];
  phases?: ("began" | "changed" | "ended" | "cancelled")[];
  devices?: (string | number)[];
  fingers?: [number, number];
  max_rate_hz?: number;
  positions?: boolean;
}

export interface ListenOptions {
  /** The URL of gestured-web; by default `ws://127.0.0.1:8765/gestures`. */
  url?: string;
  /** The subscription; by default all gestures. */
  subscription?: Subscription;
}

/** Options for all elements: those of the first call of `on` apply. */
export interface ZoneOptions extends ListenOptions {
  /**
   * Where the touch surface is in the page's coordinates (CSS pixels, as getBoundingClientRect has them). Left out:
   * the page fills the screen that the panel covers, so the surface is the page's visible part.
   */
  surface?: () => DOMRect;
  /** The devices of the zones and of what is asked for, by name or output, as `add_zone` has them; left out: all. */
  devices?: string[];
  /** What zones recognise, as `add_zone` has it; left out: "default". */
  gestures?: unknown;
}

/**
 * Calls `onLine` with each line of a gesture, for as long as the page is there. Connects again when gestured-web or
 * the daemon was away, after 0.5 s, then later and later, up to 10 s. A gesture that was going on is `cancelled`,
 * reason `disconnected`, at the loss.
 */
export function listen(onLine: (line: GestureLine) => void, options?: ListenOptions): void;

/**
 * Calls `handler` with the lines of a gesture, by its kind or its name, that begins on `element`: up to eight elements
 * have zones that follow them; of more, and where the daemon permits no zones, the page finds the element where the
 * gesture began. The element gets an attribute `data-zone`. Returns what ends it.
 */
export function on(
  element: HTMLElement, gesture: string, handler: (line: GestureLine) => void, options?: ZoneOptions,
): () => void;
