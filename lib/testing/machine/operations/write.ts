import fc from 'fast-check';
import { writes } from '../../operations/writes.js';
import type { Operation } from '../../vectors/history.js';
import { type MachineOperation, SKIPPED } from '../operation.js';
import { afterChange, playCall, type TableStep, tableOf, tablePicks } from '../table-step.js';

export interface CallStep extends TableStep {
  readonly call: Operation;
}

/** A put, delete, increment, append, mutateRow, checkAndMutate or batch. */
export const write: MachineOperation<CallStep> = {
  name: 'write',
  weight: 30,
  steps: (moments) => fc.record({ op: fc.constant('write'), table: tablePicks, call: writes(moments) }),
  async play(step, stage) {
    const found = tableOf(stage.model, step);
    return found === null ? SKIPPED : playCall(stage, found.name, step.call);
  },
  after: (step, model, got, now) => afterChange(model, step, step.call, got, now),
  label: ({ call }) => call.op,
};
