"""A bot that plays through the JSON API: it sits down, bets the minimum and sets its hands the house way.

    PAIGOW_TOKEN=paigow_… python examples/api_bot.py http://127.0.0.1:8000 maryland-tiles --rounds 5

It does what the API offers (`/legal`), asks for advice on its hand, and follows the event stream to know when to look
again. Every command says which event the bot saw last; if the table has moved on since, the API refuses it and the bot
looks again.
"""

import argparse
import os
import secrets
import time
import uuid
from typing import Any

import httpx
from httpx_sse import connect_sse

WISHES = ("leave", "come-back", "pass-bank", "pass-cut", "wager", "look", "set", "confirm")
CHIPS = 50  # table minimums


class Bot:
    def __init__(self, client: httpx.Client, slug: str) -> None:
        self.client = client
        self.slug = slug
        self.seat = 0
        self.to_play = 0  # rounds
        self.gone = False

    def ask(self, path: str, **query: Any) -> Any:
        """Send a request, and repeat it if the API says it is too busy."""
        while (answer := self.client.get(path, params=query)).status_code == httpx.codes.TOO_MANY_REQUESTS:
            time.sleep(int(answer.headers["Retry-After"]))
        return answer.raise_for_status().json()

    def do(self, sequence: int, **command: Any) -> dict[str, Any]:
        """Give a command and return the receipt or the refusal; the key makes it harmless to send it twice."""
        headers = {"Idempotency-Key": uuid.uuid4().hex}
        body = command | {"expected": sequence}
        answer = self.client.post(f"/api/tables/{self.slug}/commands", json=body, headers=headers)
        found: dict[str, Any] = answer.json()
        if not answer.is_success and found["reason"] not in ("stale", "refused"):
            raise SystemExit(f"{found['detail']} [{found['clause'] or found['reason']}]")
        return found

    def sit_down(self) -> int:
        """Take a free seat and buy chips; return the number of the last event."""
        table = self.ask(f"/api/tables/{self.slug}")
        free = [seat["position"] for seat in table["seats"] if seat["player"] is None]
        if not free:
            raise SystemExit("no seat is free")
        self.seat = free[-1]  # the first box may be the house's own
        last = self.insist(table["sequence"], do="sit", position=self.seat)
        return self.insist(last, do="buy-in", amount=CHIPS * table["minimum"])

    def insist(self, sequence: int, **command: Any) -> int:
        """Repeat a command while only the table has moved on; return the number of its last event."""
        while "receipt" not in (answer := self.do(sequence, **command)):
            if answer["reason"] != "stale":
                raise SystemExit(answer["detail"])
            sequence = answer["sequence"]
        return int(answer["receipt"]["last"])

    def act(self) -> None:
        """Take the most useful action offered, until none is left."""
        while (wish := self.wish()) is not None and "receipt" in self.do(**wish):
            if wish["do"] == "leave":
                self.gone = True
                return

    def wish(self) -> dict[str, Any] | None:
        legal = self.ask(f"/api/tables/{self.slug}/legal")
        offers = [offer["command"] for offer in legal["offers"] if offer["command"]["do"] in WISHES]
        for command in sorted(offers, key=lambda command: WISHES.index(command["do"])):
            if command["do"] == "leave" and self.to_play > 0:
                continue
            if command["do"] == "wager":
                mine = command["position"] == self.seat and command.get("kind", "main") == "main"
                if not mine or self.has_wagered(legal["actor"]):
                    continue
                command["contribution"] = self.fresh_seed()
            if command["do"] == "set":
                command["setting"] = self.house_setting(command["position"])
            return {"sequence": legal["sequence"], **command}
        return None

    def fresh_seed(self) -> dict[str, str]:
        """Return random bits for this round, made after its commitment is known, so that nobody can choose the deal."""
        current = self.ask(f"/api/tables/{self.slug}/view")["round"]
        return {"seed": secrets.token_hex(16), "commitment": current["commitment"]}

    def has_wagered(self, name: str) -> bool:
        current = self.ask(f"/api/tables/{self.slug}/view")["round"]
        return current is None or any(name in wager for wager in current["wagers"])

    def house_setting(self, position: int) -> str:
        hand = self.ask(f"/api/tables/{self.slug}/view")["round"]["hands"][str(position)]
        advice = self.ask("/api/advice", table=self.slug, pieces=" ".join(hand["pieces"]))
        return f"{advice['house_way']['high']} / {advice['house_way']['low']}"

    def play(self, rounds: int) -> None:
        """Play this many rounds, then leave as soon as possible."""
        self.to_play = rounds
        last = self.sit_down()
        self.act()
        stream = f"/api/tables/{self.slug}/stream"
        with connect_sse(self.client, "GET", stream, params={"after": last}, timeout=None) as events:
            for event in events.iter_sse():
                if event.event == "round-closed":
                    self.to_play -= 1
                    print(f"round {event.json()['number']} is over")
                self.act()
                if self.gone:
                    return


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("address", help="of the site, such as http://127.0.0.1:8000")
    parser.add_argument("table", help="the name of a table, such as maryland-tiles")
    parser.add_argument("--rounds", type=int, default=5)
    asked = parser.parse_args()
    headers = {"Authorization": f"Bearer {os.environ['PAIGOW_TOKEN']}"}
    with httpx.Client(base_url=asked.address, headers=headers, timeout=30) as client:
        Bot(client, asked.table).play(asked.rounds)


if __name__ == "__main__":
    main()
