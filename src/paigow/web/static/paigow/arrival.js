// A visitor's name goes along with whichever button of the lobby is pressed.
document.addEventListener("submit", (event) => {
  const field = document.getElementById("your-name");
  const form = event.target;
  if (!field?.value.trim() || form.method !== "post" || !form.closest(".lobby")) return;
  const name =
    form.querySelector('input[name="shown"]') ??
    form.appendChild(Object.assign(document.createElement("input"), { type: "hidden", name: "shown" }));
  name.value = field.value;
});
