import fc from 'fast-check';
import type { SimulatedFault } from '../../../kits/simulated-machine.js';
import { settle } from '../../samples/log-records.js';
import { errorOf } from '../../vectors/answers.js';
import type { Got } from '../../vectors/compare.js';
import { perhapsFlushed } from '../model.js';
import { type MachineOperation, SKIPPED, type Step } from '../operation.js';
import { NAMES_ARE_SAFE_MS } from './end-process.js';
import { flush } from './flush.js';
import { write } from './write.js';

export interface FailDuring extends Step {
  /** A number: the power is cut in that operation of the disk. Otherwise calls to the storage fail. */
  readonly fault: number | SimulatedFault;
  readonly step: Step;
}

/**
 * The operations during which something fails: each changes one table in one way, or not at all. A major compaction is
 * none of them: once it has failed, the engine may start a smaller one before the process ends.
 */
const FAILING: readonly MachineOperation[] = [write, flush];

const faults: fc.Arbitrary<FailDuring['fault']> = fc.oneof(
  fc.integer({ min: 1, max: 12 }),
  fc.record({
    operation: fc.constantFrom(
      'create' as const,
      'open' as const,
      'read' as const,
      'write' as const,
      'flush' as const,
      'commit' as const,
    ),
    error: fc.constantFrom('IO' as const, 'QUOTA' as const),
    at: fc.constantFrom(1, 1, 2, 3),
    times: fc.constantFrom(1, 1, 5),
  }),
);

/** A power cut or failed calls during another step, and a new process after it. The step has happened or not. */
export const failDuring: MachineOperation<FailDuring> = {
  name: 'fault',
  weight: 5,
  steps: (moments) =>
    fc.record({
      op: fc.constant('fault'),
      fault: faults,
      step: fc.oneof(
        // A batch is several changes.
        write.steps(moments).filter(({ call }) => call.op !== 'batch'),
        flush.steps(moments),
      ),
    }),
  async play({ fault, step }, stage) {
    const { host, model } = stage;
    if (model.tables.size === 0) return SKIPPED;
    host.clock.advance(NAMES_ARE_SAFE_MS);
    await settle();
    if (typeof fault === 'number') host.cutPowerAt(fault);
    else host.fail(fault);
    const answer = await operationOf(step)
      .play(step, stage)
      .then((value): Got => ({ value }), errorOf);
    if (typeof fault !== 'number') {
      host.heal();
      host.kill();
    } else host.cutPower();
    await stage.open({ afterFault: true });
    return answer;
  },
  after({ step }, model, got, now) {
    const operation = operationOf(step);
    const answer = got === null || !('value' in got) ? null : (got.value as Got);
    // A failed call may start a flush, as the time before it may (see end-process).
    return perhapsFlushed(model, now).flatMap((before) => {
      const right = answer === null ? [] : operation.after(step, before, answer, now);
      // A power cut may undo what has no record in the log, such as a flush.
      const happened = right.length > 0 && operation === write;
      const all = happened ? right : [before, ...operation.after(step, before, null, now)];
      return all.flatMap((one) => perhapsFlushed(one, now));
    });
  },
  label: ({ fault }) => (typeof fault === 'number' ? 'cut during' : fault.error === 'IO' ? 'I/O fault' : 'no room'),
};

function operationOf({ op }: Step): MachineOperation {
  return FAILING.find(({ name }) => name === op) as MachineOperation;
}
