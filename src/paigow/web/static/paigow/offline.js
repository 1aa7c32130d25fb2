// Back to where the visitor was as soon as there is a network again.
const again = () => location.reload();
addEventListener("online", again);
document.getElementById("again")?.addEventListener("click", again);
