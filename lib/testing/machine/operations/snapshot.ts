import fc from 'fast-check';
import { freeName, withTable } from '../model.js';
import { type MachineOperation, SKIPPED } from '../operation.js';
import { type TableStep, tableOf, tablePicks } from '../table-step.js';

export interface TakeSnapshot extends TableStep {
  readonly kind: 'FLUSH' | 'SKIPFLUSH';
}

const MOST_SNAPSHOTS = 4;

/** Takes a snapshot of a table, with the content of its memory or without. */
export const snapshot: MachineOperation<TakeSnapshot> = {
  name: 'snapshot',
  weight: 4,
  steps: () =>
    fc.record({
      op: fc.constant('snapshot'),
      table: tablePicks,
      kind: fc.constantFrom('FLUSH' as const, 'FLUSH' as const, 'SKIPFLUSH' as const),
    }),
  async play(step, { connection, model }) {
    const found = tableOf(model, step);
    if (found === null || model.snapshots.size >= MOST_SNAPSHOTS) return SKIPPED;
    await connection.getAdmin().snapshot(freeName(model.snapshots, 's'), found.name, step.kind);
    return null;
  },
  after(step, model, got, now) {
    const found = tableOf(model, step);
    if (found === null || (got !== null && 'error' in got)) return [];
    const table = step.kind === 'FLUSH' ? found.table.change({ op: 'flush' }, now).next : found.table;
    const kept = { of: found.name, table: table.onFiles() };
    const flushed = withTable(model, found.name, table);
    const taken = { ...flushed, snapshots: new Map(model.snapshots).set(freeName(model.snapshots, 's'), kept) };
    return got === null ? [flushed, taken] : [taken];
  },
};
