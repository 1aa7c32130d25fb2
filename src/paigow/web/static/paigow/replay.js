// A round step by step with the arrow keys; Home and End go to its first and last step.
const ways = { ArrowLeft: "prev", ArrowRight: "next", Home: "first", End: "last" };

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (event.target.closest("input, select, textarea, [tabindex]")) return;
  const way = document.querySelector(`.steps [rel="${ways[event.key]}"]`);
  if (!way) return;
  event.preventDefault();
  way.click();
});
