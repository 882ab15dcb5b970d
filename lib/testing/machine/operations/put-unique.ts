import fc from 'fast-check';
import { BigtabError } from '../../../errors.js';
import type { Answer } from '../../operations/operation.js';
import type { Operation } from '../../vectors/history.js';
import { type TableModel, withTable } from '../model.js';
import { type MachineOperation, SKIPPED } from '../operation.js';
import { playCall, type TableStep, tableOf, tablePicks } from '../table-step.js';

export interface PutUnique extends TableStep {
  readonly row: string;
  readonly value: string;
}

const REFUSED = 'refused';
const COLUMN = { columns: [['f', 'u']] } as const;

/** Writes a value of a unique index, which is refused if another row has it. */
export const putUnique: MachineOperation<PutUnique> = {
  name: 'unique',
  weight: 12,
  steps: () =>
    fc.record({
      op: fc.constant('unique'),
      table: tablePicks,
      row: fc.constantFrom('r', 's', 't'),
      value: fc.constantFrom('a', 'a', 'a', 'b'),
    }),
  async play(step, stage) {
    const found = tableOf(stage.model, step);
    if (found === null) return SKIPPED;
    try {
      return await playCall(stage, found.name, put(step));
    } catch (error) {
      if (BigtabError.is(error) && error.code === 'CONDITION_FAILED') return REFUSED;
      throw error;
    }
  },
  after(step, model, got, now) {
    const { name, table } = tableOf(model, step) as { name: string; table: TableModel };
    const isRefused = got !== null && 'value' in got && got.value === REFUSED;
    if (got !== null && 'error' in got) return [];
    if (isRefused) return table.isIndexed && isStored(table, step, now) ? [model] : [];
    const { next } = table.change(put(step), now);
    if (table.isIndexed && got !== null && owners(next, step, now).length > 1) return [];
    return [withTable(model, name, next)];
  },
};

function put({ row, value }: PutUnique): Operation {
  return { op: 'put', row, cells: [['f', 'u', 'LATEST', value]] };
}

type Rows = readonly { readonly row: string; readonly cells: readonly (readonly unknown[])[] }[];

function rowsOf({ expect }: Answer): Rows {
  return expect as Rows;
}

/** The rows that show the value after the step, if the row of the step does; a marker may hide what it has put. */
function owners(after: TableModel, { row, value }: PutUnique, now: number): readonly string[] {
  const shown = rowsOf(after.read({ op: 'scan', versions: 1, ...COLUMN }, now));
  const having = shown.filter(({ cells }) => cells[0]?.[3] === value).map((one) => one.row);
  return having.includes(row) ? having : [];
}

/** Whether another row has a version with the value, even a hidden one: whether it counts is not decided here. */
function isStored(table: TableModel, { row, value }: PutUnique, now: number): boolean {
  const all = rowsOf(table.read({ op: 'scan', versions: 'all', raw: true }, now));
  return all.some((one) => one.row !== row && one.cells.some((cell) => cell[1] === 'u' && cell[3] === value));
}
