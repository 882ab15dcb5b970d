import { invalidArgument } from '../errors.js';
import { readLiteral } from './literal.js';

/**
 * The memory budget of a database: each line is an option of `connect` and `openMemory`, in bytes unless said
 * otherwise, and `status()` shows each with its use. Defaults stand in `MEMORY_DEFAULTS`.
 */
export interface MemoryOptions {
  /** Memstores of all tables together; above it the largest region is flushed. Default 64 MiB. */
  readonly memstore?: number;
  /** Above it writes wait, at most 10 s. Default 96 MiB. */
  readonly memstoreLimit?: number;
  /** A region flushes at this size. Default 16 MiB. */
  readonly flushSize?: number;
  /** A region that was not written to for 2 s flushes when it holds more. Default 256 KiB. */
  readonly idleFlushSize?: number;
  /** Blocks of store files kept in memory. Default 16 MiB. */
  readonly blockCache?: number;
  /** The write-ahead log; above it the region with the oldest unflushed edits is flushed. Default 64 MiB. */
  readonly log?: number;
  /** One segment of the log. Default 8 MiB. */
  readonly logSegment?: number;
  /** First batch of a scan. Default 64 KiB. */
  readonly scanBatch?: number;
  /** Batches of a scan grow up to this. Default 1 MiB. */
  readonly scanBatchLimit?: number;
  /** Answers of one message, and of one multi-get, before they continue in another message. Default 8 MiB. */
  readonly getAnswer?: number;
  /**
   * Largest cell, unless the setting `hbase.server.keyvalue.maxsize` says otherwise; a Put is held to
   * `hbase.client.keyvalue.maxsize` too. Default 10 MiB.
   *
   * @see N-35, N-34
   */
  readonly cellSize?: number;
  /** Open scanners (count); above it the one idle for longest is ended. Default 1,000. */
  readonly scanners?: number;
  /**
   * What only open scanners keep of memory that was flushed, and again of files that were replaced, there at least 25 %
   * of the store's bytes; above it the one idle for longest is ended. Default 64 MiB.
   */
  readonly scannersHold?: number;
}

/** All lines of the budget. */
export type MemoryBudget = { -readonly [Line in keyof MemoryOptions]-?: number };

const KIB = 1024;
const MIB = 1024 * KIB;

const MEMORY_DEFAULTS: MemoryBudget = {
  memstore: 64 * MIB,
  memstoreLimit: 96 * MIB,
  flushSize: 16 * MIB,
  idleFlushSize: 256 * KIB,
  blockCache: 16 * MIB,
  log: 64 * MIB,
  logSegment: 8 * MIB,
  scanBatch: 64 * KIB,
  scanBatchLimit: MIB,
  getAnswer: 8 * MIB,
  cellSize: 10 * MIB,
  scanners: 1000,
  scannersHold: 64 * MIB,
};

const MEMORY_MINIMUM: MemoryBudget = {
  memstore: 64 * KIB,
  memstoreLimit: 64 * KIB,
  flushSize: 16 * KIB,
  idleFlushSize: 0,
  blockCache: 0,
  log: 64 * KIB,
  logSegment: 16 * KIB,
  scanBatch: 1,
  scanBatchLimit: 1,
  getAnswer: 1,
  cellSize: 1,
  scanners: 1,
  scannersHold: 0,
};

/**
 * The whole budget with defaults filled in. Throws INVALID_ARGUMENT naming a line that is unknown or out of its limits.
 */
export function memoryBudget(options: MemoryOptions = {}): MemoryBudget {
  const budget = { ...MEMORY_DEFAULTS };
  const lines = Object.keys(budget) as (keyof MemoryBudget)[];
  readLiteral<MemoryOptions>(options, 'memory budget', lines);
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined) continue;
    const line = name as keyof MemoryBudget;
    if (!Number.isSafeInteger(value) || value < MEMORY_MINIMUM[line]) {
      throw invalidArgument(
        `memory.${name} must be an integer of at least ${MEMORY_MINIMUM[line]}, not ${String(value)}`,
      );
    }
    budget[line] = value;
  }
  if (budget.memstoreLimit < budget.memstore) {
    throw invalidArgument(
      `memory.memstoreLimit (${budget.memstoreLimit}) must not be below memory.memstore (${budget.memstore})`,
    );
  }
  return budget;
}
