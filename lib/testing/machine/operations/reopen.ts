import fc from 'fast-check';
import { allFlushed } from '../model.js';
import type { MachineOperation, Step } from '../operation.js';

/** Closes the database, which flushes it, and opens it again. */
export const reopen: MachineOperation<Step> = {
  name: 'reopen',
  weight: 2,
  steps: () => fc.constant({ op: 'reopen' }),
  async play(_step, stage) {
    await stage.connection.close();
    await stage.open();
    return null;
  },
  after: (_step, model, got, now) => (got !== null && 'error' in got ? [] : [allFlushed(model, now)]),
};
