// The clock, the connection, the title of the tab, and which drawing of the table is the newest.
const title = document.title;

// The server's clock counts: what differs is how long ago this page heard from it.
let heard = performance.now();
let told = "";
function tick() {
  const clock = document.getElementById("clock");
  if (!clock) return;
  if (clock.dataset.now !== told) {
    told = clock.dataset.now;
    heard = performance.now();
  }
  const left = (Date.parse(clock.dataset.deadline) - Date.parse(told) - (performance.now() - heard)) / 1000;
  const shown = String(Math.max(0, Math.ceil(left)));
  const number = clock.querySelector("b");
  if (number.textContent !== shown) number.textContent = shown;
  clock.classList.toggle("late", left <= 5);
}

function connection(lost) {
  const sign = document.getElementById("offline");
  if (sign) sign.hidden = !lost;
}

// The stream begins once somebody listens to what becomes of it. The extension reconnects it when it ends; this does so
// when it could not begin or has gone silent.
const SILENCE = 40_000; // milliseconds; the server says something every fifteen seconds
const [SOON, LATER] = [1000, 8000];
let stream = null;
let message = performance.now();
let wait = SOON;

function connect() {
  const live = document.getElementById("live");
  if (live) window.htmx.ajax("GET", live.getAttribute("hx-sse:connect"), { source: live });
}
function failed() {
  connection(true);
  setTimeout(connect, wait * (1 + Math.random()));
  wait = Math.min(2 * wait, LATER);
}
function listen() {
  if (!stream || document.hidden || performance.now() - message < SILENCE) return;
  message = performance.now();
  stream.reader?.cancel();
}
document.addEventListener("htmx:sse:error", () => connection(true));
document.addEventListener("htmx:before:response", (event) => {
  if (event.target.id !== "live" || event.detail.ctx.response.raw.ok) return;
  event.preventDefault();
  failed();
});
document.addEventListener("htmx:error", ({ target }) => {
  if (target.id === "live") return failed();
  connection(true); // an action got no answer: connecting again shows what came of it
  stream?.reader?.cancel();
});
document.addEventListener("htmx:after:sse:connection", ({ detail }) => {
  [stream, message, wait] = [detail.connection, performance.now(), SOON];
  connection(false);
});
document.addEventListener("htmx:before:sse:message", () => {
  message = performance.now();
});

// Answers and the stream may overtake one another: what is older than what is shown is not drawn.
let focused = false;
let next = null; // what the panel that is being read will show after it is closed
document.addEventListener("htmx:before:swap", (event) => {
  const table = document.getElementById("table");
  const { tasks } = event.detail;
  const main = tasks.findIndex((task) => task.type === "main" && task.target === table);
  if (main < 0 || !table) return;
  const drawn = tasks[main].fragment.querySelector?.("#table");
  if (drawn && Number(drawn.dataset.sequence) < Number(table.dataset.sequence)) tasks.splice(main, 1);
  else if (drawn) keep(drawn);
  focused = document.getElementById("felt").contains(document.activeElement);
});

// A result that somebody is reading stays, and so does what their browser found, until they close the panel.
function keep(drawn) {
  const open = document.querySelector(":is(#last, #results):popover-open:has(.proofs)");
  if (!open) return;
  next = drawn.querySelector(`#${open.id}`);
  const kept = open.cloneNode(true);
  if (next) next.replaceWith(kept);
  else drawn.querySelector("#results")?.after(kept);
}
function closed(event) {
  if (event.newState !== "closed" || !event.target.matches("#last, #results")) return;
  if (next) event.target.replaceWith(next);
  next = null;
}
document.addEventListener("toggle", closed, true);

// A refusal goes when the table has gone on and there was time to read it; until then it stays.
const READING = 5000;
let refused = null; // { notice, since, phase }
function clearNotice() {
  const notice = document.querySelector("#notice .notice");
  const { round, phase } = document.getElementById("table")?.dataset ?? {};
  if (!notice || refused?.notice !== notice)
    refused = notice && { notice, since: performance.now(), phase: round + phase };
  else if (refused.phase !== round + phase && performance.now() - refused.since > READING) notice.remove();
}

// The log is fetched when it is opened, and again whenever the table has changed while it is read.
let logged = "";
function refreshLog() {
  const { sequence } = document.getElementById("table")?.dataset ?? {};
  if (logged === sequence || !document.querySelector("#log-box:popover-open")) return;
  logged = sequence;
  window.htmx.trigger("#log", "changed");
}
document.addEventListener("toggle", refreshLog, true);

export function arrived() {
  refreshLog();
  const log = document.getElementById("log");
  if (log && !log.matches(":hover, :focus")) log.scrollTop = log.scrollHeight;
  if (focused && document.activeElement === document.body)
    document.getElementById("prompt")?.focus({ preventScroll: true });
  focused = false;
  const page = document.querySelector(".at-table");
  const awaited = document.getElementById("table")?.dataset.awaited;
  if (page) document.title = awaited ? `● ${page.dataset.turn} · ${title}` : title;
}

if (document.readyState === "complete") connect();
else window.addEventListener("load", connect);
setInterval(tick, 250);
setInterval(listen, 1000);
setInterval(clearNotice, 250);
