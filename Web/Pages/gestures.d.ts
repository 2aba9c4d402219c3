/** The kinds of gestures. */
export type GestureKind = "tap" | "press" | "long_press" | "drag" | "swipe" | "swipe_hold" | "magnify" | "rotate" | "deep_press"
  | "force" | "stroke" | "screen_reader" | "simultaneous" | "sequence" | "exclusive";

/** The gestures for screen readers: docs/gestures/screen-reader.md. */
export type ScreenReaderGesture = "swipe_left" | "swipe_right" | "swipe_up" | "swipe_down" | "2_finger_swipe_left" | "2_finger_swipe_right"
  | "2_finger_swipe_up" | "2_finger_swipe_down" | "3_finger_swipe_left" | "3_finger_swipe_right"
  | "3_finger_swipe_up" | "3_finger_swipe_down" | "4_finger_swipe_left" | "4_finger_swipe_right"
  | "4_finger_swipe_up" | "4_finger_swipe_down" | "swipe_left_and_right" | "swipe_left_and_up"
  | "swipe_left_and_down" | "swipe_right_and_left" | "swipe_right_and_up" | "swipe_right_and_down"
  | "swipe_up_and_left" | "swipe_up_and_right" | "swipe_up_and_down" | "swipe_down_and_left" | "swipe_down_and_right"
  | "swipe_down_and_up" | "double_tap" | "double_tap_and_hold" | "2_finger_single_tap" | "2_finger_double_tap"
  | "2_finger_double_tap_and_hold" | "2_finger_triple_tap" | "2_finger_triple_tap_and_hold" | "3_finger_single_tap"
  | "3_finger_single_tap_and_hold" | "3_finger_double_tap" | "3_finger_double_tap_and_hold" | "3_finger_triple_tap"
  | "3_finger_triple_tap_and_hold" | "4_finger_single_tap" | "4_finger_double_tap" | "4_finger_double_tap_and_hold"
  | "4_finger_triple_tap";

/**
 * Gestures of gestured for web pages: docs/gestures-js.md.
 *
 * One line of a gesture, as docs/protocol.md has it. Members that a kind does not fill are missing, and later versions
 * may have more.
 */
export interface GestureLine {
  type: "gesture";
  /** Microseconds of the kernel's monotonic clock. */
  time_us: number;
  device: number;
  zone: string;
  /** The kind. */
  gesture: GestureKind | (string & {});
  /** The name that the configuration gives it, or the kind. */
  name: string;
  id: number;
  phase: "began" | "changed" | "ended" | "cancelled";
  /**
   * Of `cancelled`: as in docs/protocol.md; also `disconnected` if the connection was lost, `stopped` if a handler of
   * an inner element stopped the gesture, and `connected` if a connection ended the gestures of gestures-pointer.js.
   */
  reason?: string;
  fingers: number;
  /** The middle of the fingers as fractions of the surface, and in millimetres; missing if positions are private. */
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
  second_direction?: "left" | "right" | "up" | "down";
  edge?: "left" | "right" | "top" | "bottom";
  screen_reader?: ScreenReaderGesture;
  stroke?: string;
  score?: number;
  runner_up?: string;
  runner_up_score?: number;
  inside?: boolean;
  duration_us?: number;
  /** Of compositions. */
  parts?: GesturePart[];
  [member: string]: unknown;
}

/** A part of a composition that is active or has ended, with the values of its kind, or parts again. */
export type GesturePart = Partial<GestureLine> & Pick<GestureLine, "gesture" | "name">;

/** The size of a surface, for `inject`: a `device` line of docs/protocol.md may have more members. */
export interface DeviceLine {
  type: "device";
  device: { id: number; width_mm: number; height_mm: number; [member: string]: unknown };
}

/** A line as the handlers of `on` receive it. */
export interface ElementGesture extends GestureLine {
  /** The innermost element on which the gesture began; an element with handlers if that is not known. */
  target: Element;
  /** The element whose handler is called. */
  currentTarget: Element;
  /**
   * Keeps the gesture from the ancestors of `currentTarget`. At its first line they never receive it. Later they
   * receive `cancelled`, reason `stopped`, which none of them can stop.
   */
  stopPropagation(): void;
}

/** The members of a `subscribe` request, without its type. */
export interface Subscription {
  /** The types of lines; by default `gesture` and `device`. Without `device` the page knows no size of a surface. */
  events?: ("gesture" | "device" | "activity" | "wake" | "contact" | "health" | "explanation")[];
  gestures?: (GestureKind | (string & {}))[];
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

/** Options for the whole page: those of the first call of `on` apply. */
export interface ZoneOptions extends ListenOptions {
  /**
   * The touch surface in the page's coordinates (CSS pixels, as from getBoundingClientRect). By default
   * the page fills the screen that the panel covers, so the surface is the visible part of the page.
   */
  surface?: () => DOMRect;
  /** The names or outputs of the devices of the zones and of the subscription, as in `add_zone`; by default all. */
  devices?: string[];
  /** The gestures of the zones, as in `add_zone`; by default "default". */
  gestures?: unknown;
}

/**
 * Calls `onLine` with each line of a gesture, for as long as the page exists. Connects again when gestured-web or
 * the daemon was away, after 0.5 s, then after longer and longer pauses, up to 10 s. At the loss, active gestures are
 * `cancelled`, reason `disconnected`.
 */
export function listen(onLine: (line: GestureLine) => void, options?: ListenOptions): void;

/**
 * Calls `handler` with each line of a gesture, by its kind or its name, that begins on `element` or inside it. Handlers
 * of inner elements are called first. Up to eight elements have zones that follow them; for further ones, and if the
 * daemon permits no zones, the page finds the element where the gesture began. Returns a function that ends the calls.
 * Throws a `TypeError` if `element` is not an element.
 */
export function on(
  element: Element, gesture: string, handler: (line: ElementGesture) => void, options?: ZoneOptions,
): () => void;

/** The rectangle of the touch surface in the page's coordinates. */
export function surface(): DOMRect;

/**
 * Passes a line to the handlers as if gestured had sent it, for gestures-pointer.js and for tests of a page. Returns
 * false, and does nothing, once the page has had a connection to gestured.
 */
export function inject(line: GestureLine | DeviceLine): boolean;
