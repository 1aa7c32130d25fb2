// Recomputes a round of Pai Gow from its revealed seeds, in the reader's own browser. No imports, no network, nothing
// but the SHA-256, HMAC and Ed25519 of WebCrypto. The algorithm is docs/reference/fairness.md; this shares no code with the Python.

const SHUFFLES = ["shuffle", "reshuffle", "laja", "deal"];
const SHAKES = ["dice", "box-removal"];
const ONCE = ["shuffle", "deal", "number"];

// The two sets in the protocol's order, and how many positions a layout has, by the size of the set.
const TILES = "66 66 11 11 44 44 13 13 55 55 33 33 22 22 56 56 46 46 16 16 15 15 36 45 26 35 25 34 24 14 23 12".split(
  " ",
);
const CARDS = [...[..."23456789TJQKA"].flatMap((rank) => [..."cdhs"].map((suit) => rank + suit)), "Jk"];
const SETS = { 32: TILES, 53: CARDS };
const POSITIONS = { 32: 8, 53: 7 };
const MAX_CHAIN_LENGTH = 100000;

export function fromHex(hex) {
  if (!/^([0-9a-f]{2})*$/.test(hex)) throw new Error(`${JSON.stringify(hex)} is not lower-case hexadecimal`);
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

export function toHex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function join(...parts) {
  const joined = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

function whole(number, least, most, what) {
  if (!Number.isSafeInteger(number) || number < least || number > most)
    throw new Error(`${what} is ${number}; it must be a whole number from ${least} to ${most}`);
  return number;
}

// Big-endian, by repeated division, so that rounds above 2^32 need no BigInt.
function unsigned(number, size) {
  const bytes = new Uint8Array(size);
  for (let at = size - 1; at >= 0; at--) {
    bytes[at] = number % 256;
    number = Math.floor(number / 256);
  }
  return bytes;
}

const u32 = (number) => unsigned(number, 4);
const u64 = (number) => unsigned(number, 8);
const blob = (bytes) => join(u32(bytes.length), bytes);

function text(string) {
  return blob(new TextEncoder().encode(string));
}

// Version 2 has a chain of server seeds, and seats' seeds that follow the commitment; version 3 does not use those of
// bots. Without a number it is version 1.
function label(protocol, purpose) {
  if (![1, 2, 3].includes(protocol)) throw new Error(`there is no version ${protocol} of the algorithm`);
  return text(`paigow/${protocol}/${purpose}`);
}

const protocolOf = (round) => round.protocol ?? 1;

async function sha256(message) {
  return new Uint8Array(await globalThis.crypto.subtle.digest("SHA-256", message));
}

function visible(string, what) {
  if (typeof string !== "string" || !/^[!-~]{1,64}$/.test(string))
    throw new Error(`${what} is ${JSON.stringify(string)}; it must be 1 to 64 visible ASCII characters`);
  return string;
}

function roundName(round) {
  const table = visible(round.table, "the table id");
  return join(text(table), u64(whole(round.round, 1, Number.MAX_SAFE_INTEGER, "the round number")));
}

function seedBytes(round) {
  const seed = fromHex(round.server_seed);
  if (seed.length !== 32) throw new Error(`the server seed has ${seed.length} bytes; it must have 32`);
  return seed;
}

function optionalHash(hex, what) {
  const bytes = fromHex(hex ?? "");
  if (bytes.length !== 0 && bytes.length !== 32) throw new Error(`the ${what} hash has ${bytes.length} bytes`);
  return blob(bytes);
}

export async function hmacSha256(key, message) {
  const subtle = globalThis.crypto.subtle;
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const imported = await subtle.importKey("raw", key, algorithm, false, ["sign"]);
  return new Uint8Array(await subtle.sign("HMAC", imported, message));
}

/** The hexadecimal commitment to a round's server seed. */
export async function commitment(round) {
  const message = join(
    label(protocolOf(round), "commitment"),
    roundName(round),
    blob(seedBytes(round)),
    optionalHash(round.submission, "submission"),
    optionalHash(round.roster, "roster"),
  );
  return toHex(await sha256(message));
}

/** What every block of the round's streams begins with. */
export async function context(round) {
  const seats = round.seat_seeds;
  const protocol = protocolOf(round);
  if (!seats.length && protocol === 1) throw new Error("no seat has a seed");
  const bound = protocol === 1 ? new Uint8Array() : optionalHash(round.commitment, "commitment");
  let last = -1;
  const parts = [];
  for (const [position, seed] of seats) {
    whole(position, last + 1, 0xffffffff, "the position of a seat seed");
    last = position;
    const part = join(u32(position), text(visible(seed, `the seed of position ${position}`)));
    if (protocol < 3 || seed !== (await derivedSeed(round.commitment, position))) parts.push(part);
  }
  return join(label(protocol, "stream"), roundName(round), bound, u32(parts.length), ...parts);
}

/** The bytes of one use of chance, without end. */
export async function* stream(round, use, repetition) {
  const head = join(await context(round), text(use), u32(whole(repetition, 0, 0xffffffff, "the repetition")));
  const seed = seedBytes(round);
  for (let counter = 0; ; counter++) yield* await hmacSha256(seed, join(head, u64(counter)));
}

/** A number from 0 to n - 1: low bits of the next bytes, drawn again while they make n or more. */
export async function below(source, n) {
  whole(n, 1, 2 ** 31, "the bound");
  let bits = 0;
  while (2 ** bits < n) bits++;
  for (;;) {
    let word = 0;
    for (let byte = 0; byte < Math.ceil(bits / 8); byte++) word = word * 256 + (await source.next()).value;
    const value = word % 2 ** bits;
    if (value < n) return value;
  }
}

/** The values that the seeds give for one draw. What was drawn early, before the seats' seeds, does not use them. */
export async function redraw(round, { use, repetition, size, early }) {
  const source = stream(early ? { ...round, seat_seeds: [] } : round, use, repetition);
  if (SHUFFLES.includes(use)) {
    const order = Array.from({ length: whole(size, 1, 256, "the number of pieces") }, (_, piece) => piece);
    for (let last = size - 1; last > 0; last--) {
      const other = await below(source, last + 1);
      [order[last], order[other]] = [order[other], order[last]];
    }
    return order;
  }
  if (SHAKES.includes(use)) {
    const dice = [];
    for (let die = 0; die < whole(size, 1, 256, "the number of dice"); die++) dice.push(1 + (await below(source, 6)));
    return dice;
  }
  if (use === "number") return [1 + (await below(source, size))];
  throw new Error(`${JSON.stringify(use)} is not a use of chance`);
}

/** Whether the round's server seed leads to the tip of the chain that was published for it. */
export async function chainHolds(round) {
  const { table, first, length, tip } = round.chain ?? {};
  if (!Number.isSafeInteger(first) || !Number.isSafeInteger(length) || length > MAX_CHAIN_LENGTH) return false;
  if (table !== round.table || !(first <= round.round && round.round < first + length)) return false;
  let seed = seedBytes(round);
  for (let number = round.round; number >= first; number--)
    seed = await sha256(join(label(2, "link"), text(visible(table, "the table id")), u64(number), blob(seed)));
  return toHex(seed) === tip;
}

/**
 * Whether the house signed the chain, with the key that is given along with it: true or false, or null where the browser
 * knows no Ed25519. Whose key it is, no proof can say: compare it with the one you kept.
 */
export async function chainSigned(chain) {
  const { table, first, length, tip, signature, key } = chain ?? {};
  if (!/^[0-9a-f]{128}$/.test(signature) || !/^[0-9a-f]{64}$/.test(key)) return false;
  const message = join(label(2, "chain"), text(table), u64(first), u32(length), blob(fromHex(tip)));
  const signed = new TextEncoder().encode(`paigow/v1/seed-chain ${toHex(message)}`);
  const subtle = globalThis.crypto.subtle;
  let imported;
  try {
    imported = await subtle.importKey("raw", fromHex(key), "Ed25519", false, ["verify"]);
  } catch (error) {
    return error.name === "NotSupportedError" ? null : false;
  }
  return subtle.verify("Ed25519", imported, fromHex(signature), signed);
}

/** The seed of a seat without a person, which follows from the commitment. */
export async function derivedSeed(commitment, place) {
  return toHex(await sha256(join(label(2, "bot"), text(commitment), u32(place)))).slice(0, 32);
}

/** What each seat's seed is worth: fresh, derived (a bot's), reused or missing. Only the last two are the server's word. */
export async function seatsOf(round) {
  const told = new Map((round.seats ?? []).map(({ place, seed }) => [place, seed]));
  const found = [];
  for (const [place, seed] of round.seat_seeds) {
    const derived = seed === (await derivedSeed(round.commitment, place));
    found.push({ place, seed: derived ? "derived" : told.get(place) === "reused" ? "reused" : "fresh" });
    told.delete(place);
  }
  for (const place of told.keys()) found.push({ place, seed: "missing" });
  return found.sort((one, other) => one.place - other.place);
}

/** Everything about a finished round that does not hold, in words; an empty list when all does. */
export async function verify(round) {
  const wrong = [];
  const expected = await commitment(round);
  if (expected !== round.commitment)
    wrong.push(`the revealed seed gives the commitment ${expected}, but ${round.commitment} was published`);
  if (protocolOf(round) > 1 && !(await chainHolds(round)))
    wrong.push("the revealed seed does not lead to the tip of the published chain");
  if (protocolOf(round) > 1 && (await chainSigned(round.chain)) === false)
    wrong.push("the house did not sign the published chain with its key");
  if (protocolOf(round) > 1 && !dealtFromAllSeeds(round))
    wrong.push("what was dealt was drawn before the seats' seeds");
  if (protocolOf(round) > 1 && !round.void && !round.draws.some(({ use }) => use === "deal"))
    wrong.push("the round is not void, and its deal is missing");
  wrong.push(...chosen(round));
  const seen = new Set();
  for (const draw of round.draws) {
    const name = nameOf(draw);
    if (seen.has(name)) wrong.push(`${name} was drawn twice`);
    seen.add(name);
    if (failed(draw)) continue;
    let values;
    try {
      values = (await redraw(round, draw)).join(" ");
    } catch (error) {
      wrong.push(`${name} is no draw: ${error.message}`);
      continue;
    }
    if (values !== draw.values.join(" "))
      wrong.push(`${name} of ${draw.size} must be ${values}, but ${draw.values.join(" ")} is recorded`);
  }
  return [...wrong, ...misplaced(round).map((draw) => `${nameOf(draw)} lays out other pieces than it drew`)];
}

const nameOf = (draw) => `${draw.use} ${draw.repetition}`;

// The repetitions count on without gaps, the sizes are those of a game, and the set has one order: if the house could
// choose any of them, it could choose among deals.
function chosen(round) {
  const wrong = [];
  const due = { reshuffle: 1 };
  const size = round.draws.find(({ use }) => SHUFFLES.includes(use))?.size;
  const sets = Object.keys(SETS).map(Number);
  for (const draw of round.draws) {
    const next = due[draw.use] ?? 0;
    if (!(Number.isSafeInteger(draw.repetition) && draw.repetition <= next))
      wrong.push(`${nameOf(draw)} stands where ${draw.use} ${next} is due`);
    due[draw.use] = ONCE.includes(draw.use) ? 0 : draw.repetition + 1;
    let sizes = [3];
    if (SHUFFLES.includes(draw.use)) sizes = sets.includes(size) ? [size] : sets;
    else if (draw.use === "number") sizes = sets.includes(size) ? [POSITIONS[size]] : Object.values(POSITIONS).sort();
    if (!sizes.includes(draw.size))
      wrong.push(`${nameOf(draw)} has the size ${draw.size}; it must be ${sizes.join(" or ")}`);
  }
  if (round.set !== undefined && !sets.some((each) => SETS[each].join(" ") === round.set.join(" ")))
    wrong.push("the set is not in the protocol's order");
  return wrong;
}

/** Whether the shuffler failed: its order is not used, and the next shuffle counts on. */
export function failed(draw) {
  return ["shuffle", "reshuffle"].includes(draw.use) && draw.values.length === 0;
}

/** The draws whose pieces are not those of the set, in the order drawn. */
export function misplaced({ draws }) {
  return draws.filter(
    ({ use, values, pieces }) =>
      pieces?.length &&
      !(SHUFFLES.includes(use) && values.map((place) => SETS[values.length]?.[place]).join(" ") === pieces.join(" ")),
  );
}

// A deal is drawn from all seeds, and nothing that follows it leaves them out.
function dealtFromAllSeeds({ draws }) {
  const deal = draws.findIndex((draw) => draw.use === "deal");
  return draws.every((draw, at) => Boolean(draw.early) === (deal < 0 || at < deal));
}

/** A seat's seed for one round: 128 bits from the browser. */
export function newSeatSeed() {
  return toHex(globalThis.crypto.getRandomValues(new Uint8Array(16)));
}
