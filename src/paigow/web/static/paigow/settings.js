// What the viewer has chosen for this browser: animations, sound, notifications, rule numbers, layout, log.
const root = document.documentElement;
const SWITCHES = {
  sound: ["sound", "on"],
  notify: ["notify", "on"],
  clauses: ["clauses", "all"],
  "real-layout": ["layout", "real"],
  "fine-log": ["log", "full"],
};

export function recall(name) {
  try {
    return localStorage.getItem(`paigow-${name}`);
  } catch {
    return null; // without storage a choice lasts as long as the page
  }
}

export function remember(name, value) {
  try {
    localStorage.setItem(`paigow-${name}`, value);
  } catch {
    // as above
  }
}

function apply(name, on) {
  const [key, value] = SWITCHES[name];
  if (on) root.dataset[key] = value;
  else delete root.dataset[key];
}

export function restore() {
  const speed = document.querySelector(`#settings [name=speed][value="${recall("speed")}"]`);
  if (speed) {
    speed.checked = true;
    root.dataset.speed = speed.value;
  }
  for (const name of Object.keys(SWITCHES)) {
    const box = document.querySelector(`#settings [name="${name}"]`);
    if (!box) continue;
    box.checked = (recall(name) ?? box.dataset.default) === "on";
    apply(name, box.checked);
  }
}

export const still = () => root.dataset.speed === "none" || matchMedia("(prefers-reduced-motion: reduce)").matches;

document.addEventListener("change", (event) => {
  const { name, value, checked } = event.target;
  if (!event.target.closest("#settings")) return;
  if (name === "speed") {
    root.dataset.speed = value;
    remember("speed", value);
  } else if (name in SWITCHES) {
    apply(name, checked);
    remember(name, checked ? "on" : "off");
    if (name === "notify" && checked) globalThis.Notification?.requestPermission();
  }
});
