// The table page. Every part is a module of its own and does nothing where its elements are missing; no rules, no secrets here.
// Betting and setting are fetched when there is a seat or a hand to set: somebody who only looks does not need them.
import "./keys.js";
import { arrived as liveArrived } from "./live.js";
import { arrived as momentsArrived } from "./moments.js";
import { check } from "./proofs.js";
import { restore } from "./settings.js";

let playing = null;

async function arrived() {
  if (document.querySelector("#own .place, form.set")) {
    playing ??= Promise.all([import("./picks.js"), import("./bets.js")]);
    for (const part of await playing) part.arrived();
  }
}

function drawn() {
  arrived();
  liveArrived();
  momentsArrived();
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("button.verify");
  if (button) check(button);
  // A folded clause opens first, with all of its line; a second click goes to the rule book.
  const clause = event.target.closest(".at-table a.clause:not(.open)");
  if (clause && document.documentElement.dataset.clauses !== "all" && !event.defaultPrevented) {
    event.preventDefault();
    for (const other of clause.parentElement.querySelectorAll(".clause")) other.classList.add("open");
  }
});
// A panel from which something was said, bet or done has served its purpose.
document.addEventListener("submit", (event) => event.target.closest(".at-table [popover]:popover-open")?.hidePopover());
document.addEventListener("htmx:after:swap", drawn);
restore();
drawn();
