// What changed since the last drawing, made audible and visible: cards, chips, dice, your turn, a result.
import { still } from "./settings.js";

const root = document.documentElement;
let before = null;

async function play(name) {
  if (root.dataset.sound === "on") (await import("./sounds.js")).play(name);
}

function look() {
  const table = document.getElementById("table");
  if (!table || !document.querySelector(".at-table")) return null;
  const count = (selector) => table.querySelectorAll(selector).length;
  const { phase, awaited, mood, told } = table.dataset;
  return { phase, awaited, mood: mood ?? "", result: mood ? `${told} ${mood}` : "", cards: count(".laid .piece, .pieces label, .mini .piece"), piles: count(".pile"), dice: count(".die"), balance: table.querySelector("#account b")?.textContent };
}

function countUp(heading) {
  const found = /[\d,]+(\.\d\d)?/.exec(heading.textContent);
  if (!found || still()) return;
  const whole = heading.textContent;
  const target = Number(found[0].replaceAll(",", ""));
  const begin = performance.now();
  const frame = (at) => {
    const part = Math.min(1, Math.max(0, (at - begin) / 600));
    if (!heading.isConnected || heading.textContent.replace(/[\d,.]+/, "") !== whole.replace(/[\d,.]+/, "")) return;
    const shown = (target * part).toLocaleString("en-US", { minimumFractionDigits: found[1] ? 2 : 0, maximumFractionDigits: found[1] ? 2 : 0 });
    heading.textContent = part < 1 ? whole.replace(found[0], shown) : whole;
    if (part < 1) requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}

// Chips travel to the winner.
function pay(won) {
  const [house, own] = [document.getElementById("dealer-hand"), document.querySelector("#own .spots")];
  if (still() || !house || !own) return;
  const [from, to] = (won ? [house, own] : [own, house]).map((element) => element.getBoundingClientRect());
  for (let place = 0; place < 5; place += 1) {
    const chip = document.createElement("i");
    chip.className = "flying";
    document.querySelector(".at-table").append(chip);
    const way = (box) => `translate(${box.left + box.width / 2 - 12 + place * 4}px, ${box.top + box.height / 2 - 12 - place * 4}px)`;
    chip.animate([{ transform: way(from), opacity: 1 }, { transform: way(to), opacity: 1, offset: 0.85 }, { transform: way(to), opacity: 0 }], { duration: 700, delay: place * 60, easing: "cubic-bezier(.3,.1,.3,1)", fill: "both" }).finished.finally(() => chip.remove());
  }
}

function notify(text) {
  if (root.dataset.notify !== "on" || !document.hidden || globalThis.Notification?.permission !== "granted") return;
  new Notification(text);
}

export function arrived() {
  const now = look();
  const old = before;
  before = now;
  if (!now || !old) return;
  if (now.phase === "mixing" && old.phase !== "mixing") play("shuffle");
  if (now.dice > old.dice) play("dice");
  else if (now.cards > old.cards) play("card");
  else if (now.piles > old.piles && !now.mood) play("chip");
  if (now.awaited && now.awaited !== old.awaited) {
    play("turn");
    notify(document.title);
  }
  if (now.result && now.result !== old.result) {
    play(now.mood);
    const heading = document.getElementById("prompt");
    if (heading?.dataset.count) countUp(heading);
    if (now.mood !== "push") pay(now.mood === "win");
  }
}
