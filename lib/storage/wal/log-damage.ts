import type { LostRecord } from '../catalog/catalog.js';
import type { LogGap } from './wal-segment-reader.js';

/** What reading a log found missing or damaged, as sentences for people. */
export class LogDamage {
  readonly problems: string[] = [];
  /** Whether anything was lost, or perhaps lost, that had been forced to the device. */
  lostSome = false;
  /** Whether records are missing between those that were applied. */
  hasGaps = false;
  /** The changes that were lost, or perhaps lost. */
  readonly lost: LostRecord[] = [];
  /** Segments that should have continued the log. */
  readonly #ends = new Set<string>();

  /** `lost`: the changes, if it is known which ones. */
  lose(sentence: string, ...lost: readonly LostRecord[]): void {
    this.lostSome = true;
    this.problems.push(`${sentence}.`);
    this.lost.push(...lost);
  }

  /** The log should have continued in this segment, of which nothing can be read. */
  loseEnd(path: string): void {
    this.#ends.add(path);
  }

  /** The log has been read; it ends with `lastSequenceId`. */
  ended(lastSequenceId: number): void {
    for (const path of this.#ends) this.lost.push({ path, sequenceIds: { first: lastSequenceId + 1 } });
  }

  /** Reports a segment that should be the newest one. `old`: whether its name was at least 60 s old. */
  loseNewest(path: string, old: boolean, how: 'missing' | 'empty'): void {
    if (this.problems.some((problem) => problem.startsWith(`${path} `))) return;
    this.loseEnd(path);
    if (old) this.lose(`${path} is ${how}: the changes that were logged in it are lost`);
    else {
      this.lose(
        `${path} is ${how}: changes that were logged in it are perhaps lost. Its name was less than 60 s old, so a power cut may have undone it`,
      );
    }
  }

  /** Reports a gap that was read over. `tables`: the names that can still be read in it. */
  reportGap(path: string, { bad, to, first, last }: LogGap, tables: readonly string[], logStart: number): void {
    this.hasGaps = true;
    const until = Number.isFinite(last) ? `${last}` : 'the last one';
    const where = tables.length > 0 ? ` (tables ${tables.map((name) => `'${name}'`).join(', ')}, perhaps others)` : '';
    const isLost = last >= first && last > logStart;
    const what =
      last < first
        ? 'No change is missing'
        : !isLost
          ? `The changes with the sequence ids ${first} to ${until}${where} are in store files too, so none is missing`
          : `The changes with the sequence ids ${first} to ${until}${where} cannot be read, and later changes were applied. So one change of any row may be missing, and a deleted cell may be back`;
    const sequenceIds = { first, ...(Number.isFinite(last) && { last }) };
    const parts = tables.length === 0 ? [{ path, sequenceIds }] : tables.map((table) => ({ path, table, sequenceIds }));
    const sentence = `${path} is damaged between the offsets ${bad} and ${to}. ${what}. The file is kept`;
    this.lose(sentence, ...(isLost ? parts : []));
  }

  /** Reports sound records after the end of the log. */
  reportLeft(path: string, end: number, first: number, last: number): void {
    this.problems.push(
      `${path} has a bad record at offset ${end} or later. The changes with the sequence ids ${first} to ${last} after it were not applied, because earlier ones are missing. They had not been forced to the device, and a power cut can cause this.`,
    );
  }
}
