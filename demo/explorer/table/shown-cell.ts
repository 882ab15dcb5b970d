import type { Cell, CellTypeName } from 'bigtab';
import {
  type BeginningOfBytes,
  beginningOf,
  familyName,
  type ReadableBytes,
  toReadable,
  withoutDirections,
} from '../ui/cell-text.js';
import { shorten } from '../ui/shorten.js';
import { inTimestamp } from '../ui/times.js';

/** A cell as the panels show it. */
export interface ShownCell {
  readonly cell: Cell;
  readonly row: ReadableBytes;
  /** As its descriptor names it. */
  readonly family: string;
  readonly qualifier: ReadableBytes;
  /** Its beginning, where it is long. */
  readonly value: BeginningOfBytes;
  readonly time: string;
  /** What a marker does, in words; null for a put. */
  readonly marker: string | null;
}

/** Bytes of a value that are read for a line: more than is shown of it. */
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

/** Tells the cells of a page apart: a raw scan may give two that differ in nothing that is shown. */
export function lineKey({ row, family, qualifier, cell }: ShownCell, index: number): string {
  return [index, row.text, family, qualifier.text, cell.timestamp, cell.type].join('\n');
}

/** A cell in words: its column and its row. */
export function nameOf({ row, family, qualifier }: ShownCell): string {
  return `${withoutDirections(family)}:${qualifier.text} of ${shorten(row.text, 80)}`;
}
