// Back to where the visitor was as soon as the house answers again. The worker leaves HEAD alone, so an answer is real.
const again = () => location.reload();
const look = () =>
  fetch("/offline/", { method: "HEAD", cache: "no-store" }).then(
    ({ ok }) => ok && again(),
    () => {}, // still no network
  );
document.getElementById("again")?.addEventListener("click", again);
if (location.pathname !== "/offline/") {
  addEventListener("online", look);
  setInterval(look, 3000);
}
