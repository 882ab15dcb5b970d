import type { Connection } from '../client/connection.js';
import { BigtabError, invalidArgument } from '../errors.js';
import { IN_PROCESS_OPTIONS, openInProcess, type StoredOptions } from '../in-process/open-in-process.js';
import { oneOf, readLiteral } from '../model/literal.js';
import { ManualClock } from '../simulation/manual-clock.js';
import { OperationCounter } from '../simulation/operation-counter.js';
import { Random } from '../simulation/random.js';
import { SimCatalog } from '../simulation/sim-catalog.js';
import { type ImageOptions, SimFileSystem } from '../simulation/sim-file-system.js';
import { SimulatedProcess } from './simulated-process.js';

/** The options of a SimulatedMachine. */
export interface SimulatedMachineOptions {
  /**
   * Decides everything that is left to chance: what a power cut loses, what a failed write leaves, the order of
   * concurrent calls. The same seed and calls repeat the same run. An integer; default 1.
   */
  readonly seed?: number | undefined;
  /** The time on the machine. Default: a new ManualClock. */
  readonly clock?: ManualClock | undefined;
  /** The bytes that its files may have. Default: any number. */
  readonly quota?: number | undefined;
}

/** Calls of the database to the machine's storage that fail. */
export interface SimulatedFault {
  /** `commit`: a change of the catalog, for which a browser has IndexedDB. The others are calls about files. */
  readonly operation: 'create' | 'open' | 'list' | 'remove' | 'read' | 'write' | 'truncate' | 'flush' | 'commit';
  /** `IO`: the storage fails. `QUOTA`: it has no room. */
  readonly error: 'IO' | 'QUOTA';
  /** The first of these calls that fails, from 1. Default 1. */
  readonly at?: number | undefined;
  /** How many calls fail. Default 1. */
  readonly times?: number | undefined;
}

const FAULT_OPERATIONS = ['create', 'open', 'list', 'remove', 'read', 'write', 'truncate', 'flush', 'commit'] as const;
const FAULT_ERRORS = ['IO', 'QUOTA'] as const;

interface Disk {
  readonly counter: OperationCounter;
  readonly files: SimFileSystem;
  readonly catalog: SimCatalog;
}

/**
 * A machine with one database, whose power you can cut. Your test writes, cuts the power, opens the database again, and
 * checks that what your app needs is there. Nothing is real: its disk is in memory, and its time is that of `clock`.
 *
 * A connection behaves as in a browser whose worker has died: when the power is cut or the process is killed, calls in
 * progress and later ones reject with WORKER_LOST, and the connection dispatches `lost`. The message of the error's `cause` names the
 * seed that repeats the run.
 *
 * @example
 * const machine = new SimulatedMachine({ seed: 7 });
 * const connection = await machine.open();
 * const table = await connection.ensureTable({ name: 'notes', families: ['text'] });
 * await table.put({ row: 'a', cells: { text: { body: 'Hello' } } });
 * machine.kill();
 * const again = await machine.open();
 * (await again.getTable('notes').get('a')).getText('text', 'body'); // 'Hello'
 */
export class SimulatedMachine {
  readonly seed: number;
  /** The time on the machine, which passes only when you advance it, also while no database is open. */
  readonly clock: ManualClock;
  private readonly random: Random;
  private disk: Disk;
  /** How the last process ended, or how the current one will end. */
  private end: ImageOptions['kind'] = 'process-death';
  private isOpen = false;
  private process: SimulatedProcess;

  /** Throws INVALID_ARGUMENT. */
  constructor(options: SimulatedMachineOptions = {}) {
    readLiteral<SimulatedMachineOptions>(options, 'set of options of a SimulatedMachine', ['seed', 'clock', 'quota']);
    const { seed = 1, clock = new ManualClock(), quota = Number.POSITIVE_INFINITY } = options;
    if (!Number.isSafeInteger(seed)) throw invalidArgument(`seed must be an integer; got ${seed}`);
    this.seed = seed;
    this.clock = clock;
    this.random = new Random(seed);
    const counter = new OperationCounter();
    this.process = this.begin(counter);
    this.disk = {
      counter,
      files: new SimFileSystem({ seed, clock: this.process.clock, counter, quota: toBytes(quota) }),
      catalog: new SimCatalog({ seed: seed + 1, counter }),
    };
  }

