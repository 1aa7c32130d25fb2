// A hand to set: tiles or cards go into the low slot by tap, drag or key, and back. Both hands are named by the server
// beforehand, for every pair; here the right name is only shown.
import { recall, remember } from "./settings.js";

let order = recall("sort") ?? ""; // as dealt, or by "rank" or "suit", which the next hands keep
let held = null; // a hand that is set but not sent yet: { id, timer }
const PAD = 7;

const boxes = (form) => [...form.querySelectorAll(".pieces input")];
const labelOf = (box) => box.nextElementSibling;
const low = (form) => boxes(form).filter((box) => box.checked);

function sorted(form) {
  const keys = { rank: ["rank", "suit"], suit: form.closest(".of-tiles") ? ["rank", "suit"] : ["suit", "rank"] }[order];
  const all = boxes(form);
  if (!keys) return all;
  return all.sort((a, b) => keys.reduce((so, key) => so || labelOf(a).dataset[key] - labelOf(b).dataset[key], 0));
}

function lay(form) {
  name(form);
  const pieces = form.querySelector(".pieces");
  if (!pieces || getComputedStyle(pieces).position === "static") return;
  const wide = labelOf(boxes(form)[0]).offsetWidth;
  const most = form.closest(".of-tiles") ? wide * 1.08 : wide * 0.78;
  const all = sorted(form);
  for (const [slot, held] of [
    [form.querySelector(".slot.low"), all.filter((box) => box.checked)],
    [form.querySelector(".slot.high"), all.filter((box) => !box.checked)],
  ]) {
    const room = slot.clientWidth - 2 * PAD;
    const step = held.length > 1 ? Math.min(most, (room - wide) / (held.length - 1)) : 0;
    const start = slot.offsetLeft + PAD + (room - wide - step * (held.length - 1)) / 2;
    held.forEach((box, place) => {
      const label = labelOf(box);
      label.style.transform = `translateX(${start + place * step}px)`;
      label.style.zIndex = place + 1;
    });
  }
}

function name(form) {
  const picked = low(form).map((box) => box.value);
  const shown = picked.length === 2 ? `low-${picked.join("-")}` : "none";
  for (const made of form.querySelectorAll(".made")) made.classList.toggle("shown", made.classList.contains(shown));
  form.dataset.picked = picked.length;
  const prompt = document.querySelector("#prompt[data-ready]");
  if (prompt) prompt.textContent = picked.length === 2 ? prompt.dataset.ready : prompt.dataset.ask;
  for (const button of document.querySelectorAll("[data-act=set]"))
    if (button.form === form) button.classList.toggle("dim", picked.length !== 2);
}

// Two make the low hand: a third takes the place of the one picked first. Of tiles the better pair is always high.
function picked(form, box) {
  if (held) release();
  const recent = (form.recent ?? []).filter((other) => other.checked && other !== box);
  if (box.checked) recent.push(box);
  while (low(form).length > 2) (recent.shift() ?? low(form).find((other) => other !== box)).checked = false;
  form.recent = recent;
  name(form);
  if (form.querySelector(".made.shown[data-swapped]")) {
    for (const other of boxes(form)) other.checked = !other.checked;
    form.recent = low(form);
  }
  lay(form);
}

function houseWay(button) {
  const form = button.form;
  const places = button.dataset.low.split(" ");
  for (const box of boxes(form)) box.checked = places.includes(box.value);
  form.recent = low(form);
  lay(form);
}

document.addEventListener("paigow:pick", ({ detail: number }) => {
  const form = document.querySelector("form.set");
  const box = form && sorted(form)[number - 1];
  if (!box) return;
  box.checked = !box.checked;
  picked(form, box);
});

function sort() {
  const forms = document.querySelectorAll("form.set");
  if (!forms.length) return;
  order = order === "rank" && !forms[0].closest(".of-tiles") ? "suit" : "rank";
  remember("sort", order);
  forms.forEach(lay);
}

