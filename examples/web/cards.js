// Three cards that are swiped, pinched and dragged; each has a zone of its own, which moves with it.
import { on } from "http://127.0.0.1:8765/gestures.js";

// The URL of gestured-web; this is also the default.
const OPTIONS = { url: "ws://127.0.0.1:8765/gestures" };
const PAGES = [["Rivers", "Lakes", "Seas"], ["Hills", "Peaks", "Plains"], ["Woods", "Meadows", "Moors"]];
const feedback = document.getElementById("feedback");

document.querySelectorAll("article").forEach((card, number) => {
  const title = card.querySelector("h2");
  const state = { page: 0, scale: 1, x: 0, y: 0 };
  let begun = { ...state };

  function show(line) {
    card.style.transform = `translate(${state.x}px, ${state.y}px) scale(${state.scale})`;
    card.classList.toggle("is-pressed", line.phase === "began" || line.phase === "changed");
    feedback.textContent = `${line.gesture} ${line.phase}: ${title.textContent}`;
  }

  /** The state that follows the fingers: `change` from its value when they began; a cancelled gesture is undone. */
  function follow(gesture, change) {
    on(card, gesture, (line) => {
      if (line.phase === "began") begun = { ...state };
      Object.assign(state, begun, line.phase === "cancelled" ? {} : change(line));
      show(line);
    }, OPTIONS);
  }

  follow("drag", (line) => {
    // Millimetres are proportional to the surface, and so to the page: x_mm is at x.
    const scaleX = line.x_mm ? (line.x / line.x_mm) * innerWidth : 0;
    const scaleY = line.y_mm ? (line.y / line.y_mm) * innerHeight : 0;
    return { x: begun.x + line.dx_mm * scaleX, y: begun.y + line.dy_mm * scaleY };
  });
  follow("magnify", (line) => ({ scale: Math.min(Math.max(begun.scale * line.scale, 0.5), 2) }));
  on(card, "swipe", (line) => {
    const step = { up: 1, down: -1 }[line.direction];
    if (!step) return;
    state.page = (state.page + step + 3) % 3;
    // The drag of the same fingers has moved the card: a swipe turns the page instead.
    Object.assign(state, { x: 0, y: 0 });
    title.textContent = PAGES[number][state.page];
    show(line);
  }, OPTIONS);
});
