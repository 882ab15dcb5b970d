import fc from 'fast-check';
import { settle } from '../../samples/log-records.js';
import type { MachineOperation, Step } from '../operation.js';

export interface PassTime extends Step {
  readonly ms: number;
}

/** Sets the clock forward, so that cells and families expire, some exactly at the time of a read. */
export const passTime: MachineOperation<PassTime> = {
  name: 'time',
  weight: 8,
  steps: ({ pauses }) => fc.record({ op: fc.constant('time'), ms: fc.constantFrom(...pauses) }),
  async play({ ms }, { host }) {
    host.clock.advance(ms);
    await settle();
    return null;
  },
  after: (_step, model) => [model],
};
