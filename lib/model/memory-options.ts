import { invalidArgument } from '../errors.js';
import { readLiteral } from './literal.js';

/**
 * The memory budget of a database. Each property is an option of `connect` and `openMemory`, in bytes unless stated
 * otherwise. `status().budget` shows each, and `status().memory` and `status().scanners` show the use.
 */
export interface MemoryOptions {
  /** Limit for the memstores of all tables together; above it the largest region is flushed. Default 64 MiB. */
  readonly memstore?: number;
  /** Limit for all memstores above which writes wait, for at most 10 s. Default 96 MiB. */
  readonly memstoreLimit?: number;
  /** Size at which a region is flushed. Default 16 MiB. */
  readonly flushSize?: number;
  /** A larger region is flushed when it has not been written to for 2 s. Default 256 KiB. */
  readonly idleFlushSize?: number;
  /** Limit for blocks of store files kept in memory. Default 16 MiB. */
  readonly blockCache?: number;
  /** Limit for the write-ahead log; above it the region with the oldest unflushed edits is flushed. Default 64 MiB. */
  readonly log?: number;
  /** Size of one segment of the log. Default 8 MiB. */
  readonly logSegment?: number;
  /** Size of the first batch of a scan. Default 64 KiB. */
  readonly scanBatch?: number;
  /** Largest size of a batch of a scan; batches grow up to it. Default 1 MiB. */
  readonly scanBatchLimit?: number;
  /**
   * Limit for the answers in one message, and for one multi-get, before they continue in another message. Default 8
   * MiB.
   */
  readonly getAnswer?: number;
  /**
   * Largest cell, unless the setting `hbase.server.keyvalue.maxsize` overrides it. A Put must also observe
   * `hbase.client.keyvalue.maxsize`. Default 10 MiB.
   *
   * @see N-35, N-34
   */
  readonly cellSize?: number;
  /** Maximum number of open scanners; above it, the one that has been idle longest is ended. Default 1,000. */
  readonly scanners?: number;
  /**
   * Limit for flushed memory that only open scanners keep, and separately for replaced files that only they keep (at
   * least 25% of the store's bytes); above it, the scanner that has been idle longest is ended. Default 64 MiB.
   */
  readonly scannersHold?: number;
}

/** Every limit of the budget. */
export type MemoryBudget = { -readonly [Line in keyof MemoryOptions]-?: number };

const KIB = 1024;
const MIB = 1024 * KIB;

/** The default and the minimum of every limit. */
const LIMITS: { readonly [Line in keyof MemoryBudget]: readonly [usual: number, least: number] } = {
  memstore: [64 * MIB, 64 * KIB],
  memstoreLimit: [96 * MIB, 64 * KIB],
  flushSize: [16 * MIB, 16 * KIB],
  idleFlushSize: [256 * KIB, 0],
  blockCache: [16 * MIB, 0],
  log: [64 * MIB, 64 * KIB],
  logSegment: [8 * MIB, 16 * KIB],
  scanBatch: [64 * KIB, 1],
  scanBatchLimit: [MIB, 1],
  getAnswer: [8 * MIB, 1],
  cellSize: [10 * MIB, 1],
  scanners: [1000, 1],
  scannersHold: [64 * MIB, 0],
};

/**
 * The complete budget with defaults filled in. Throws INVALID_ARGUMENT naming a limit that is unknown or out of bounds.
 */
export function memoryBudget(options: MemoryOptions = {}): MemoryBudget {
  const lines = Object.keys(LIMITS) as (keyof MemoryBudget)[];
  readLiteral<MemoryOptions>(options, 'memory budget', lines);
  const values = lines.map((line) => {
    const [usual, least] = LIMITS[line];
    const { [line]: value = usual } = options;
    if (Number.isSafeInteger(value) && value >= least) return [line, value] as const;
    throw invalidArgument(`memory.${line} must be an integer of at least ${least}, not ${String(value)}`);
  });
  const budget = Object.fromEntries(values) as MemoryBudget;
  if (budget.memstoreLimit < budget.memstore) {
    throw invalidArgument(
      `memory.memstoreLimit (${budget.memstoreLimit}) must not be below memory.memstore (${budget.memstore})`,
    );
  }
  return budget;
}
