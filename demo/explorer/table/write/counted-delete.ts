import type { ColumnLike, DeleteLike, MarkerLike, Table } from 'bigtab';
import { countOf } from '../../ui/amounts.js';
import { inTimestamp } from '../../ui/times.js';
import { type Page, readCellPage } from '../live/cell-pages.js';

/** The effect of a delete. Its marker does not hide a version with a later timestamp. */
export interface DeleteOutcome {
  /** The number of versions that reads no longer show, or null if there were too many to count. */
  readonly hidden: number | null;
  /** The newest timestamp that reads still show in the range of the marker, or null if they show none. */
  readonly left: number | null;
  /** Whether the marker is for exactly one timestamp. */
  readonly isExact: boolean;
}

/** The largest number of versions that are counted. */
const MOST = 1000;

/** Deletes, and compares a read before with a read after. REQUIRES: at most one marker. */
export async function deleteCounted(table: Table, remove: DeleteLike): Promise<DeleteOutcome> {
  const [marker] = remove.markers ?? [];
  const { signal } = new AbortController();
  const read = (): Promise<Page<{ readonly timestamp: number }>> => {
    const { row } = remove;
    const columns = marker === undefined ? {} : { columns: [columnOf(marker)] };
    const scan = { start: row, stop: row, stopInclusive: true, versions: 'all', ...columns } as const;
    return readCellPage(table, scan, { from: null, size: MOST, signal });
  };
  const before = await read();
  await table.delete(remove);
  const after = await read();
  const isWhole = before.next === null && after.next === null;
  return {
    hidden: isWhole ? before.items.length - after.items.length : null,
    left: after.items.length === 0 ? null : Math.max(...after.items.map(({ timestamp }) => timestamp)),
    isExact: marker?.kind === 'column' || marker?.kind === 'familyVersion',
  };
}

function columnOf(marker: MarkerLike): ColumnLike {
  return 'qualifier' in marker ? [marker.family, marker.qualifier] : [marker.family];
}

/** The outcome as a sentence. */
export function outcomeSentence({ hidden, left, isExact }: DeleteOutcome): string {
  if (hidden === null) return 'Older versions are hidden.';
  if (hidden === 0) {
    if (left === null) return 'There was nothing to hide.';
    if (isExact) return 'The marker hides nothing: there is no version with this timestamp.';
    return `The marker hides nothing: the newest version has the timestamp ${inTimestamp(left)}, which is later. Delete with that timestamp to hide it.`;
  }
  const stays =
    left === null || isExact ? '' : ` Later versions are still visible; the newest is from ${inTimestamp(left)}.`;
  return `The marker hides ${countOf(hidden, 'version')}.${stays}`;
}
