/** SHA-256 in hexadecimal digits. The browser's own is missing where a club's page comes without TLS. */

const WORD = 2 ** 32;

/** The first 32 bits of the fractional parts of roots of the first primes: what the algorithm starts and stirs with. */
function roots(count: number, root: (prime: number) => number): number[] {
  const primes: number[] = [];
  for (let it = 2; primes.length < count; it++) if (primes.every((prime) => it % prime)) primes.push(it);
  return primes.map((prime) => Math.floor((root(prime) % 1) * WORD) | 0);
}

const START = roots(8, Math.sqrt);
const ROUNDS = roots(64, Math.cbrt);

const turned = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

function padded(text: string): DataView {
  const bytes = new TextEncoder().encode(text);
  const view = new DataView(new ArrayBuffer((((bytes.length + 8) >> 6) + 1) << 6));
  bytes.forEach((byte, place) => view.setUint8(place, byte));
  view.setUint8(bytes.length, 0x80);
  view.setUint32(view.byteLength - 4, bytes.length * 8);
  return view;
}

/** The 16 words of a block, drawn out to one for each round. */
function schedule(view: DataView, offset: number): number[] {
  const words = Array.from({ length: 16 }, (_, place) => view.getInt32(offset + 4 * place));
  for (let place = 16; place < 64; place++) {
    const [late, early] = [words[place - 2]!, words[place - 15]!];
    const one = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
    const two = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
    words.push((words[place - 16]! + two + words[place - 7]! + one) | 0);
  }
  return words;
}

function mixed(state: number[], words: number[]): number[] {
  let [a, b, c, d, e, f, g, h] = state as [number, number, number, number, number, number, number, number];
  words.forEach((word, round) => {
    const high = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
    const first = (h + high + ((e & f) ^ (~e & g)) + ROUNDS[round]! + word) | 0;
    const low = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
    const second = (low + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  });
  return [a, b, c, d, e, f, g, h].map((word, place) => (word + state[place]!) | 0);
}

export function sha256(text: string): string {
  const view = padded(text);
  let state = START;
  for (let offset = 0; offset < view.byteLength; offset += 64) state = mixed(state, schedule(view, offset));
  return state.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}
