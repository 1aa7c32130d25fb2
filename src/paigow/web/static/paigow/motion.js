// Motion that informs: the set is mixed at the shoe, hands fly to the seats in the order of delivery, chips go to the winner.
// Everything flies above the table and holds nothing up; without motion this module is never fetched.
const page = () => document.querySelector(".at-table");
const pace = () => (document.documentElement.dataset.speed === "slow" ? 2.2 : 1);

function fly(piece, from, to, { duration, delay = 0, turn = 0 }) {
  const way = (box, angle) =>
    `translate(${box.left + box.width / 2}px, ${box.top + box.height / 2}px) translate(-50%, -50%) rotate(${angle}deg)`;
  page().append(piece);
  const frames = [
    { transform: way(from, turn), opacity: 1 },
    { transform: way(to, 0), opacity: 1, offset: 0.9 },
    { transform: way(to, 0), opacity: 0 },
  ];
  const timing = {
    duration: duration * pace(),
    delay: delay * pace(),
    easing: "cubic-bezier(.3,.1,.3,1)",
    fill: "both",
  };
  piece.animate(frames, timing).finished.finally(() => piece.remove());
}

const box = (selector) => document.querySelector(selector)?.getBoundingClientRect();

// Tiles are washed face down and stacked again; cards are riffled.
export function mix() {
  const shoe = document.getElementById("shoe");
  if (!shoe) return;
  const tiles = Boolean(document.querySelector(".of-tiles"));
  [...shoe.children].forEach((piece, place) => {
    const angle = (place / shoe.children.length) * 2 * Math.PI;
    const [x, y] = tiles ? [Math.cos(angle) * 26, Math.sin(angle) * 16] : [place % 2 ? 14 : -14, -place * 2];
    const frames = [
      { transform: "none" },
      { transform: `translate(${x}px, ${y}px) rotate(${tiles ? place * 70 : 0}deg)` },
      { transform: `translate(${-x}px, ${tiles ? -y : y}px) rotate(${tiles ? place * -50 : 0}deg)` },
      { transform: "none" },
    ];
    piece.animate(frames, { duration: 800 * pace(), delay: place * 20, easing: "ease-in-out" });
  });
}

// One flight for each hand, seat after seat as they are dealt to.
export function deal(order) {
  const from = box("#shoe");
  const back = document.querySelector("#shoe .piece");
  if (!from || !back) return;
  let turn = 0;
  for (const position of order) {
    const to =
      position === "dealer"
        ? box("#dealer-hand .laid")
        : (box(`#own #seat-${position} .picks, #own #seat-${position} .mine`) ?? box(`#seat-${position}.taken`));
    if (!to) continue;
    const piece = back.cloneNode(true);
    piece.classList.add("flying-piece");
    fly(piece, from, to, { duration: 420, delay: turn * 70, turn: -30 });
    turn += 1;
  }
}

// From the house to a winner, from a loser to the house.
export function pay(seats) {
  const house = box("#dealer-hand");
  if (!house) return;
  for (const [seat, won] of seats) {
    const own = seat.querySelector?.(".spots")?.getBoundingClientRect() ?? seat.getBoundingClientRect();
    const [from, to] = won ? [house, own] : [own, house];
    for (let place = 0; place < 4; place += 1) {
      const chip = document.createElement("i");
      chip.className = "flying";
      fly(chip, from, to, { duration: 650, delay: place * 60, turn: 0 });
    }
  }
}
