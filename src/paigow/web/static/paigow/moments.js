// What changed since the last drawing, made audible and visible: cards, chips, dice, your turn, a result.
import { still } from "./settings.js";

const root = document.documentElement;
let before = null;
let dealt = ""; // the round whose deal has been shown

async function play(name) {
  if (root.dataset.sound === "on") (await import("./sounds.js")).play(name);
}

function look() {
  const table = document.getElementById("table");
  if (!table || !document.querySelector(".at-table")) return null;
  const count = (selector) => table.querySelectorAll(selector).length;
  const { phase, awaited, mood, told, round, delivery } = table.dataset;
  const settled = new Set(
    [...table.querySelectorAll(".seat.win, .seat.lose, .place.win, .place.lose")].map((seat) => seat.id),
  );
  const hands =
    delivery && !table.classList.contains("resting") && table.querySelector("#dealer-hand .piece, #own .piece");
  return {
    phase,
    awaited,
    round,
    hands: Boolean(hands),
    delivery,
    settled,
    mood: mood ?? "",
    result: mood ? `${told} ${mood}` : "",
    cards: count(".laid .piece, .pieces label, .mini .piece"),
    piles: count(".pile"),
    dice: count(".die"),
    balance: table.querySelector("#account b")?.textContent,
  };
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
    const shown = (target * part).toLocaleString("en-US", {
      minimumFractionDigits: found[1] ? 2 : 0,
      maximumFractionDigits: found[1] ? 2 : 0,
    });
    heading.textContent = part < 1 ? whole.replace(found[0], shown) : whole;
    if (part < 1) requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}

async function move(name, ...what) {
  if (!still()) (await import("./motion.js"))[name](...what);
}

function notify(text) {
  if (root.dataset.notify !== "on" || !document.hidden || globalThis.Notification?.permission !== "granted") return;
  new Notification(text);
}

export function arrived() {
  const now = look();
  const old = before;
  before = now;
  const deals = now?.hands && dealt !== now.round;
  if (deals) dealt = now.round;
  if (!now || !old) return;
  if (now.round !== old.round) {
    play("shuffle");
    move("mix");
  }
  if (deals) move("deal", now.delivery.split(" "));
  const settled = [...now.settled].filter((id) => !old.settled.has(id)).map((id) => document.getElementById(id));
  if (settled.length && now.round === old.round)
    move(
      "pay",
      settled.map((seat) => [seat, seat.classList.contains("win")]),
    );
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
  }
}
