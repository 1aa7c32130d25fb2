// The seeds that this browser made, so that its owner can check that the server used them. They never leave the browser
// but with a bet.
const KEY = "paigow-seeds";
const ROUNDS = 500;

function all() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? {};
  } catch {
    return {}; // no storage, or none of ours
  }
}

export function kept(table, round) {
  return all()[`${table}/${round}`];
}

export function keep(table, round, commitment, seed) {
  const entries = Object.entries(all()).slice(1 - ROUNDS);
  try {
    localStorage.setItem(
      KEY,
      JSON.stringify(Object.fromEntries([...entries, [`${table}/${round}`, { commitment, seed }]])),
    );
  } catch {
    // without storage the seed still counts; only the later check is missing
  }
}
