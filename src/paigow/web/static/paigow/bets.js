// Bets on the felt: a chip is picked, circles are tapped. Each tap sends what the bet then comes to; taps are sent in order.
import { recall, remember } from "./settings.js";

const wanted = new Map(); // id of a circle's form -> cents, while something is on its way
let sending = 0;
let undo = []; // [id of the form, cents before], of this round
let round = "";

const circles = () => [...document.querySelectorAll("#felt :is([data-act=spot], [data-act=spot-elsewhere])")];
const cents = (typed) => Math.round(Number(typed) * 100);
const typed = (amount) => (amount % 100 ? (amount / 100).toFixed(2) : String(amount / 100));
const now = (circle) => wanted.get(circle.form.id) ?? Number(circle.dataset.now);

function chip() {
  const rack = document.getElementById("rack");
  return cents(rack?.querySelector("[data-act=chip][aria-pressed=true]")?.dataset.amount ?? 0);
}

function pick(button) {
  for (const other of button.parentElement.querySelectorAll("[data-act=chip]"))
    other.setAttribute("aria-pressed", other === button);
  remember("chip", button.dataset.amount);
}

function fitting(circle, wish) {
  const { least, most, step } = Object.fromEntries(
    Object.entries(circle.dataset).map(([key, value]) => [key, Number(value)]),
  );
  return Math.min(most, least + Math.ceil(Math.max(0, wish - least) / step) * step);
}

function freshKey(form) {
  const field = form.elements.key;
  if (field) field.value = `p${crypto.getRandomValues(new Uint32Array(3)).join("-")}`;
}

function show(circle, amount) {
  const label = circle.querySelector(".pile b");
  if (label) label.textContent = `$${Number(typed(amount)).toLocaleString("en-US")}`;
}

function send(circle, amount) {
  const form = circle.form;
  if (amount <= 0) {
    const back = document.getElementById(form.id.replace(/chips$/, "back"));
    if (!back) return;
    wanted.set(form.id, 0);
    freshKey(back);
    back.requestSubmit();
    return;
  }
  wanted.set(form.id, amount);
  circle.value = typed(amount);
  show(circle, amount);
  freshKey(form);
  form.requestSubmit(circle);
}

function bet(circle, amount) {
  const before = now(circle);
  if (amount === before) return;
  undo.push([circle.form.id, before]);
  send(circle, amount);
}

// A bet of one fixed amount is put down and taken back by the same tap.
function tap(circle) {
  const before = now(circle);
  const after = fitting(circle, before ? before + chip() : Math.max(chip(), Number(circle.dataset.least)));
  bet(circle, after === before && circle.dataset.least === circle.dataset.most ? 0 : after);
}

const acts = {
  chip: (button) => pick(button),
  undo: () => {
    const [id, before] = undo.pop() ?? [];
    const circle = circles().find((other) => other.form.id === id);
    if (circle) send(circle, before);
  },
  clear: () =>
    circles()
      .reverse()
      .filter(now)
      .sort((a, b) => (a.dataset.wager === "main") - (b.dataset.wager === "main"))
      .forEach((circle) => bet(circle, 0)),
  double: () =>
    circles()
      .filter(now)
      .forEach((circle) => bet(circle, fitting(circle, now(circle) * 2))),
};
document.addEventListener("click", (event) => {
  const button = event.target.closest("button[data-act]");
  if (!button) return;
  if (button.form && /^spot/.test(button.dataset.act) && button.closest("#felt")) {
    event.preventDefault();
    tap(button);
  } else acts[button.dataset.act]?.(button);
});

const ours = (event) => /^bet-.*-(chips|back)$/.test(event.target.id ?? "");
document.addEventListener(
  "submit",
  (event) => {
    if (ours(event)) sending += 1;
  },
  true,
);
document.addEventListener("htmx:finally:request", (event) => {
  if (!ours(event)) return;
  sending = Math.max(0, sending - 1);
  if (!sending) wanted.clear();
});

export function arrived() {
  const table = document.getElementById("table");
  if (!table) return;
  if (table.dataset.round !== round) {
    round = table.dataset.round;
    undo = [];
    wanted.clear();
    sending = 0;
  }
  const kept = recall("chip");
  const chosen = kept && document.querySelector(`#rack [data-act=chip][data-amount="${kept}"]`);
  if (chosen)
    for (const other of document.querySelectorAll("#rack [data-act=chip]"))
      other.setAttribute("aria-pressed", other === chosen);
  for (const circle of circles()) if (wanted.has(circle.form.id)) show(circle, wanted.get(circle.form.id));
}
