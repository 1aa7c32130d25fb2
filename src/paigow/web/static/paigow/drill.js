// After an answer the next step is at hand for the keyboard: the button to go on, or the first thing to choose.
document.addEventListener("htmx:after:swap", () => {
  const lesson = document.getElementById("lesson");
  lesson?.querySelector("#next button, #answer input:not([type=hidden])")?.focus({ preventScroll: true });
});