  /**
   * Opens the machine's database, creates it if it does not exist, and resolves to its only connection. Rejects with
   * DATABASE_BUSY while another one is open, with WORKER_LOST if the power is cut meanwhile, and as `connect` does.
   */
  async open(options: StoredOptions = {}): Promise<Connection> {
    readLiteral<StoredOptions>(options, 'set of options', [...IN_PROCESS_OPTIONS, 'open']);
    const { files, catalog } = this.present();
    if (this.isOpen) {
      throw new BigtabError(
        'DATABASE_BUSY',
        "The machine's database is open. Close its connection, or end its process.",
      );
    }
    this.isOpen = true;
    const { process } = this;
    try {
      return await process.whileAlive(
        openInProcess(options, {
          name: 'simulated',
          files,
          catalog,
          clock: process.clock,
          yielder: () => Promise.resolve(),
          random: () => this.random.next(),
          backend: 'sim',
          room: async () => files.freeBytes,
          // Once the database is closed, the next process can use the disk.
          wrap: (transport) => process.transport(transport, () => this.stop('process-death')),
        }),
      );
    } catch (error) {
      this.stop('process-death');
      throw error;
    }
  }

  /**
   * Cuts the power. What was written but not forced to the disk is kept, lost or torn, and so are names of files of the
   * last minute, depending on the seed. A write with the durability FSYNC_WAL survives if `status().powerSafe` is true.
   */
  cutPower(): void {
    this.stop('power-cut');
  }

  /** Ends the process, as when a browser crashes. Every acknowledged write survives, except those of SKIP_WAL and ASYNC_WAL. */
  kill(): void {
    this.stop('process-death');
  }

  /**
   * Cuts the power in the operation with this number, from 1: the next change of the disk is operation 1. To test every place in
   * which the power can be cut, run the same test with 1, 2, 3, ... until it ends before the cut. Throws INVALID_ARGUMENT.
   */
  cutPowerAt(operation: number): void {
    if (!Number.isSafeInteger(operation) || operation < 1)
      throw invalidArgument(`an operation's number must be an integer from 1; got ${operation}`);
    const { counter } = this.present();
    this.end = 'power-cut';
    counter.stopAt = counter.count + operation;
  }

  /** Lets calls to the storage fail. May be called again, for further faults. Throws INVALID_ARGUMENT. */
  fail(fault: SimulatedFault): void {
    readLiteral<SimulatedFault>(fault, 'fault', ['operation', 'error', 'at', 'times']);
    const operation = oneOf(fault.operation, FAULT_OPERATIONS, 'operation');
    const error = oneOf(fault.error, FAULT_ERRORS, 'error');
    const { at = 1, times = 1 } = fault;
    const { files, catalog } = this.present();
    if (operation === 'commit') catalog.fail({ operation, error: error === 'IO' ? 'UNKNOWN' : error, at, times });
    else files.fail({ operation, error, at, times });
  }

  /** Removes every fault. */
  heal(): void {
    const { files, catalog } = this.present();
    files.heal();
    catalog.heal();
  }

  /** Sets the bytes that the files may have; Infinity: any number. Throws INVALID_ARGUMENT. */
  setQuota(bytes: number): void {
    this.present().files.setQuota(toBytes(bytes));
  }

  /** The bytes that the files have, as a browser would count them. */
  get usedBytes(): number {
    return this.present().files.usedBytes;
  }

  /** The number of changes to the disk since the last process began. */
  get operations(): number {
    return this.disk.counter.count;
  }

  private stop(how: ImageOptions['kind']): void {
    const { counter } = this.disk;
    // The power may also be cut when no process runs, but a process that has ended cannot be killed.
    if (counter.stopped && how === 'process-death') return;
    this.end = how;
    counter.stop();
  }

  /** The disk of the current process. Begins the next process if that one has ended. */
  private present(): Disk {
    const { counter, files, catalog } = this.disk;
    if (!counter.stopped) return this.disk;
    const next = { seed: this.random.uint32(), counter: new OperationCounter() };
    this.process = this.begin(next.counter);
    const { clock } = this.process;
    this.disk = {
      counter: next.counter,
      files: files.image({ ...next, kind: this.end, clock }),
      catalog: catalog.image(next),
    };
    this.end = 'process-death';
    this.isOpen = false;
    return this.disk;
  }

  private begin(counter: OperationCounter): SimulatedProcess {
    const describe = () => {
      const what =
        this.end === 'power-cut' ? 'The power of the simulated machine was cut' : 'The simulated process ended';
      return `${what} after ${counter.count} operations, the last one: ${counter.log.at(-1) ?? 'none'}. Its seed is ${this.seed}.`;
    };
    return new SimulatedProcess(this.clock, counter, describe);
  }
}

function toBytes(quota: number): number {
  if (typeof quota === 'number' && quota >= 0) return quota;
  throw invalidArgument(`quota must be a number of bytes; got ${quota}`);
}
