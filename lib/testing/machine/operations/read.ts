import fc from 'fast-check';
import { gets, scans } from '../../operations/reads.js';
import { type MachineOperation, SKIPPED } from '../operation.js';
import { isRight, playCall, tableOf, tablePicks } from '../table-step.js';
import type { CallStep } from './write.js';

/** A get or a scan, which must give the oracle's answer. */
export const read: MachineOperation<CallStep> = {
  name: 'read',
  weight: 14,
  steps: (moments) =>
    fc.record({ op: fc.constant('read'), table: tablePicks, call: fc.oneof(gets(moments), scans(moments)) }),
  async play(step, stage) {
    const found = tableOf(stage.model, step);
    return found === null ? SKIPPED : playCall(stage, found.name, step.call);
  },
  after(step, model, got, now) {
    const answer = tableOf(model, step)?.table.read(step.call, now) ?? {};
    return got === null || isRight(step.call, answer, got) ? [model] : [];
  },
  label: ({ call }) => call.op,
};
