// Three cards that are swiped, pinched and dragged; each has a zone of its own, which moves with it.
import { on } from "./gestures.js";

// The URL of gestured-web; this is also the default.
const OPTIONS = { url: "ws://127.0.0.1:8765/gestures" };
const PAGES = [["Rivers", "Lakes", "Seas"], ["Hills", "Peaks", "Plains"], ["Woods", "Meadows", "Moors"]];
const feedback = document.getElementById("feedback");

document.querySelectorAll("article").forEach((card, number) => {
  const title = card.querySelector("h2");
  const state = { page: 0, scale: 1, x: 0, y: 0 };
  let before = { ...state };

  function show(line) {
    card.style.transform = `translate(${state.x}px, ${state.y}px) scale(${state.scale})`;
    card.classList.toggle("is-pressed", line.phase === "began" || line.phase === "changed");
    feedback.textContent = `${line.gesture} ${line.phase}: ${title.textContent}`;
  }

  /** Applies the change of each line to the state before the gesture; a cancelled gesture is undone. */
  function follow(gesture, change) {
    on(card, gesture, (line) => {
      if (line.phase === "began") before = { ...state };
      Object.assign(state, before, line.phase === "cancelled" ? {} : change(line));
      show(line);
    }, OPTIONS);
  }

  follow("drag", (line) => {
    // The page fills the surface, so x and x_mm of a line give the pixels of a millimetre.
    const scaleX = line.x_mm ? (line.x / line.x_mm) * innerWidth : 0;
    const scaleY = line.y_mm ? (line.y / line.y_mm) * innerHeight : 0;
    return { x: before.x + line.dx_mm * scaleX, y: before.y + line.dy_mm * scaleY };
  });
  follow("magnify", (line) => ({ scale: Math.min(Math.max(before.scale * line.scale, 0.5), 2) }));
  on(card, "swipe", (line) => {
    const step = { up: 1, down: -1 }[line.direction];
    if (!step) return;
    state.page = (state.page + step + 3) % 3;
    // A drag by the same fingers has moved the card: the swipe moves it back and turns the page.
    Object.assign(state, { x: 0, y: 0 });
    title.textContent = PAGES[number][state.page];
    show(line);
  }, OPTIONS);
});
