import fc from 'fast-check';
import { type MachineOperation, SKIPPED } from '../operation.js';
import { afterChange, type TableStep, tableOf, tablePicks } from '../table-step.js';

/** Writes the memory of a table into files. */
export const flush: MachineOperation<TableStep> = {
  name: 'flush',
  weight: 7,
  steps: () => fc.record({ op: fc.constant('flush'), table: tablePicks }),
  async play(step, { connection, model }) {
    const found = tableOf(model, step);
    if (found === null) return SKIPPED;
    await connection.getAdmin().flush(found.name);
    return null;
  },
  after: (step, model, got, now) => afterChange(model, step, { op: 'flush' }, got, now),
};
