// Reads rounds as JSON on standard input, recomputes everything from their inputs alone, and prints the answers as JSON.
// Usage: node recompute.mjs path/to/verify.js < rounds.json
import { readFileSync } from "node:fs";
import { webcrypto } from "node:crypto";

globalThis.crypto ??= webcrypto; // Node 18 has it, but not as a global

const source = readFileSync(process.argv[2], "utf8");
const fair = await import("data:text/javascript;charset=utf-8," + encodeURIComponent(source));

async function take(stream, count) {
  const bytes = [];
  while (bytes.length < count) bytes.push((await stream.next()).value);
  return fair.toHex(bytes);
}

async function answer(round) {
  if (round.signature !== undefined) return fair.chainSigned(round);
  if (round.proof !== undefined) return fair.verify(round.proof);
  if (round.hmac_key !== undefined) {
    return fair.toHex(await fair.hmacSha256(fair.fromHex(round.hmac_key), fair.fromHex(round.hmac_message)));
  }
  const streams = [];
  for (const { use, repetition, bytes } of round.streams)
    streams.push({ use, repetition, bytes: await take(fair.stream(round, use, repetition), bytes.length / 2) });
  const numbers = [];
  for (const { repetition, bound, values } of round.numbers) {
    const stream = fair.stream(round, "number", repetition);
    const drawn = [];
    while (drawn.length < values.length) drawn.push(await fair.below(stream, bound));
    numbers.push({ repetition, bound, values: drawn });
  }
  const draws = [];
  for (const { use, repetition, size } of round.draws)
    draws.push({ use, repetition, size, values: await fair.redraw(round, { use, repetition, size }) });
  return {
    commitment: await fair.commitment(round),
    context: fair.toHex(await fair.context(round)),
    streams,
    numbers,
    draws,
    wrong: await fair.verify(round),
    seat_seed: fair.newSeatSeed(),
    seats: await fair.seatsOf(round),
    derived: await Promise.all(
      (round.derived ?? []).map(async ({ place }) => ({
        place,
        seed: await fair.derivedSeed(round.commitment, place),
      })),
    ),
  };
}

const answers = [];
for (const round of JSON.parse(readFileSync(0, "utf8"))) answers.push(await answer(round));
process.stdout.write(JSON.stringify(answers));
