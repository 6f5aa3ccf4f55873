/** What is heard: dice, shots, growls and a chime, made by the browser itself. Nothing is, until somebody switches it on. */

import type { Beat } from "./beats";
import { calls, hasSound } from "./memory";

export type Sound = "dice" | "shot" | "blow" | "growl" | "chime";

const MARKED: Partial<Record<string, Sound>> = { shoot: "shot", strike: "blow", dead: "growl", held: "growl" };

/** What a beat sounds like. */
export function soundsOf(beat: Beat): Sound[] {
  const found: Sound[] = beat.rolls.some((it) => !it.is_card) ? ["dice"] : [];
  for (const { mark } of beat.events) {
    const heard = MARKED[mark ?? ""];
    if (heard && !found.includes(heard)) found.push(heard);
  }
  return found;
}

let stage: AudioContext | undefined;

export function sound(which: Sound): void {
  if (!hasSound() || typeof AudioContext === "undefined") return;
  stage ??= new AudioContext();
  void stage.resume();
  PLAYED[which](stage, stage.currentTime);
}

const PLAYED: Record<Sound, (on: AudioContext, at: number) => void> = {
  dice: (on, at) => [0, 0.07, 0.16, 0.3].forEach((later, nth) => noise(on, at + later, 0.04, 2600 - nth * 300, 0.25)),
  shot: (on, at) => noise(on, at + 0.5, 0.35, 900, 0.6),
  blow: (on, at) => noise(on, at + 0.5, 0.12, 300, 0.6),
  growl: (on, at) => [62, 70].forEach((pitch) => tone(on, at + 0.7, 0.6, pitch, "sawtooth", 0.12)),
  chime: (on, at) => [660, 880].forEach((pitch, nth) => tone(on, at + nth * 0.14, 0.4, pitch, "sine", 0.2)),
};

function fading(on: AudioContext, at: number, long: number, loud: number): GainNode {
  const gain = on.createGain();
  gain.gain.setValueAtTime(loud, at);
  gain.gain.exponentialRampToValueAtTime(0.001, at + long);
  gain.connect(on.destination);
  return gain;
}

function tone(on: AudioContext, at: number, long: number, pitch: number, type: OscillatorType, loud: number): void {
  const source = on.createOscillator();
  source.type = type;
  source.frequency.setValueAtTime(pitch, at);
  source.connect(fading(on, at, long, loud));
  source.start(at);
  source.stop(at + long);
}

function noise(on: AudioContext, at: number, long: number, pitch: number, loud: number): void {
  const buffer = on.createBuffer(1, Math.ceil(on.sampleRate * long), on.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let index = 0; index < samples.length; index++) samples[index] = Math.random() * 2 - 1;
  const source = on.createBufferSource();
  const filter = on.createBiquadFilter();
  filter.type = "lowpass";
  filter.frequency.value = pitch;
  source.buffer = buffer;
  source.connect(filter).connect(fading(on, at, long, loud));
  source.start(at);
}

/** Calls somebody who looks at another window. */
export function call(what: string): void {
  sound("chime");
  if (!calls() || typeof Notification === "undefined" || Notification.permission !== "granted") return;
  try {
    new Notification("Your move", { body: what.charAt(0).toUpperCase() + what.slice(1), tag: "adjudge" });
  } catch {
    // browsers of phones show notifications of installed pages alone; the title and the chime call there
  }
}
