import type { EngineEvent, EventKind } from './engine-event.js';

/**
 * The only interface between client and engine: it accepts and returns packets of bytes. It is the same for a direct
 * call, a worker thread and a browser worker.
 */
export interface ClientService {
  /**
   * Runs the requests of one packet in order and answers them in one packet; if the answers are large, it answers only
   * the first of them, see packet-codec. REQUIRES that the packet does not change until then. The caller owns the
   * answer. Never rejects because of a single request: its error is part of the answer.
   */
  call(packet: Uint8Array): Promise<Uint8Array>;
}

/** The engine of one database: a `Database` of lib/engine/server. */
export interface Engine {
  /** Larger than that of every earlier owner of the database. */
  readonly epoch: number;
  readonly service: ClientService;
  /** Calls `listener` with every event that it wants, by default all, until the returned function is called. */
  subscribe(listener: (event: EngineEvent) => void, wants?: EventKind): () => void;
  /** `handOver`: another engine opens the database at once, so what the log has is not flushed. */
  close(options?: { readonly handOver?: boolean }): Promise<void>;
}

/** Increased when requests or answers change their meaning. */
export const PROTOCOL_VERSION = 8;

/** The connection id of calls that no connection makes. */
export const NO_CONNECTION = '';

/** The kind of a request. */
export const Operation = {
  /** Puts and deletes of one table, in list order. */
  Mutate: 1,
  /** Gets and existence checks of one table. */
  Get: 2,
  OpenScanner: 3,
  NextBatch: 4,
  CloseScanner: 5,
  /** Restarts the lease of a scanner. */
  RenewLease: 9,
  /** Gets and mutations of one table, each with its own answer, in list order. */
  Batch: 6,
  /** Mutations of several tables, applied completely or not at all. */
  AtomicBatch: 10,
  /** Begins to report what changes in the rows of a read (see watch-codec). */
  OpenWatch: 11,
  /** Requests the differences of the connection's watches. */
  ReadWatches: 12,
  CloseWatch: 13,
  /** All rare calls: a method name and arguments as JSON. */
  Control: 7,
} as const;
export type Operation = (typeof Operation)[keyof typeof Operation];
