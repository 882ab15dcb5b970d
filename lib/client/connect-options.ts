import { encodeText } from '../bytes/text.js';
import { invalidArgument } from '../errors.js';
import { readLiteral } from '../model/literal.js';
import { type MemoryBudget, type MemoryOptions, memoryBudget } from '../model/memory-options.js';
import { type Durability, toDurability } from '../model/mutation.js';
import type { TimestampMode } from '../region/row-clock.js';
import type { AbortSignalLike } from './call-options.js';
import type { WorkerLike } from './platform.js';
import type { EngineOptions } from './worker-messages.js';

/** What `connect` takes. */
export interface ConnectOptions {
  /**
   * The database: letters, digits, `_`, `-` and `.`, beginning with none of the last two, at most 100 bytes of UTF-8 in
   * Unicode's composed form.
   */
  readonly name: string;
  /**
   * Makes the engine's worker, of the script `bigtab/worker`. Without it, and when it fails, the package starts its own.
   * Not compared with that of other connects.
   */
  readonly worker?: (() => WorkerLike) | undefined;
  /**
   * How mutations without a timestamp get one. `ordered` (default): never earlier than what they must hide or follow;
   * `strict`: each mutation of a row larger than the one before; `wall`: the wall clock alone, as HBase does it.
   */
  readonly timestamps?: TimestampMode | undefined;
  /**
   * When another tab has the database: `fail` (default) rejects with DATABASE_BUSY after at most 5 s, `wait` waits until it
   * is free or `signal` aborts.
   */
  readonly whenBusy?: 'fail' | 'wait' | undefined;
  /** Of mutations whose own and whose table's durability is `USE_DEFAULT`. Default `SYNC_WAL`. */
  readonly durability?: Durability | undefined;
  /** The memory budget; each line has its default. */
  readonly memory?: MemoryOptions | undefined;
  /** Ends the wait: connect rejects with `signal.reason`. Does nothing to a connection that is open. */
  readonly signal?: AbortSignalLike | undefined;
}

/** The options that a database has, wherever its engine runs. */
export const ENGINE_OPTIONS = ['name', 'timestamps', 'durability', 'memory'] as const;

const CONNECT_OPTIONS = [...ENGINE_OPTIONS, 'worker', 'whenBusy', 'signal'] as const;
const TIMESTAMP_MODES: readonly TimestampMode[] = ['ordered', 'strict', 'wall'];
const MAX_NAME_BYTES = 100;

/** The options of `connect` with their defaults filled in. */
export interface ConnectRequest {
  readonly name: string;
  readonly engine: EngineOptions;
  readonly worker: (() => WorkerLike) | undefined;
  readonly wait: boolean;
  readonly signal: AbortSignalLike | undefined;
}

/** Reads the argument of `connect`. Throws INVALID_ARGUMENT naming the option that is wrong. */
export function readConnectOptions(argument: string | ConnectOptions): ConnectRequest {
  const options: ConnectOptions = typeof argument === 'string' ? { name: argument } : argument;
  readLiteral<ConnectOptions>(options, 'set of connect options', CONNECT_OPTIONS);
  return {
    name: toDatabaseName(options.name),
    engine: readEngineOptions(options),
    worker: readWorkerOption(options),
    wait: oneOf(options.whenBusy ?? 'fail', ['fail', 'wait'], 'whenBusy') === 'wait',
    signal: options.signal,
  };
}

/** Throws INVALID_ARGUMENT naming the option that is wrong. */
export function readEngineOptions(options: {
  readonly timestamps?: unknown;
  readonly durability?: unknown;
  readonly memory?: MemoryOptions | undefined;
}): EngineOptions {
  const durability = toDurability(options.durability ?? 'SYNC_WAL');
  return {
    timestamps: oneOf(options.timestamps ?? 'ordered', TIMESTAMP_MODES, 'timestamps'),
    durability: durability === 'USE_DEFAULT' ? 'SYNC_WAL' : durability,
    memory: memoryBudget(options.memory),
  };
}

/** Throws INVALID_ARGUMENT for what is no function. */
export function readWorkerOption(options: { readonly worker?: unknown }): (() => WorkerLike) | undefined {
  if (options.worker === undefined || typeof options.worker === 'function') return options.worker as () => WorkerLike;
  throw invalidArgument('worker must be a function that makes a Worker');
}

/** Throws INVALID_ARGUMENT unless `name` may name a database. */
export function toDatabaseName(name: unknown): string {
  const legal =
    typeof name === 'string' &&
    /^[_\p{Alphabetic}\p{Nd}][-._\p{Alphabetic}\p{Nd}]*$/u.test(name) &&
    // Some file systems take other forms of a letter for the same name, locks do not.
    name.normalize('NFC') === name &&
    encodeText(name).length <= MAX_NAME_BYTES;
  if (legal) return name;
  throw invalidArgument(
    `a database's name has letters, digits, '_', '-' and '.', does not begin with '-' or '.', and has 1 to ${MAX_NAME_BYTES} bytes of UTF-8 in composed form; got ${typeof name === 'string' ? `'${name}'` : typeof name}`,
  );
}

/** Throws INVALID_ARGUMENT naming the first option in which `asked` differs from what the open database has. */
export function requireSameOptions(name: string, open: EngineOptions, asked: EngineOptions): void {
  const [have, want] = [flatten(open), flatten(asked)];
  for (const [option, value] of Object.entries(want)) {
    if (have[option] === value) continue;
    throw invalidArgument(
      `Database '${name}' is open in this page with ${option}: ${have[option]}, and this connect asks for ${value}. Give every connect the same options, or close the others first.`,
      { option, open: have[option], asked: value },
    );
  }
}

function flatten({ memory, ...others }: EngineOptions): Readonly<Record<string, unknown>> {
  const lines = Object.entries(memory as MemoryBudget).map(([line, bytes]) => [`memory.${line}`, bytes]);
  return { ...others, ...Object.fromEntries(lines) };
}

function oneOf<T extends string>(value: unknown, words: readonly T[], what: string): T {
  if ((words as readonly unknown[]).includes(value)) return value as T;
  throw invalidArgument(`${what} must be one of ${words.map((word) => `'${word}'`).join(', ')}; got ${String(value)}`);
}
