// The player's part in the deal: a fresh seed for every round, made in this browser after the server has committed to its
// own. It goes along with every bet and with nothing else: a server that had it before the bets would know the deal while
// the bank and the cut are still being decided.
import { keep, kept } from "./seed-log.js";
import { newSeatSeed } from "./verify.js";

const BETS = ["wager", "rebet"];
const made = new Map(); // by commitment: without storage a page must not give a round two seeds

function contribution() {
  const { table, round, commitment, given } = document.getElementById("seeds")?.dataset ?? {};
  if (!commitment || given) return null;
  const earlier = kept(table, round);
  const seed = made.get(commitment) ?? (earlier?.commitment === commitment ? earlier.seed : newSeatSeed());
  if (!made.has(commitment)) keep(table, round, commitment, seed);
  made.set(commitment, seed);
  return { commitment, seed };
}

function addTo(body) {
  const own = BETS.includes(body?.get("verb")) ? contribution() : null;
  if (!own) return;
  body.set("contribution", own.seed);
  if (!body.has("commitment")) body.set("commitment", own.commitment);
}

document.addEventListener("formdata", (event) => addTo(event.formData));
document.addEventListener("htmx:config:request", (event) => addTo(event.detail.ctx.request.body));

// If the deal waits for this player's seed, as after a bet that was made without this script, it is sent by itself.
const sent = new Set();
async function giveIfWanted() {
  const mark = document.getElementById("seeds");
  const token = document.querySelector("input[name=csrfmiddlewaretoken]")?.value;
  const own = mark?.dataset.wanted && token ? contribution() : null;
  if (!own || sent.has(own.commitment)) return;
  sent.add(own.commitment);
  const fields = {
    verb: "seed",
    ...own,
    key: crypto.randomUUID(),
    round: mark.dataset.round,
    csrfmiddlewaretoken: token,
  };
  const answer = await fetch(mark.dataset.action, {
    method: "POST",
    body: new URLSearchParams(fields),
    headers: { "HX-Request": "true" },
  });
  if (!answer.ok) sent.delete(own.commitment);
}

document.addEventListener("htmx:after:swap", giveIfWanted);
giveIfWanted();
