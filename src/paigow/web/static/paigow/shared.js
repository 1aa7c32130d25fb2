// A shared round: steps change in place, the arrow keys go through them, and Play shows one after the other.
const PAUSE = 1400;
const ways = { ArrowLeft: "prev", ArrowRight: "next", Home: "first", End: "last" };
let playing = !matchMedia("(prefers-reduced-motion: reduce)").matches;
let timer;
let asked = 0;

const shown = () => document.getElementById("shared");

async function go(link) {
  clearTimeout(timer);
  const number = ++asked;
  const answer = await fetch(link.href);
  const text = await answer.text();
  if (!answer.ok || number !== asked) return; // another step was asked for meanwhile
  const page = new DOMParser().parseFromString(text, "text/html");
  shown().replaceWith(document.adoptNode(page.getElementById("shared")));
  ready();
}

function ready() {
  const next = shown().querySelector('[rel="next"]');
  const button = shown().querySelector('[data-act="autoplay"]');
  if (button) {
    button.hidden = false;
    button.dataset.play ??= button.textContent;
    button.textContent = playing && next ? button.dataset.pause : button.dataset.play;
  }
  if (next && playing) timer = setTimeout(() => go(next), PAUSE);
}

document.addEventListener("click", (event) => {
  const button = event.target.closest('[data-act="autoplay"]');
  const link = event.target.closest("#shared .steps a");
  if (button) {
    playing = !playing;
    clearTimeout(timer);
    ready();
  } else if (link && !event.metaKey && !event.ctrlKey) {
    event.preventDefault();
    playing = false;
    go(link);
  }
});

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input, select, textarea")) return;
  const link = shown().querySelector(`.steps [rel="${ways[event.key]}"]`);
  if (!link) return;
  event.preventDefault();
  playing = false;
  go(link);
});

ready();
