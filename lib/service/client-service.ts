/**
 * The one door between client and engine: packets of bytes in, packets of bytes out. The same for a direct call,
 * a worker thread and a browser worker.
 */
export interface ClientService {
  /**
   * Runs the requests of one packet in order and answers them in one packet, or the first of them when the answers are
   * large: see packet-codec. The packet belongs to the service from now on; the answer belongs to the caller. Never
   * rejects for what a single request does wrong: that is an error in the answer.
   */
  call(packet: Uint8Array): Promise<Uint8Array>;
}

/** Raised when requests or answers change their meaning. */
export const PROTOCOL_VERSION = 3;

/** What a request asks for. */
export const Operation = {
  /** Puts and deletes of one table, in list order. */
  Mutate: 1,
  /** Gets and existence checks of one table. */
  Get: 2,
  OpenScanner: 3,
  NextBatch: 4,
  CloseScanner: 5,
  /** Begins the lease of a scanner anew. */
  RenewLease: 9,
  /** Gets and mutations of one table, each with an answer of its own, in list order. */
  Batch: 6,
  /** Mutations of several tables, all of them or none. */
  AtomicBatch: 10,
  /** Everything rare: a method name and arguments as JSON. */
  Control: 7,
} as const;
export type Operation = (typeof Operation)[keyof typeof Operation];
