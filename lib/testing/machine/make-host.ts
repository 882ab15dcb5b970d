import type { Connection } from '../../client/connection.js';
import { SimulatedMachine } from '../../kits/simulated-machine.js';
import { ManualClock } from '../../simulation/manual-clock.js';
import { copyOf, memoryMedium, openEngine } from '../samples/engine.js';
import type { Host, HostName } from './host.js';
import type { Run } from './operation.js';

/** An empty database for a run. */
export function makeHost(name: HostName, run: Run): Host {
  return name === 'memory' ? inMemory(run) : onMachine(run);
}

/** Storage that never fails and loses nothing: the end of a process only loses what the engine has not written. */
function inMemory({ start, memory }: Run): Host {
  let medium = { ...memoryMedium(), clock: new ManualClock(start) };
  // The clock of a process that has ended stands still.
  const end = (): void => {
    medium = copyOf(medium);
  };
  return {
    get clock() {
      return medium.clock;
    },
    open: async () => (await openEngine(medium, { timestamps: 'wall', memory })).connection,
    kill: end,
    cutPower: end,
    cutPowerAt: () => {},
    fail: () => {},
    heal: () => {},
  };
}

function onMachine({ seed, start, memory }: Run): Host {
  const machine = new SimulatedMachine({ seed, clock: new ManualClock(start) });
  return {
    clock: machine.clock,
    open: (): Promise<Connection> => machine.open({ timestamps: 'wall', durability: 'FSYNC_WAL', memory }),
    kill: () => machine.kill(),
    cutPower: () => machine.cutPower(),
    cutPowerAt: (operation) => machine.cutPowerAt(operation),
    fail: (fault) => machine.fail(fault),
    heal: () => machine.heal(),
  };
}
