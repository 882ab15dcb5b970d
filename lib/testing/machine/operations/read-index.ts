import fc from 'fast-check';
import type { ScanLike } from '../../../model/scan.js';
import { fromPrintable } from '../../oracle/printable.js';
import { toPrintable } from '../../vectors/printable-bytes.js';
import { INDEXES, type IndexName } from '../indexes.js';
import type { TableModel } from '../model.js';
import { type MachineOperation, SKIPPED } from '../operation.js';
import { type TableStep, tableOf, tablePicks } from '../table-step.js';

export interface ReadIndex extends TableStep {
  readonly index: IndexName;
  readonly isReversed: boolean;
  /** 0: none. */
  readonly limit: number;
  /** The first value; null: from the start. */
  readonly from: string | null;
}

/** Reads rows by an index, which must find those of a scan, sorted by the values of the index's column. */
export const readIndex: MachineOperation<ReadIndex> = {
  name: 'index',
  weight: 8,
  steps: () =>
    fc.record({
      op: fc.constant('index'),
      table: tablePicks,
      index: fc.constantFrom(...(Object.keys(INDEXES) as IndexName[])),
      isReversed: fc.boolean(),
      limit: fc.constantFrom(0, 0, 0, 1, 2),
      from: fc.constantFrom(null, null, 'a', 'b', '3'),
    }),
  async play(step, { connection, model }) {
    const found = tableOf(model, step);
    if (found === null || !found.table.isIndexed) return SKIPPED;
    const { index, isReversed, limit, from } = step;
    const scan = {
      index,
      ...(isReversed && { reversed: true }),
      ...(limit > 0 && { limit }),
      ...(from !== null && { from }),
    };
    const results = await connection
      .getTable(found.name)
      .getScanner(scan as ScanLike)
      .toArray();
    return results.map(({ row }) => toPrintable(row as Uint8Array));
  },
  after(step, model, got, now) {
    const { table } = tableOf(model, step) as { table: TableModel };
    if (got === null) return [model];
    return 'value' in got && JSON.stringify(got.value) === JSON.stringify(expected(table, step, now)) ? [model] : [];
  },
};

function expected(table: TableModel, { index, isReversed, limit, from }: ReadIndex, now: number): readonly string[] {
  const entries = entriesOf(table, index, now)
    .filter(([value]) => from === null || value >= from)
    .sort(([a, rowA], [b, rowB]) => (a === b ? order(rowA, rowB) : order(a, b)))
    .map(([, row]) => row);
  if (isReversed) entries.reverse();
  return limit === 0 ? entries : entries.slice(0, limit);
}

/** The values that the index has of the newest visible cells, with their rows. */
function entriesOf(table: TableModel, index: IndexName, now: number): (readonly [value: string, row: string])[] {
  const ofQualifiers = index === 'byQualifier';
  const [family, qualifier] = index === 'byValue' ? ['f', 'a'] : index === 'byUnique' ? ['f', 'u'] : ['g'];
  const columns = [qualifier === undefined ? ([family] as const) : ([family, qualifier] as const)] as never;
  const { expect } = table.read({ op: 'scan', versions: 1, columns }, now);
  const rows = expect as readonly { readonly row: string; readonly cells: readonly (readonly string[])[] }[];
  return rows.flatMap(({ row, cells }) =>
    cells.map(([, name, , value]) => [fromPrintable((ofQualifiers ? name : value) as string), row] as const),
  );
}

function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
