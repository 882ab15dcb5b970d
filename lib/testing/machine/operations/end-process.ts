import fc from 'fast-check';
import { settle } from '../../samples/log-records.js';
import { perhapsFlushed } from '../model.js';
import type { MachineOperation, Step } from '../operation.js';

export interface EndProcess extends Step {
  readonly kind: 'kill' | 'powerCut';
}

/** After this time, a power cut cannot undo the name of a file that existed before it. */
export const NAMES_ARE_SAFE_MS = 61_000;

/** Ends the process between two steps. Every acknowledged write survives. */
export const endProcess: MachineOperation<EndProcess> = {
  name: 'end',
  weight: 4,
  steps: () =>
    fc.record({
      op: fc.constant('end'),
      kind: fc.constantFrom('kill' as const, 'kill' as const, 'powerCut' as const),
    }),
  async play({ kind }, stage) {
    const { host } = stage;
    if (kind === 'kill') host.kill();
    else {
      host.clock.advance(NAMES_ARE_SAFE_MS);
      await settle();
      host.cutPower();
    }
    await stage.open({ afterFault: kind === 'powerCut' });
    return null;
  },
  after({ kind }, model, got, now) {
    if (got !== null && 'error' in got) return [];
    // While the names become safe, the engine may renew its log, for which it flushes, and the power cut may undo that.
    return kind === 'kill' ? [model] : perhapsFlushed(model, now);
  },
  label: ({ kind }) => kind,
};
