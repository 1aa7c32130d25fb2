// Advice by tapping: a hand is picked from a drawn deck, or dealt, and weighed as soon as it is complete.
const form = document.getElementById("ask");
const decks = [...document.querySelectorAll(".deck")];
const deal = document.querySelector("[data-act=deal-me]");
const boxes = (deck) => [...deck.querySelectorAll("input")];
const picked = new WeakMap(); // deck -> its checked boxes in the order of the taps
let asked = 0;

const current = () => decks.find((deck) => deck.dataset.games.split(" ").includes(form.elements.rules.value));

function show() {
  for (const deck of decks) deck.hidden = deck !== current();
  const deck = current();
  const missing = Number(deck.dataset.size) - boxes(deck).filter((box) => box.checked).length;
  deck.querySelector(".left").textContent = missing ? `· ${missing}` : "";
  return missing;
}

async function weigh() {
  if (show()) return;
  form.elements.hand.value = boxes(current())
    .filter((box) => box.checked)
    .map((box) => box.value)
    .join(" ");
  form.elements.set.value = "";
  const query = new URLSearchParams(new FormData(form));
  query.delete("p");
  const number = (asked += 1);
  const answer = await fetch(`${form.action}?${query}`);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = page.getElementById("weighed");
  if (number !== asked || !fresh) return; // another hand was picked meanwhile
  document.getElementById("weighed").replaceWith(fresh);
  history.replaceState(null, "", `?${query}`);
}

function choose(deck, chosen) {
  for (const box of boxes(deck)) box.checked = chosen.includes(box);
  picked.set(deck, chosen);
  weigh();
}

document.addEventListener("change", ({ target }) => {
  const deck = target.closest(".deck");
  if (deck) {
    const chosen = (picked.get(deck) ?? boxes(deck).filter((box) => box.checked && box !== target)).filter(
      (box) => box.checked && box !== target,
    );
    if (target.checked) chosen.push(target);
    choose(deck, chosen.slice(-Number(deck.dataset.size)));
  } else if (target.form === form && target.matches("select")) weigh();
});
deal.addEventListener("click", () => {
  const deck = current();
  const left = boxes(deck);
  const chosen = Array.from(
    { length: Number(deck.dataset.size) },
    () => left.splice(Math.floor(Math.random() * left.length), 1)[0],
  );
  choose(deck, chosen);
});
deal.hidden = false;
show();
