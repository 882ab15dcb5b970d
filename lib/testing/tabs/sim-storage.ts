import type { DatabaseHost } from '../../../worker/gateway.js';
import { Database, type DatabaseOptions } from '../../engine/server/database.js';
import type { Engine } from '../../service/client-service.js';
import { decodePacket } from '../../service/packet-codec.js';
import { SimMachine } from '../../simulation/sim-machine.js';
import type { OperationLimits } from '../../storage/wal/operation-log.js';
import type { Actor, World } from './world.js';

/** The name of the site's database. */
export const DATABASE = 'site';

/** The storage of the site, and which worker has opened its files. */
export class SimStorage {
  /** How likely it is that a worker dies in one of its first operations on files or the catalog. */
  deaths = 0;
  /** How often a worker has closed its files because its page was hidden and another one visible. */
  handovers = 0;
  /** What engines remember of operations; by default as much as usual. */
  operationLimits: OperationLimits | undefined;
  /** The engine that the packets of pages reach; for planted bugs. */
  wrap: (engine: Engine) => Engine = (engine) => engine;
  private readonly world: World;
  private machine: SimMachine;
  private owner: Actor | null = null;

  constructor(world: World) {
    this.world = world;
    this.machine = new SimMachine({ seed: world.random.uint32(), clock: world.clock });
  }

  /** Opens the database in a worker. `die` ends the worker. */
  async open(worker: Actor, options: DatabaseOptions, host: DatabaseHost, die: () => void): Promise<Engine> {
    const { world } = this;
    const { random } = world;
    if (this.owner !== null) world.fail(`${worker.name} opens the files that ${this.owner.name} has opened`);
    this.owner = worker;
    // What the last worker left. It ends in this operation of the next one.
    const stopAt = random.chance(this.deaths) ? 1 + random.below(random.pick([12, 60, 200])) : Number.POSITIVE_INFINITY;
    this.machine = this.machine.image({ kind: 'process-death', seed: random.uint32(), stopAt });
    const { files, catalog, counter } = this.machine;
    const stop = counter.stop.bind(counter);
    // Nothing of the worker may run any more, not even what waits in this turn.
    counter.stop = () => {
      stop();
      world.note(`${worker.name} dies in an operation on files`);
      die();
    };
    const engine = await Database.open(
      {
        files,
        catalog,
        clock: world.clockOf(worker),
        yielder: world.yielderOf(worker),
        random: () => random.next(),
        backend: 'sim',
        onFenced: die,
        tabs: host.tabs,
        operationLimits: this.operationLimits,
      },
      options,
    );
    const { close } = engine;
    engine.close = (...how) => close.call(engine, ...how).finally(() => this.release(worker));
    this.checkPackets(engine);
    return this.wrap(engine);
  }

  /** A client that sends its open calls again acknowledges all answers that it has. */
  private checkPackets({ service }: Engine): void {
    const { call } = service;
    service.call = (packet) => {
      const { connection, resumed, acknowledged, calls } = decodePacket(packet);
      const first = calls.find(({ number }) => number > 0)?.number;
      if (resumed && first !== undefined && acknowledged !== first - 1)
        this.world.fail(`${connection} acknowledges ${acknowledged} with ${first}, which it sends again`);
      return call.call(service, packet);
    };
  }

  /** Whether this worker has opened the files. */
  isOpenIn(worker: Actor): boolean {
    return this.owner === worker;
  }

  /** The databases that exist. */
  get names(): readonly string[] {
    return this.machine.files.paths().length > 0 ? [DATABASE] : [];
  }

  /** A worker has ended, or has closed its files: whatever still runs of it changes nothing. */
  release(worker: Actor): void {
    if (this.owner !== worker) return;
    this.owner = null;
    this.machine.counter.stopped = true;
  }
}
