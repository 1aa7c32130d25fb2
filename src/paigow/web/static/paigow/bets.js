// Bets on the felt: a chip is picked, circles are tapped. Each tap sends what the bet then comes to; taps are sent in order.
import { recall, remember } from "./settings.js";

const wanted = new Map(); // id of a circle's form -> cents, while something is on its way
let sending = 0;
let undo = []; // what lay on every circle before each action of this round: id of the form -> cents
const late = new Set(); // ids of forms whose bet is to be taken back as soon as the server has it
let round = "";

const circles = () => [...document.querySelectorAll("#felt :is([data-act=spot], [data-act=spot-elsewhere])")];
const cents = (typed) => Math.round(Number(typed) * 100);
const typed = (amount) => (amount % 100 ? (amount / 100).toFixed(2) : String(amount / 100));
const now = (circle) => wanted.get(circle.form.id) ?? Number(circle.dataset.now);
const main = (circle) => circle.dataset.wager === "main";
const keep = () => undo.push(new Map(circles().map((circle) => [circle.form.id, now(circle)])));

function chip() {
  const rack = document.getElementById("rack");
  return cents(rack?.querySelector("[data-act=chip][aria-pressed=true]")?.dataset.amount ?? 0);
}

function offerUndo() {
  const button = document.querySelector("#actions [data-act=undo]:not(.undo-set)");
  if (button) button.hidden = !undo.length;
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
    wanted.set(form.id, 0);
    if (!back) {
      late.add(form.id);
      return;
    }
    freshKey(back);
    back.requestSubmit();
    return;
  }
  late.delete(form.id);
  wanted.set(form.id, amount);
  circle.value = typed(amount);
  show(circle, amount);
  freshKey(form);
  form.requestSubmit(circle);
}

// Every circle gets what it should hold: side bets go before the main bet and come after it.
function lay(amounts) {
  const changed = circles().filter((circle) => (amounts.get(circle.form.id) ?? 0) !== now(circle));
  const gone = changed.filter((circle) => !amounts.get(circle.form.id)).sort((a, b) => main(a) - main(b));
  const put = changed.filter((circle) => amounts.get(circle.form.id)).sort((a, b) => main(b) - main(a));
  for (const circle of [...gone, ...put]) send(circle, amounts.get(circle.form.id) ?? 0);
}

function change(amount) {
  const all = circles().filter(now);
  const wish = new Map(all.map((circle) => [circle.form.id, amount(circle)]));
  if (all.every((circle) => wish.get(circle.form.id) === now(circle))) return;
  keep();
  lay(wish);
}

// A bet of one fixed amount is put down and taken back by the same tap.
function tap(circle) {
  const before = now(circle);
  const after = fitting(circle, before ? before + chip() : Math.max(chip(), Number(circle.dataset.least)));
  const amount = after === before && circle.dataset.least === circle.dataset.most ? 0 : after;
  if (amount === before) return;
  keep();
  send(circle, amount);
}

const acts = {
  chip: (button) => pick(button),
  undo: () => {
    const before = undo.pop();
    if (before) lay(before);
  },
  clear: () => change(() => 0),
  double: () => change((circle) => fitting(circle, now(circle) * 2)),
  rebet: keep,
  "take-back": keep,
};
document.addEventListener("click", (event) => {
  const button = event.target.closest("button[data-act]");
  if (!button) return;
  if (button.form && /^spot/.test(button.dataset.act) && button.closest("#felt")) {
    event.preventDefault();
    tap(button);
  } else acts[button.dataset.act]?.(button);
  offerUndo();
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
    late.clear();
    sending = 0;
  }
  offerUndo();
  for (const circle of circles().filter((other) => late.has(other.form.id)))
    if (document.getElementById(circle.form.id.replace(/chips$/, "back"))) {
      late.delete(circle.form.id);
      send(circle, 0);
    }
  const kept = recall("chip");
  const chosen = kept && document.querySelector(`#rack [data-act=chip][data-amount="${kept}"]`);
  if (chosen)
    for (const other of document.querySelectorAll("#rack [data-act=chip]"))
      other.setAttribute("aria-pressed", other === chosen);
  for (const circle of circles()) if (wanted.has(circle.form.id)) show(circle, wanted.get(circle.form.id));
}
