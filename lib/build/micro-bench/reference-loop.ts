/*
 * The loop with which every benchmark is compared. It does the kinds of work that the engine does per cell (arithmetic,
 * a search that compares bytes, a copy) and never changes. A change here invalidates the complete baseline.
 */
const STEPS = 4_000;
const ENTRIES = 1 << 14;
const ENTRY_BYTES = 64;
const KEY_BYTES = 12;

const entries = new Uint8Array(ENTRIES * ENTRY_BYTES);
const view = new DataView(entries.buffer);
const copy = new Uint8Array(ENTRY_BYTES);
for (let index = 0; index < ENTRIES; index++) view.setUint32(index * ENTRY_BYTES + KEY_BYTES - 4, index * 5);

/**
 * Looks up 4,000 keys in 16,384 sorted entries, and copies the entries found. The sum prevents the compiler from
 * removing the work.
 */
export function referenceLoop(): number {
  let state = 0x2545f491;
  let sum = 0;
  for (let step = 0; step < STEPS; step++) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    const at = find((state >>> 0) % (ENTRIES * 5)) * ENTRY_BYTES;
    for (let index = 0; index < ENTRY_BYTES; index++) copy[index] = entries[at + index] as number;
    sum = (sum + (copy[step % ENTRY_BYTES] as number)) | 0;
  }
  return sum;
}

const wanted = new Uint8Array(KEY_BYTES);
const wantedView = new DataView(wanted.buffer);

/** The last entry that is not after `key`. */
function find(key: number): number {
  wantedView.setUint32(KEY_BYTES - 4, key);
  let low = 0;
  let high = ENTRIES - 1;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if (compareWithWanted(middle * ENTRY_BYTES) <= 0) low = middle;
    else high = middle - 1;
  }
  return low;
}

function compareWithWanted(at: number): number {
  for (let index = 0; index < KEY_BYTES; index++) {
    const difference = (entries[at + index] as number) - (wanted[index] as number);
    if (difference !== 0) return difference;
  }
  return 0;
}
