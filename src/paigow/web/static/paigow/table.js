// What the table page does beyond its forms: picks for the low hand by drag and at most two, a clock that runs, the
// speed of what moves, a word when the connection is lost, and a deal recomputed in this very browser. No rules, no secrets.
import { verify } from "./verify.js";

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
  if (button?.id === "verify") check(button);
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

function makeDraggable() {
  for (const label of document.querySelectorAll(".picks label")) label.draggable = true;
}

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
  const output = document.getElementById("verified");
  try {
    const wrong = await verify(JSON.parse(button.dataset.proof));
    output.textContent = wrong.length ? `${output.dataset.bad} ${wrong.join("; ")}` : output.dataset.good;
    output.className = wrong.length ? "loss" : "gain";
  } catch (error) {
    output.textContent = `${output.dataset.bad} ${error.message}`;
    output.className = "loss";
  }
}

function connection(lost) {
  const sign = document.getElementById("offline");
  if (sign) sign.hidden = !lost;
}

document.addEventListener("htmx:sse:error", () => connection(true));
document.addEventListener("htmx:after:sse:connection", () => connection(false));
document.addEventListener("htmx:after:swap", makeDraggable);
restoreSpeed();
makeDraggable();
setInterval(tick, 250);
