// A bot that plays through the JSON API at a practice table of its own: it wagers the least and sets its hands the
// house way. Every request and answer has the type that the OpenAPI document gives it.
//
//     npm ci
//     curl --silent http://127.0.0.1:8000/api/openapi.json --output openapi.json
//     npm run types
//     PAIGOW_TOKEN=paigow_… node bot.ts http://127.0.0.1:8000 maryland-tiles 50

import { randomBytes, randomUUID } from "node:crypto";
import createClient from "openapi-fetch";
import type { components, paths } from "./openapi.d.ts";

type Command = components["schemas"]["Command"];
type CommandIn = components["schemas"]["CommandIn"];
type Heard = components["schemas"]["Heard"];
type Standard = components["schemas"]["View"]["standard"];

const WISHES: readonly Command["do"][] = ["pass-bank", "pass-cut", "wager", "look", "set", "confirm"];

const [address = "http://127.0.0.1:8000", standard = "maryland-tiles", rounds = "50"] = process.argv.slice(2);
const token = process.env["PAIGOW_TOKEN"];
if (!token) throw new Error("PAIGOW_TOKEN is to hold a token with the scopes read and play");
const headers = { Authorization: `Bearer ${token}` };
const api = createClient<paths>({ baseUrl: address, headers, fetch: patiently });

/** Waits and asks again where the API says that it was too often. */
async function patiently(request: Request): Promise<Response> {
  for (;;) {
    const answer = await fetch(request.clone());
    if (answer.status !== 429) return answer;
    await new Promise((resume) => setTimeout(resume, 1000 * Number(answer.headers.get("Retry-After") ?? 1)));
  }
}

function got<T>(answer: { data?: T; error?: { detail: string; clause: string | null } }): T {
  if (answer.data === undefined) throw new Error(`${answer.error?.detail} [${answer.error?.clause ?? "no clause"}]`);
  return answer.data;
}

class Bot {
  private readonly path: { slug: string };
  private name = "";

  constructor(slug: string) {
    this.path = { slug };
  }

  /** Does what is most wanted of all that is offered, until nothing is. */
  async act(): Promise<void> {
    for (let wish = await this.wish(); wish; wish = await this.wish()) {
      const sent = await api.POST("/api/tables/{slug}/commands", {
        params: { path: this.path, header: { "Idempotency-Key": randomUUID() } },
        body: wish,
      });
      if (sent.error && !["stale", "refused"].includes(sent.error.reason)) got(sent);
      if (sent.data && wish.do === "wager") await this.deal();
    }
  }

  private async wish(): Promise<CommandIn | undefined> {
    const legal = got(await api.GET("/api/tables/{slug}/legal", { params: { path: this.path } }));
    const expected = legal.sequence;
    this.name = legal.actor;
    const commands = legal.offers.map((offer) => offer.command).filter((command) => WISHES.includes(command.do));
    commands.sort((one, other) => WISHES.indexOf(one.do) - WISHES.indexOf(other.do));
    for (const command of commands) {
      if (command.do === "wager") {
        const { players, round } = await this.view();
        const here = command.position === players[legal.actor]?.position && (command.kind ?? "main") === "main";
        if (!round || !here || round.wagers.some(([player]) => player === legal.actor)) continue;
        // Random bits made after the round's commitment is known: nobody can choose the deal.
        const contribution = { seed: randomBytes(16).toString("hex"), commitment: round.commitment };
        return { ...command, expected, contribution };
      }
      if (command.do === "set") {
        const { round } = await this.view();
        const pieces = round?.hands[String(command.position)]?.pieces.join(" ") ?? "";
        const query = { table: this.path.slug, pieces };
        const { house_way } = got(await api.GET("/api/advice", { params: { query } }));
        return { ...command, expected, setting: `${house_way.high} / ${house_way.low}` };
      }
      return { ...command, expected } as CommandIn;
    }
    return undefined;
  }

  private async view() {
    return got(await api.GET("/api/tables/{slug}/view", { params: { path: this.path } }));
  }

  /** Tells the dealer not to wait for further bets. */
  private async deal(): Promise<void> {
    await api.POST("/api/tables/{slug}/pace", { params: { path: this.path }, body: { act: "deal" } });
  }

  /** The events of the table from now on, in batches: as many as came at once. */
  async *events(after: number): AsyncGenerator<Heard[]> {
    for (;;) {
      const url = `${address}/api/tables/${this.path.slug}/stream?after=${after}`;
      const answer = await patiently(new Request(url, { headers }));
      let text = "";
      for await (const bytes of answer.body!.pipeThrough(new TextDecoderStream())) {
        const parts = (text + bytes).split("\n\n");
        text = parts.pop() ?? "";
        const data = parts.flatMap((part) => part.split("\n").filter((line) => line.startsWith("data: ")));
        const batch = data.map((line) => JSON.parse(line.slice(6)) as Heard).filter((heard) => heard.event);
        after = batch.at(-1)?.sequence ?? after;
        yield batch;
      }
    }
  }

  async play(wanted: number, from: number): Promise<void> {
    let won = 0;
    await this.act();
    for await (const batch of this.events(from)) {
      for (const heard of batch) {
        if (heard.event === "wager-settled" && heard.wager.endsWith(`:${this.name}`)) won += heard.won - heard.vigorish;
        if (heard.event === "round-closed") {
          console.log(`round ${heard.number} is over`);
          if (heard.number >= wanted) return console.log(`won ${won} cents in ${heard.number} rounds`);
        }
      }
      await this.act();
    }
  }
}

const body = { standard: standard as Standard, pace: "instant", bots: 1, coach: false } as const;
const table = got(await api.POST("/api/practice", { body }));
await new Bot(table.slug).play(Number(rounds), table.sequence);
process.exit(0);
