/*
 * Records too long for one value. Chromium stores a value of 64 KiB or more in a separate file, which fails on a full
 * device, while smaller values can still be written. So the text of a long record is split.
 */

/** The longest text in one value. A letter outside Latin-1 makes every letter of a text take two bytes. */
const PART_LENGTH = 30_000;
/** A record whose text is not longer is stored as it is: as a structured clone it takes at most three times as much. */
const WHOLE_LENGTH = 20_000;

/** The texts in which a long record is stored; none if it fits into one value. */
export function splitRecord(record: unknown): string[] {
  const text = JSON.stringify(record);
  const parts: string[] = [];
  if (text.length <= WHOLE_LENGTH) return parts;
  for (let at = 0; at < text.length; at += PART_LENGTH) parts.push(text.slice(at, at + PART_LENGTH));
  return parts;
}

/** The record of these texts; null if they are not all the texts of one. */
export function joinRecord(parts: readonly string[]): unknown {
  try {
    return JSON.parse(parts.join(''));
  } catch {
    return null;
  }
}
