import type { Connection } from '../../client/connection.js';
import type { SimulatedFault } from '../../kits/simulated-machine.js';
import type { ManualClock } from '../../simulation/manual-clock.js';

/** Where a run is executed. */
export interface Host {
  readonly clock: ManualClock;
  open(): Promise<Connection>;
  /** Ends the process. */
  kill(): void;
  /** Cuts the power now. */
  cutPower(): void;
  /** Cuts the power in the operation of the disk with this number, from 1. */
  cutPowerAt(operation: number): void;
  /** Lets calls to the storage fail. */
  fail(fault: SimulatedFault): void;
  /** Removes every fault. */
  heal(): void;
}

export const HOSTS = ['memory', 'simulated'] as const;
export type HostName = (typeof HOSTS)[number];