document.addEventListener("change", (event) => {
  if (event.target.matches(".pieces input")) picked(event.target.form, event.target);
});
document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-act]");
  if (button?.dataset.act === "sort") sort();
  if (button?.dataset.act === "undo" && held) release();
  if (button?.dataset.act === "house-way") {
    event.preventDefault();
    houseWay(button);
  }
  if (button?.dataset.act === "set" && button.form?.classList.contains("set") && low(button.form).length !== 2) {
    event.preventDefault();
    boxes(button.form)[0].focus();
  }
});
// Enter inside the form sends it only when two are picked. At a practice table the page holds the hand back for a moment, in
// which Undo takes it up again; Set once more sends it at once. The engine never unsets a hand.
document.addEventListener(
  "submit",
  (event) => {
    const form = event.target;
    if (!form.matches?.("form.set") || event.submitter?.name === "choice") return;
    const wait = Number(form.closest("[data-hold]")?.dataset.hold ?? 0);
    const ready = low(form).length === 2 && !form.sent;
    if (ready && (!wait || held?.id === form.id)) {
      release();
      form.sent = true; // a double click sets the hand once
      return;
    }
    event.preventDefault();
    event.stopImmediatePropagation();
    if (ready) hold(form, wait);
  },
  true,
);

document.addEventListener("htmx:finally:request", ({ target }) => {
  if (target.matches?.("form.set")) target.sent = false;
});

function hold(form, wait) {
  const send = () => document.getElementById(form.id)?.requestSubmit();
  held = { id: form.id, timer: setTimeout(send, wait) };
  showHeld();
}

function release() {
  clearTimeout(held?.timer);
  held = null;
  showHeld();
}

function showHeld() {
  for (const form of document.querySelectorAll("form.set")) form.classList.toggle("is-held", held?.id === form.id);
  document.getElementById("actions")?.classList.toggle("is-held", Boolean(held));
}

// Pointer events serve mouse, pen and touch alike. A short press is a tap, which the label turns into a change.
let drag = null;
document.addEventListener("pointerdown", (event) => {
  const label = event.target.closest?.(".pieces label");
  if (!label || event.button) return;
  drag = { label, x: event.clientX, y: event.clientY, from: label.style.transform, moved: false };
});
document.addEventListener("pointermove", (event) => {
  if (!drag) return;
  const [x, y] = [event.clientX - drag.x, event.clientY - drag.y];
  if (!drag.moved && Math.hypot(x, y) < 6) return;
  if (!drag.moved) drag.label.setPointerCapture?.(event.pointerId);
  drag.moved = true;
  drag.label.classList.add("dragged");
  drag.label.style.transform = `translate(${x}px, ${y}px) ${drag.from}`;
  for (const slot of drag.label.closest("form").querySelectorAll(".slot"))
    slot.classList.toggle("over", under(slot, event));
});
const under = (slot, event) => {
  const box = slot.getBoundingClientRect();
  return event.clientX >= box.left && event.clientX <= box.right;
};
for (const kind of ["pointerup", "pointercancel"])
  document.addEventListener(kind, (event) => {
    if (!drag) return;
    const { label, moved } = drag;
    drag = null;
    if (!moved) return;
    const form = label.closest("form");
    label.classList.remove("dragged");
    for (const slot of form.querySelectorAll(".slot")) slot.classList.remove("over");
    if (kind === "pointerup") {
      const box = document.getElementById(label.htmlFor);
      const middle =
        (form.querySelector(".slot.low").getBoundingClientRect().right +
          form.querySelector(".slot.high").getBoundingClientRect().left) /
        2;
      box.checked = event.clientX < middle;
      picked(form, box);
      addEventListener("click", (click) => click.preventDefault(), { capture: true, once: true });
      setTimeout(() => dispatchEvent(new Event("click", { cancelable: true })), 0); // where the drag ends in no click
    } else lay(form);
  });
document.addEventListener("dragstart", (event) => {
  if (event.target.closest?.(".pieces")) event.preventDefault();
});

const watch = new ResizeObserver((entries) => {
  for (const { target } of entries) if (target.isConnected) lay(target.closest("form"));
});

export function arrived() {
  for (const form of document.querySelectorAll("form.set")) {
    watch.observe(form.querySelector(".slot.high"));
    lay(form);
  }
  if (held && !document.getElementById(held.id)) release();
  showHeld();
}
