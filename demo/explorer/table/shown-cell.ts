import type { Cell, CellTypeName } from 'bigtab';
import { type ReadableBytes, toReadable } from '../ui/cell-text.js';
import { inTimestamp } from '../ui/times.js';

/** A cell as the panels show it. */
export interface ShownCell {
  readonly cell: Cell;
  readonly row: ReadableBytes;
  readonly family: string;
  readonly qualifier: ReadableBytes;
  readonly value: ReadableBytes;
  readonly time: string;
  /** What a marker does, in words; null for a put. */
  readonly marker: string | null;
}

export function toShownCell(cell: Cell): ShownCell {
  const time = inTimestamp(cell.timestamp);
  return {
    cell,
    row: toReadable(cell.row),
    family: toReadable(cell.family).text,
    qualifier: toReadable(cell.qualifier),
    value: toReadable(cell.value),
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
