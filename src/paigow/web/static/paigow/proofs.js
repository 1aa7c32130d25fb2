// A deal recomputed in this very browser.

export async function check(button) {
  const { proof, good, bad } = button.dataset;
  const output = button.parentElement.querySelector("output");
  let wrong;
  try {
    const { verify } = await import("./verify.js"); // fetched only when a deal is checked
    wrong = await verify(await (await fetch(proof)).json());
  } catch (error) {
    wrong = [error.message];
  }
  output.textContent = wrong.length ? `${bad} ${wrong.join("; ")}` : good;
  output.className = wrong.length ? "verified loss" : "verified gain";
}
