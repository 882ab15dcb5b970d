import type { ColumnLike, DeleteLike, MarkerLike, Table } from 'bigtab';
import { countOf } from '../ui/amounts.js';
import { inTimestamp } from '../ui/times.js';
import { type Page, readCellPage } from './cell-pages.js';

/** The effect of a delete: a marker that is older than a version is written, but does not hide that version. */
export interface DeleteOutcome {
  /** Versions that reads no longer show; null where there were too many to count. */
  readonly hidden: number | null;
  /** The newest timestamp that reads still show where the marker was to hide; null for none. */
  readonly left: number | null;
  /** Whether the marker was meant for one timestamp. */
  readonly isExact: boolean;
}

/** Versions that are counted. */
const MOST = 1000;

/** Deletes, and compares what reads show before and after. REQUIRES no marker, or one. */
export async function deleteCounted(table: Table, remove: DeleteLike, signal: AbortSignal): Promise<DeleteOutcome> {
  const [marker] = remove.markers ?? [];
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

/** The outcome, in a sentence. */
export function outcomeSentence({ hidden, left, isExact }: DeleteOutcome): string {
  if (hidden === null) return 'Older versions are hidden.';
  if (hidden === 0) {
    if (left === null) return 'There was nothing to hide.';
    if (isExact) return 'The marker hides nothing: there is no version with this timestamp.';
    return `The marker hides nothing: the newest version has the timestamp ${inTimestamp(left)}, which is later. Delete with that timestamp to hide it.`;
  }
  const stays = left === null || isExact ? '' : ` Later versions are still visible; the newest is from ${inTimestamp(left)}.`;
  return `The marker hides ${countOf(hidden, 'version')}.${stays}`;
}
