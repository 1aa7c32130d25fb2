// An independent reader of paigow's record format, version 1, written from its specification (docs/reference/record.md)
// and from nothing else: it parses the text by the grammar, checks the chain of hashes and the commitments, and adds up
// the transfers. It knows no rules of the game.
//
//     node record.ts FILE...        a line of JSON for each file

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

export type Value = string | bigint | boolean | Value[] | { [key: string]: Value };
export type Table = { [key: string]: Value };
export type Block = { keys: Table; seats: Table[]; log: Table[]; hash: string };
export type Read = {
  head: Table;
  submission: Table;
  blocks: Block[];
  hash: string;
  rounds: number;
  actions: number;
  events: number;
  transfers: number;
  balances: Record<string, string>;
};

export class Refused extends Error {
  readonly line: number;

  constructor(line: number, message: string) {
    super(`line ${line}: ${message}`);
    this.line = line;
  }
}

/** Reads values of the grammar from one line. Only the one way to write a value is accepted. */
class Line {
  private at = 0;
  private readonly text: string;
  private readonly number: number;

  constructor(text: string, number: number) {
    this.text = text;
    this.number = number;
  }

  fail(what: string): never {
    throw new Refused(this.number, `${what} is expected at column ${this.at + 1}`);
  }

  eat(what: string): void {
    if (!this.text.startsWith(what, this.at)) this.fail(JSON.stringify(what));
    this.at += what.length;
  }

  looksAt(what: string): boolean {
    return this.text.startsWith(what, this.at);
  }

  end(): void {
    if (this.at !== this.text.length) this.fail("the end of the line");
  }

  match(pattern: RegExp, what: string): string {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0];
    if (found === undefined) this.fail(what);
    this.at += found.length;
    return found;
  }

  key(): string {
    return this.looksAt('"') ? this.string() : this.match(/[A-Za-z0-9_-]+/y, "a key");
  }

  string(): string {
    const written = this.match(/"(?:[^"\\\u0000-\u001f\u007f]|\\["\\btnfr]|\\u00[01][0-9a-f]|\\u007f)*"/y, "text");
    return JSON.parse(written) as string;
  }

  value(): Value {
    if (this.looksAt('"')) return this.string();
    if (this.looksAt("[")) return this.array();
    if (this.looksAt("{")) return this.inline();
    if (this.looksAt("true")) return this.eat("true"), true;
    if (this.looksAt("false")) return this.eat("false"), false;
    return BigInt(this.match(/-?(?:0|[1-9][0-9]*)/y, "a value"));
  }

  array(): Value[] {
    this.eat("[");
    const found: Value[] = [];
    while (!this.looksAt("]")) {
      if (found.length) this.eat(", ");
      found.push(this.value());
    }
    this.eat("]");
    return found;
  }

  inline(): Table {
    if (this.looksAt("{}")) return this.eat("{}"), {};
    const found: Table = {};
    let sign = "{ ";
    while (!this.looksAt(" }")) {
      this.eat(sign);
      this.pair(found);
      sign = ", ";
    }
    this.eat(" }");
    return found;
  }

  pair(into: Table): void {
    const key = this.key();
    if (Object.hasOwn(into, key)) this.fail("a key that is not there yet");
    this.eat(" = ");
    into[key] = this.value();
  }
}

const HEAD = ["format", "version", "standard", "standard_version", "table", "chance", "submission_hash"];
const ROUND = ["number", "protocol", "previous", "commitment", "seed", "void"];

function sha256(...parts: (string | Buffer)[]): Buffer {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest();
}

function digest(lines: string[]): string {
  return sha256(lines.map((line) => `${line}\n`).join("")).toString("hex");
}

