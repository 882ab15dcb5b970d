/* The timestamps of writes that have none (W-3), for a clock that never goes back. */
import type { TimestampMode } from '../../model/timestamp-mode.js';
import { readFamily } from './read-family.js';
import { cellsOf, type Families } from './store.js';
import type { StoredCell } from './stored-cell.js';

/** The cells that a part of a mutation without a timestamp writes or deletes. */
export interface Untimed {
  /** Without the versions that it deletes one by one. The qualifier null means the whole family. */
  readonly columns: readonly { readonly family: string; readonly qualifier: string | null }[];
  readonly isPut: boolean;
}

/** The state that a part of a mutation sees, and the new cells of the parts before it. */
interface UntimedContext {
  readonly before: Families;
  readonly earlier: readonly StoredCell[];
  readonly row: string;
  readonly now: number;
}

export class RowTimes {
  readonly mode: TimestampMode;
  /** The newest implicit timestamp of each row. */
  private readonly rows = new Map<string, { readonly newest: number; readonly deleted: boolean }>();

  constructor(mode: TimestampMode) {
    this.mode = mode;
  }

  /** The timestamp of a write that no other cell would hide. `versions`: it touches a family with several versions. */
  base({ row, now }: UntimedContext, versions: boolean, isDelete: boolean): number {
    if (this.mode === 'wall') return now;
    const { newest, deleted } = this.rows.get(row) ?? { newest: -1, deleted: false };
    const isLater = versions || this.mode === 'strict' || (deleted && !isDelete);
    const time = Math.max(now, isLater ? newest + 1 : newest);
    this.rows.set(row, { newest: time, deleted: isDelete });
    return time;
  }

  /** The timestamp, at least `least`, with which the write is visible. */
  visible(context: UntimedContext, write: Untimed, base: number, least: number): number {
    if (this.mode === 'wall') return least;
    const { above, not } = this.obstacles(context, write, least);
    let time = Math.max(least, ...above.map((timestamp) => timestamp + 1));
    while (not.includes(time)) time++;
    // One that follows a timestamp in the future is not implicit.
    if (time === base + 1) this.rows.set(context.row, { newest: time, deleted: !write.isPut });
    return time;
  }

  /** The newest version of a column, at `timestamp`, is deleted by a marker without a timestamp (W-24). */
  deletedVersion({ row, now }: UntimedContext, timestamp: number): void {
    const newest = Math.max(now, this.rows.get(row)?.newest ?? -1);
    if (timestamp === newest) this.rows.set(row, { newest, deleted: true });
  }

  private obstacles({ before, earlier, row, now }: UntimedContext, { columns, isPut }: Untimed, least: number) {
    const isStrict = this.mode === 'strict';
    const above: number[] = [];
    const not: number[] = [];
    for (const sets of before) {
      const { rules } = sets;
      const own = columns.filter(({ family }) => family === rules.name).map(({ qualifier }) => qualifier);
      if (own.length === 0 && !isStrict) continue;
      const isOwn = ({ qualifier, type }: StoredCell): boolean =>
        isStrict || type.startsWith('DeleteFamily') || own.includes(null) || own.includes(qualifier);
      const min = isStrict || (isPut && rules.versions > 1) ? least : least + 1;
      const range = { min, max: Number.POSITIVE_INFINITY };
      const stored = cellsOf(sets).filter((cell) => cell.row === row);
      const parts = earlier.filter((cell) => cell.family === rules.name);
      const versions = [
        ...readFamily(stored, rules, { versions: 1, range, columns: null, now }),
        ...parts.filter(({ type, timestamp }) => type === 'Put' && timestamp >= min),
      ];
      above.push(...versions.filter(isOwn).map(({ timestamp }) => timestamp));
      if (!isPut && !isStrict) continue;
      for (const { type, timestamp } of [...(rules.replays ? [] : stored), ...parts].filter(isOwn)) {
        if (type === 'DeleteFamily' || type === 'DeleteColumn') above.push(timestamp);
        else if (type !== 'Put') not.push(timestamp);
      }
    }
    return { above, not };
  }
}
