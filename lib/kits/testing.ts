/*
 * The package's entry `bigtab/testing`: databases for the tests of an app, without a browser.
 */
export type { Connection } from '../client/connection.js';
export type { InProcessOptions, StoredOptions } from '../in-process/open-in-process.js';
export { type OpenMemoryOptions, openMemory } from '../memory.js';
export { ManualClock } from '../simulation/manual-clock.js';
export { type SimulatedFault, SimulatedMachine, type SimulatedMachineOptions } from './simulated-machine.js';
