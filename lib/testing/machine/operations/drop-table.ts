import fc from 'fast-check';
import { type MachineOperation, SKIPPED } from '../operation.js';
import { type TableStep, tableOf, tablePicks } from '../table-step.js';

/** Disables and deletes a table. Its snapshots remain. */
export const dropTable: MachineOperation<TableStep> = {
  name: 'drop',
  weight: 1,
  steps: () => fc.record({ op: fc.constant('drop'), table: tablePicks }),
  async play(step, { connection, model }) {
    const found = tableOf(model, step);
    if (found === null) return SKIPPED;
    const admin = connection.getAdmin();
    await admin.disableTable(found.name);
    await admin.deleteTable(found.name);
    return null;
  },
  after(step, model, got) {
    if (got !== null && 'error' in got) return [];
    const tables = new Map(model.tables);
    tables.delete(tableOf(model, step)?.name as string);
    return [{ ...model, tables }];
  },
};
