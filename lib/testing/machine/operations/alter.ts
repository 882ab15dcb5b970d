import fc from 'fast-check';
import { alterations } from '../../operations/tables.js';
import { type MachineOperation, SKIPPED } from '../operation.js';
import { afterChange, playCall, tableOf, tablePicks } from '../table-step.js';
import type { CallStep } from './write.js';

/** Changes the attributes of a family, or adds one. */
export const alter: MachineOperation<CallStep> = {
  name: 'alter',
  weight: 2,
  steps: (moments) => fc.record({ op: fc.constant('alter'), table: tablePicks, call: alterations(moments) }),
  async play(step, stage) {
    const found = tableOf(stage.model, step);
    return found === null ? SKIPPED : playCall(stage, found.name, step.call);
  },
  after: (step, model, got, now) => afterChange(model, step, step.call, got, now),
};
