/** One 64-bit number seen as a bigint, as a float and as two words. */
const wide = new BigInt64Array(1);
const float = new Float64Array(wide.buffer);
const halves = new Int32Array(wide.buffer);

wide[0] = 1n;
/** Which half has the low bits depends on the machine; in our words it is the first. */
const low = halves[0] === 1 ? 0 : 1;
const high = 1 - low;

/** Writes a signed 64-bit integer as two words, the low one first. */
export function writeInt64(value: bigint, target: Int32Array): void {
  wide[0] = value;
  writeHalves(target);
}

/** The same for a whole number that a JavaScript number holds exactly. */
export function writeSafe(value: number, target: Int32Array): void {
  target[0] = value;
  target[1] = Math.floor(value / 2 ** 32);
}

/** Writes a float as two words; 0 and -0 differ, and there is one NaN. */
export function writeFloat(value: number, target: Int32Array): void {
  if (Number.isNaN(value)) {
    target[0] = 0;
    target[1] = 0x7ff80000;
    return;
  }
  float[0] = value;
  writeHalves(target);
}

/** The integer whose two words begin at `at`. */
export function readInt64(words: Int32Array, at: number): bigint {
  readHalves(words, at);
  return wide[0] ?? 0n;
}

/** The float whose two words begin at `at`. */
export function readFloat(words: Int32Array, at: number): number {
  readHalves(words, at);
  return float[0] ?? 0;
}

/** The integer whose two words begin at `at`, if a JavaScript number holds it exactly. */
export function readSafe(words: Int32Array, at: number): number | undefined {
  const value = (words[at + 1] ?? 0) * 2 ** 32 + ((words[at] ?? 0) >>> 0);
  return Number.isSafeInteger(value) ? value : undefined;
}

function writeHalves(target: Int32Array): void {
  target[0] = halves[low] ?? 0;
  target[1] = halves[high] ?? 0;
}

function readHalves(words: Int32Array, at: number): void {
  halves[low] = words[at] ?? 0;
  halves[high] = words[at + 1] ?? 0;
}
