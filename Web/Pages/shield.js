// A shield against the touch that wakes a screen: docs/wake.md.

const DEFAULT_URL = "ws://127.0.0.1:8765/gestures";
const [FIRST_PAUSE_MS, LAST_PAUSE_MS] = [500, 10_000];

/**
 * Covers the page with `element` from the daemon's `idle` until the touch that wakes it has lifted, so that
 * this touch presses nothing. The element fills the page, is hidden at first, and may be transparent.
 */
export function shieldWhileIdle(element, { url = DEFAULT_URL } = {}) {
  // The touch may lift after the shield is hidden: the browser then makes no click of it.
  for (const name of ["touchstart", "touchend"]) {
    element.addEventListener(name, (event) => event.preventDefault(), { passive: false });
  }
  connect(element, url);
}

/** Connects, and again after each loss, after longer and longer pauses until gestured has accepted a connection. */
function connect(element, url, pauseMs = FIRST_PAUSE_MS) {
  let nextPauseMs = Math.min(2 * pauseMs, LAST_PAUSE_MS);
  const socket = new WebSocket(url);
  socket.onopen = () => {
    socket.send('{"type":"subscribe","events":["activity","wake"]}');
    // The daemon may be idle already.
    socket.send('{"type":"status"}');
  };
  socket.onmessage = ({ data }) => {
    const { type, seq, state, status } = JSON.parse(data);
    if (seq) [pauseMs, nextPauseMs] = [FIRST_PAUSE_MS, 2 * FIRST_PAUSE_MS];
    if ((state ?? status?.activity) === "idle") element.hidden = false;
    // After an overflow the `wake` line may be lost: a shield would otherwise stay.
    else if (type === "wake" || type === "overflow") element.hidden = true;
  };
  socket.onclose = () => {
    element.hidden = true;
    setTimeout(() => connect(element, url, nextPauseMs), pauseMs);
  };
}