export function read(text: string): Read {
  if (!text.endsWith("\n")) throw new Refused(text.split("\n").length, "the file breaks off");
  const lines = text.split("\n").slice(0, -1);
  let at = 0;

  const pair = (into: Table): string => {
    const line = new Line(lines[at] ?? "", at + 1);
    const before = Object.keys(into).length;
    line.pair(into);
    line.end();
    at += 1;
    return Object.keys(into)[before] ?? "";
  };

  // The head: seven keys in their order, then the submission.
  const head: Table = {};
  for (const name of HEAD) if (pair(head) !== name) throw new Refused(at, `${name} is expected`);
  if (head["format"] !== "paigow-record" || head["version"] !== 1n) throw new Refused(1, "no record of version 1");
  const submission: Table = {};
  while (at < lines.length && !/^(\[\[round\]\]|\[end\])$/.test(lines[at + 1] ?? "")) {
    if (lines[at] !== "") throw new Refused(at + 1, "a blank line is expected");
    const path = /^\[submission((?:\.[A-Za-z0-9_-]+)*)\]$/.exec(lines[at + 1] ?? "");
    if (!path) throw new Refused(at + 2, "a table of the submission is expected");
    let table = submission;
    for (const name of (path[1] ?? "").split(".").slice(1)) {
      table = (table[name] ??= {}) as Table;
    }
    at += 2;
    while (at < lines.length && lines[at] !== "") pair(table);
  }
  let previous = digest(lines.slice(0, at));

  const balances = new Map<string, bigint>();
  const blocks: Block[] = [];
  const counts = { actions: 0, events: 0, transfers: 0 };
  let rounds = 0;
  while (at < lines.length) {
    const start = at;
    const isRound = lines[at + 1] === "[[round]]";
    if (lines[at] !== "" || !(isRound || lines[at + 1] === "[end]")) throw new Refused(at + 1, "a block is expected");
    at += 2;
    const keys: Table = {};
    for (const name of isRound ? ROUND : ["previous"]) {
      if (name === "protocol" && !lines[at]?.startsWith("protocol = ")) continue;
      if (pair(keys) !== name) throw new Refused(at, `${name} is expected`);
    }
    if (keys["previous"] !== previous) throw new Refused(start + 3, `the hash of what comes before is ${previous}`);
    if (isRound && keys["number"] !== BigInt(++rounds)) throw new Refused(start + 3, `round ${rounds} is expected`);
    const listed = (name: string): Table[] => {
      if (lines[at] === `${name} = []`) return (at += 1), [];
      if (lines[at] !== `${name} = [`) throw new Refused(at + 1, `${name} is expected`);
      const found: Table[] = [];
      for (at += 1; lines[at] !== "]"; at += 1) {
        const line = new Line(lines[at] ?? "", at + 1);
        line.eat("  ");
        found.push(line.inline());
        line.eat(",");
        line.end();
      }
      at += 1;
      return found;
    };
    const seats = listed("seats");
    const log = listed("log");
    const due = digest(lines.slice(start, at));
    const last: Table = {};
    if (pair(last) !== "hash" || last["hash"] !== due) throw new Refused(at, `the hash is ${due}`);
    previous = due;
    let after = "";
    for (const entry of log) {
      const kind = "do" in entry ? "action" : "was" in entry ? "event" : "transfer";
      if (after === "" && kind !== "action") throw new Refused(start + 1, "a log begins with an action");
      if (kind === "transfer" && after === "action") throw new Refused(start + 1, "a transfer belongs to an event");
      after = kind;
      counts[`${kind}s`] += 1;
      if (kind === "transfer") {
        const cents = entry["cents"] as bigint;
        for (const [account, change] of [[entry["from"], -cents], [entry["to"], cents]] as [string, bigint][]) {
          balances.set(account, (balances.get(account) ?? 0n) + change);
        }
      }
    }
    if (isRound) checkCommitment(keys, head, start);
    blocks.push({ keys, seats, log, hash: due });
    if (!isRound && at < lines.length) throw new Refused(at + 1, "nothing follows [end]");
  }
  const sums = [...balances].filter(([, cents]) => cents).sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    head, submission, blocks, hash: previous, rounds, ...counts,
    balances: Object.fromEntries(sums.map(([account, cents]) => [account, String(cents)])),
  };
}

/** The commitment to the server's seed, by the fairness page: SHA-256 of parts with their lengths in front. */
function checkCommitment(keys: Table, head: Table, start: number): void {
  const protocol = keys["protocol"] ?? 1n;
  const number = Buffer.alloc(8);
  number.writeBigUInt64BE(keys["number"] as bigint);
  const due = sha256(
    blob(`paigow/${protocol}/commitment`),
    blob(head["table"] as string),
    number,
    blob(Buffer.from(keys["seed"] as string, "hex")),
    blob(Buffer.from(head["submission_hash"] as string, "hex")),
    blob(""),
  ).toString("hex");
  if (keys["commitment"] !== due) throw new Refused(start + 1, `the seed gives the commitment ${due}`);
}

function blob(part: string | Buffer): Buffer {
  const bytes = Buffer.from(part as string);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
}

if (import.meta.main) {
  for (const file of process.argv.slice(2)) {
    try {
      const { hash, rounds, actions, events, transfers, balances } = read(readFileSync(file, "utf8"));
      console.log(JSON.stringify({ file, holds: true, hash, rounds, actions, events, transfers, balances }));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      console.log(JSON.stringify({ file, holds: false, line: error.line, message: error.message }));
      process.exitCode = 1;
    }
  }
}
