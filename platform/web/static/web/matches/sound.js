// The call of one's turn: two soft notes, made here. Browsers let a page sound only after its reader
// has touched it, which is when this is loaded.

import { settings } from "./settings.js";

const NOTES = [523.25, 783.99];
const LENGTH_S = 0.35;
const GAP_S = 0.14;
const audio = new AudioContext();

function call() {
  if (settings.sound !== "on" || audio.state !== "running") return;
  NOTES.forEach((pitch, number) => {
    const begin = audio.currentTime + number * GAP_S;
    const note = audio.createOscillator();
    const volume = audio.createGain();
    note.frequency.value = pitch;
    volume.gain.setValueAtTime(0.08, begin);
    volume.gain.exponentialRampToValueAtTime(0.001, begin + LENGTH_S);
    note.connect(volume).connect(audio.destination);
    note.start(begin);
    note.stop(begin + LENGTH_S);
  });
}

document.addEventListener("turn-came", call);
