// What the table page does beyond its forms: picks for the low hand by drag and at most two, a clock that runs, the
// speed of what moves, a word when the connection is lost, and a deal recomputed in this very browser. No rules, no secrets.
import { faults } from "./faults.js";

const root = document.documentElement;

function limitPicks(box) {
  const picks = box.closest(".picks");
  const checked = [...picks.querySelectorAll("input:checked")];
  if (checked.length > Number(picks.dataset.picks)) checked.find((other) => other !== box && other !== picks.lastPick).checked = false;
  picks.lastPick = box;
}

function suggest(button) {
  const form = button.closest("form");
  const low = button.dataset.low.split(" ");
  for (const box of form.querySelectorAll(".picks input")) box.checked = low.includes(box.value);
}

document.addEventListener("change", (event) => {
  if (event.target.matches(".picks input")) limitPicks(event.target);
  if (event.target.name === "speed") setSpeed(event.target.value);
});
document.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (button?.classList.contains("suggest")) suggest(button);
  if (button?.classList.contains("verify")) check(button);
});

// Dragging a piece towards the low hand (right of the gap) picks it, back to the left puts it among the high hand.
let dragged = null;
document.addEventListener("dragstart", (event) => {
  dragged = event.target.closest?.(".picks label") ?? null;
});
for (const kind of ["dragover", "drop"])
  document.addEventListener(kind, (event) => {
    const picks = event.target.closest?.(".picks");
    if (!dragged || picks !== dragged.closest(".picks")) return;
    event.preventDefault();
    if (kind !== "drop") return;
    const box = document.getElementById(dragged.htmlFor);
    const gap = picks.querySelector(".gap").getBoundingClientRect();
    const edge = gap.width ? gap.left : picks.getBoundingClientRect().left + picks.clientWidth / 2;
    box.checked = event.clientX > edge;
    limitPicks(box);
    dragged = null;
  });

function setSpeed(speed) {
  root.dataset.speed = speed;
  try {
    localStorage.setItem("paigow-speed", speed);
  } catch {
    // without storage the choice lasts as long as the page
  }
}

function restoreSpeed() {
  let speed = null;
  try {
    speed = localStorage.getItem("paigow-speed");
  } catch {
    return;
  }
  const radio = document.querySelector(`#speed [value="${speed}"]`);
  if (!radio) return;
  radio.checked = true;
  root.dataset.speed = speed;
}

// The server's clock counts: what differs is how long ago this page heard from it.
let heard = performance.now();
let told = "";
function tick() {
  const clock = document.getElementById("clock");
  if (!clock) return;
  if (clock.dataset.now !== told) {
    told = clock.dataset.now;
    heard = performance.now();
  }
  const left = (Date.parse(clock.dataset.deadline) - Date.parse(told) - (performance.now() - heard)) / 1000;
  const shown = String(Math.max(0, Math.ceil(left)));
  const number = clock.querySelector("b");
  if (number.textContent !== shown) number.textContent = shown;
  clock.classList.toggle("late", left <= 5);
}

async function check(button) {
  const { proof, good, bad } = button.dataset;
  const output = button.parentElement.querySelector("output");
  let wrong;
  try {
    wrong = await faults(await (await fetch(proof)).json());
  } catch (error) {
    wrong = [error.message];
  }
  output.textContent = wrong.length ? `${bad} ${wrong.join("; ")}` : good;
  output.className = wrong.length ? "verified loss" : "verified gain";
}

function connection(lost) {
  const sign = document.getElementById("offline");
  if (sign) sign.hidden = !lost;
}

document.addEventListener("htmx:sse:error", () => connection(true));
document.addEventListener("htmx:after:sse:connection", () => connection(false));
// Answers and the stream may overtake one another: what is older than what is shown is not drawn.
let focused = false;
document.addEventListener("htmx:before:swap", (event) => {
  const table = document.getElementById("table");
  const { tasks } = event.detail;
  const main = tasks.findIndex((task) => task.type === "main" && task.target === table);
  if (main < 0 || !table) return;
  const drawn = tasks[main].fragment.querySelector?.("#table");
  if (drawn && Number(drawn.dataset.sequence) < Number(table.dataset.sequence)) tasks.splice(main, 1);
  focused = document.getElementById("dock").contains(document.activeElement);
});

// What was under the keyboard may be gone: then the next thing to do is.
function arrived() {
  for (const label of document.querySelectorAll(".picks label")) label.draggable = true;
  const log = document.getElementById("log");
  if (log && !log.matches(":hover, :focus")) log.scrollTop = log.scrollHeight;
  if (focused && document.activeElement === document.body) document.getElementById("prompt")?.focus({ preventScroll: true });
  focused = false;
}

document.addEventListener("htmx:after:swap", arrived);
restoreSpeed();
arrived();
setInterval(tick, 250);
