import { join } from 'node:path';
import { NodeCatalog } from '../../kits/node/node-catalog.js';
import { NodeFileSystem } from '../../kits/node/node-file-system.js';
import { ManualClock } from '../../simulation/manual-clock.js';
import { OperationCounter } from '../../simulation/operation-counter.js';
import { Random } from '../../simulation/random.js';
import type { StoppingMedium } from './crash-run.js';
import { randomWorkload } from './crash-steps.js';
import type { Step } from './expected-state.js';

const STEPS = 300;

/** A database in `directory` of this machine. */
export function killMedium(directory: string): StoppingMedium {
  return {
    files: new NodeFileSystem(join(directory, 'files')),
    catalog: new NodeCatalog(join(directory, 'catalog')),
    clock: new ManualClock(1_000_000),
    counter: new OperationCounter(),
  };
}

/** The workload of a process that is killed: longer than any of them lives. */
export function killWorkload(seed: number): readonly Step[] {
  return randomWorkload(new Random(seed), STEPS);
}
