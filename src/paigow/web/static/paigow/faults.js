// What does not hold of a round's proof: of the seeds and draws, and of the pieces that were laid out by them.
import { verify } from "./verify.js";

// Every draw that laid out pieces must have laid out those of the set, in the order drawn.
export function misplaced(proof) {
  return proof.draws.filter(
    (draw) => draw.pieces.length && draw.values.map((place) => proof.set[place]).join(" ") !== draw.pieces.join(" "),
  );
}

export async function faults(proof) {
  const laid = misplaced(proof).map((draw) => `${draw.use} ${draw.repetition}: ${draw.pieces.join(" ")}`);
  return [...(await verify(proof)), ...laid];
}
