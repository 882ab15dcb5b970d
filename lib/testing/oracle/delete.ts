/* Deletes, which only write markers. */
import type { DeleteMutation, Time } from '../vectors/history.js';
import { readFamily } from './read-family.js';
import { cellsOf, familyOf } from './store.js';
import type { MarkerType } from './stored-cell.js';
import { ALL_TIME } from './time-range.js';
import { keepsVersions, once, type WriteContext, type Written } from './write.js';

interface Marker {
  readonly type: MarkerType;
  readonly family: string;
  readonly qualifier: string;
  readonly at: Time;
}

export function remove(fields: DeleteMutation, context: WriteContext): Written {
  const { before, row, sequence, now, times } = context;
  const markers = markersOf(fields);
  const all = markers.length > 0 ? markers : before.map(({ rules }) => wholeFamily(rules.name, fields.ts ?? 'LATEST')); // W-20
  const untimed = all.filter(({ at }) => at === 'LATEST');
  const time = once(() => {
    const versions = untimed.some(({ family }) => keepsVersions(context, family));
    const base = times.base(context, versions, true);
    const columns = untimed
      .filter(({ type }) => type !== 'Delete')
      .map(({ type, family, qualifier }) => ({ family, qualifier: type === 'DeleteFamily' ? null : qualifier }));
    return times.visible(context, { columns, isPut: false }, base, base);
  });
  const cells = all.map((marker, index) => {
    const timestamp = marker.at === 'LATEST' ? latest(marker, all.slice(0, index), context) : Number(marker.at);
    return {
      row,
      family: marker.family,
      qualifier: marker.qualifier,
      timestamp,
      type: marker.type,
      value: '',
      sequence,
    };
  });
  return { cells, result: [] };

  /** W-23, and W-24 for the marker of a single version; `earlier` may contain some markers already. */
  function latest(marker: Marker, earlier: readonly Marker[], { before }: WriteContext): number {
    if (marker.type !== 'Delete') return time();
    const { family, qualifier } = marker;
    const nth = 1 + earlier.filter((one) => isLatestOf(one, family, qualifier)).length;
    const sets = familyOf(before, family);
    const stored = cellsOf(sets).filter((cell) => cell.row === row);
    const visible = readFamily(stored, sets.rules, { versions: nth, range: ALL_TIME, columns: [qualifier], now });
    const version = visible[nth - 1]?.timestamp;
    if (version === undefined) return time();
    times.deletedVersion(context, version);
    return version;
  }
}

function isLatestOf(marker: Marker, family: string, qualifier: string): boolean {
  return (
    marker.type === 'Delete' && marker.at === 'LATEST' && marker.family === family && marker.qualifier === qualifier
  );
}

/** The calls in list order. Those without a timestamp have the timestamp of the Delete (W-21). */
function markersOf({ what, ts = 'LATEST' as const }: { what: DeleteMutation['what']; ts?: Time }): Marker[] {
  let markers: Marker[] = [];
  for (const call of what) {
    const [kind, family] = call;
    if (kind === 'family') {
      markers = markers.filter((marker) => marker.family !== family); // W-22
      markers.push(wholeFamily(family, call[2] ?? ts));
    } else if (kind === 'familyVersion') {
      markers.push({ type: 'DeleteFamilyVersion', family, qualifier: '', at: call[2] });
    } else {
      const type = kind === 'columns' ? 'DeleteColumn' : 'Delete';
      markers.push({ type, family, qualifier: call[2], at: call[3] ?? ts });
    }
  }
  return markers;
}

function wholeFamily(family: string, at: Time): Marker {
  return { type: 'DeleteFamily', family, qualifier: '', at };
}
