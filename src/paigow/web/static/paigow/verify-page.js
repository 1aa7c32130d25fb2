// Works out a round again in this browser, step by step, and says what holds.
import { kept } from "./seed-log.js";
import { chainHolds, chainSigned, commitment, failed, misplaced, redraw, seatsOf, verify } from "./verify.js";

const words = document.getElementById("verify-words").dataset;

function item(list, good, text) {
  const line = document.createElement("li");
  line.className = good ? "right" : "wrong";
  line.textContent = `${good ? "✓" : "✗"} ${text}`;
  list.append(line);
}

async function checkSeeds(proof, list) {
  item(list, await chainHolds(proof), words.chain);
  const signed = await chainSigned(proof.chain);
  item(list, signed === true, signed === null ? words.unsigned : `${words.signed} ${proof.chain?.key ?? ""}`);
  for (const { place, seed } of await seatsOf(proof))
    item(list, seed === "fresh" || seed === "derived", `${words.seat} ${place}: ${words[seed]}`);
  if (proof.redrawn) item(list, false, `${words.redrawn} ${proof.redrawn}`);
  if (proof.steered) item(list, false, `${words.steered} ${proof.steered}`);
  if (proof.void) item(list, !proof.known, proof.known ? words.knownVoid : words.void);
}

function checkOwn(proof, list) {
  const own = kept(proof.table, proof.round);
  if (!own) return;
  const there = proof.seat_seeds.some(([, seed]) => seed === own.seed);
  if (own.commitment !== proof.commitment) item(list, false, words.otherCommitment);
  else item(list, there, there ? words.own : words.notOwn);
}

async function check(proof, said, list) {
  list.replaceChildren();
  said.textContent = words.working;
  try {
    const all = await verify(proof);
    item(list, (await commitment(proof)) === proof.commitment, words.commitment);
    if (proof.protocol > 1) await checkSeeds(proof, list);
    if ((proof.protocol ?? 1) < 3) item(list, false, proof.protocol === 2 ? words.second : words.old);
    checkOwn(proof, list);
    const laid = misplaced(proof);
    for (const draw of proof.draws) {
      const same = failed(draw) || (await redraw(proof, draw)).join(" ") === draw.values.join(" ");
      const shown = draw.pieces.length ? draw.pieces : failed(draw) ? ["–"] : draw.values;
      item(
        list,
        same && !laid.includes(draw),
        `${words.draw} ${draw.use} ${draw.repetition} — ${shown.join(" ")}${draw.pieces.length ? ` (${words.pieces})` : ""}`,
      );
    }
    said.textContent = all.length ? `${words.bad} ${all.join("; ")}` : words.good;
    said.className = all.length ? "verdict-line wrong" : "verdict-line right";
  } catch (error) {
    said.textContent = `${words.bad} ${error.message}`;
    said.className = "verdict-line wrong";
  }
}

const own = document.getElementById("own");
own.hidden = false;
document.getElementById("own-check").addEventListener("click", () => {
  const said = document.getElementById("own-checking");
  let proof;
  try {
    proof = JSON.parse(document.getElementById("own-proof").value);
  } catch (error) {
    said.textContent = `${words.bad} ${error.message}`;
    said.className = "verdict-line wrong";
    return;
  }
  check(proof, said, document.getElementById("own-checks"));
});

const shown = document.getElementById("check");
if (shown) {
  const answer = await fetch(shown.dataset.proof);
  check(await answer.json(), document.getElementById("checking"), document.getElementById("checks"));
}
