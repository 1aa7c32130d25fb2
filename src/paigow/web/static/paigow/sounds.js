// Sounds made in the page: short envelopes over noise and tones. Silent until they are switched on.
let context = null;

function noise(at, length, frequency, level) {
  const buffer = context.createBuffer(1, Math.ceil(context.sampleRate * length), context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let place = 0; place < samples.length; place += 1) samples[place] = Math.random() * 2 - 1;
  const source = new AudioBufferSourceNode(context, { buffer });
  const filter = new BiquadFilterNode(context, { type: "bandpass", frequency, Q: 0.9 });
  source.connect(filter).connect(fading(at, length, level));
  source.start(at);
}

function tone(at, length, frequency, level, type = "sine") {
  const source = new OscillatorNode(context, { type, frequency });
  source.connect(fading(at, length, level));
  source.start(at);
  source.stop(at + length);
}

function fading(at, length, level) {
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(level, at + 0.006);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  gain.connect(context.destination);
  return gain;
}

const SOUNDS = {
  shuffle: (at) => [0, 1, 2, 3, 4, 5].forEach((place) => noise(at + place * 0.07, 0.09, 1800 + place * 150, 0.12)),
  card: (at) => [0, 1, 2].forEach((place) => noise(at + place * 0.09, 0.07, 2600, 0.14)),
  chip: (at) => [0, 0.05].forEach((late, place) => tone(at + late, 0.08, 2100 + place * 500, 0.09, "triangle")),
  dice: (at) => [0, 0.08, 0.19, 0.26].forEach((late) => noise(at + late, 0.05, 900, 0.25)),
  turn: (at) => [660, 880].forEach((frequency, place) => tone(at + place * 0.12, 0.22, frequency, 0.08)),
  win: (at) => [523, 659, 784, 1047].forEach((frequency, place) => tone(at + place * 0.1, 0.3, frequency, 0.09)),
  push: (at) => tone(at, 0.25, 440, 0.07),
  lose: (at) => [330, 262].forEach((frequency, place) => tone(at + place * 0.16, 0.3, frequency, 0.07)),
};

export function play(name) {
  if (!SOUNDS[name]) return;
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
  SOUNDS[name](context.currentTime + 0.01);
}
