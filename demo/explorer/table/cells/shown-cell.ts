import type { Cell, CellTypeName } from 'bigtab';
import {
  type BeginningOfBytes,
  beginningOf,
  familyName,
  type ReadableBytes,
  toReadable,
  withoutDirections,
} from '../../ui/cell-text.js';
import { shorten } from '../../ui/shorten.js';
import { inTimestamp } from '../../ui/times.js';

/** A cell as shown in the panels. */
export interface ShownCell {
  readonly cell: Cell;
  readonly row: ReadableBytes;
  /** The name of the family as in its descriptor. */
  readonly family: string;
  readonly qualifier: ReadableBytes;
  /** The value, or the beginning of a long one. */
  readonly value: BeginningOfBytes;
  readonly time: string;
  /** The effect of a marker as text, or null for a put. */
  readonly marker: string | null;
}

/** The number of bytes of a value that are converted to text. It is more than a line shows. */
const VALUE_BYTES = 640;

export function toShownCell(cell: Cell): ShownCell {
  const time = inTimestamp(cell.timestamp);
  return {
    cell,
    row: toReadable(cell.row),
    family: familyName(cell.family),
    qualifier: toReadable(cell.qualifier),
    value: beginningOf(cell.value, VALUE_BYTES),
    time,
    marker: cell.type === 'Put' ? null : MARKERS[cell.type](time),
  };
}

const MARKERS: Readonly<Record<Exclude<CellTypeName, 'Put'>, (time: string) => string>> = {
  Delete: (time) => `deletes the version at ${time}`,
  DeleteColumn: (time) => `deletes the column up to ${time}`,
  DeleteFamily: (time) => `deletes the family up to ${time}`,
  DeleteFamilyVersion: (time) => `deletes the family's versions at ${time}`,
};

/** Identifies a cell on a page. A raw scan may return two cells that look the same. */
export function lineKey({ row, family, qualifier, cell }: ShownCell, index: number): string {
  return [index, row.text, family, qualifier.text, cell.timestamp, cell.type].join('\n');
}

/** The name of a cell in messages: its column and its row. */
export function nameOf({ row, family, qualifier }: ShownCell): string {
  return `${withoutDirections(family)}:${qualifier.text} of ${shorten(row.text, 80)}`;
}
