import fc from 'fast-check';
import { type MachineOperation, SKIPPED } from '../operation.js';
import { afterChange, type TableStep, tableOf, tablePicks } from '../table-step.js';

/** Merges all files of a table after a flush. No other step starts a compaction. */
export const majorCompact: MachineOperation<TableStep> = {
  name: 'majorCompact',
  weight: 4,
  steps: () => fc.record({ op: fc.constant('majorCompact'), table: tablePicks }),
  async play(step, { connection, model }) {
    const found = tableOf(model, step);
    if (found === null) return SKIPPED;
    const admin = connection.getAdmin();
    await admin.compactionSwitch(true);
    await admin.majorCompact(found.name);
    await admin.compactionSwitch(false);
    return null;
  },
  after(step, model, got, now) {
    const flushed = afterChange(model, step, { op: 'flush' }, got, now);
    const compacted = flushed.flatMap((one) => afterChange(one, step, { op: 'majorCompact' }, got, now));
    return got === null ? [...flushed, ...compacted] : compacted;
  },
};
