// A key for everything. A control names its key in `data-key`; circles and pieces are found by their order.

const SIDES = ["q", "w", "e", "t"];
let clicked = null; // what was clicked last: it has the focus, but Enter should still press the gold button
const shown = (element) => element.checkVisibility() && !element.disabled;

function find(key) {
  const all = [...document.querySelectorAll(".at-table [data-key]")].filter((element) => element.dataset.key === key);
  return all.find(shown) ?? all.find((element) => element.popoverTargetElement);
}

function press(key) {
  if (/^[1-7]$/.test(key) && document.querySelector("form.set")) {
    document.dispatchEvent(new CustomEvent("paigow:pick", { detail: Number(key) }));
    return true;
  }
  const circles = [...document.querySelectorAll("#own [data-act=spot]")];
  const sides = circles.filter((circle) => circle.dataset.wager !== "main");
  const circle = key === "b" ? circles.find((other) => other.dataset.wager === "main") : sides[SIDES.indexOf(key)];
  const element = circle ?? find(key);
  if (!element) return false;
  if (!shown(element)) element.popoverTargetElement.togglePopover();
  else element.click();
  return true;
}

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || !document.querySelector(".at-table")) return;
  const at = document.activeElement;
  if (at?.matches("input:not([type=checkbox], [type=radio]), select, textarea")) return;
  if (event.key === "Tab" || event.key.startsWith("Arrow")) clicked = null;
  const tabbed = at && at !== clicked && at !== clicked?.control;
  // Whoever has tabbed to a control presses that one.
  if (
    (event.key === "Enter" || event.key === " ") &&
    tabbed &&
    at.matches("button, a, summary, input, [tabindex='0']")
  ) {
    if (event.key === " " || !at.matches(".pieces input")) return;
  }
  const open = document.querySelector(".panel:popover-open");
  if (open && !["m", "l", "o", "p", "f", "k", "y", "x", "?"].includes(event.key)) return;
  if (!press(event.key.length === 1 ? event.key.toLowerCase() : event.key)) return;
  event.preventDefault();
  if (!tabbed && at?.matches("#felt button")) at.blur(); // so that no focus ring appears on what was clicked
});
document.addEventListener(
  "pointerdown",
  (event) => (clicked = event.target.closest("button, a, summary, label, input")),
  true,
);
