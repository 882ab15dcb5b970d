import { type AtomicRequest, readAtomicBatch } from '../../service/atomic-batch-codec.js';
import { Operation } from '../../service/client-service.js';
import type { RequestCall } from '../../service/packet-codec.js';
import { readSingle } from './single-read.js';

/** The operations whose requests begin with the names of tables. */
const NAMING: ReadonlySet<number> = new Set([
  Operation.Mutate,
  Operation.Get,
  Operation.OpenScanner,
  Operation.Batch,
  Operation.AtomicBatch,
]);

/**
 * The tables that a mutation, a get or a new scan names at the start of its request. None if it cannot be read: running
 * it reports the error.
 */
export function namedTables({ operation, payload }: RequestCall): string[] {
  if (!NAMING.has(operation)) return [];
  const at = payload.offset;
  try {
    return operation === Operation.AtomicBatch ? tablesOf(readAtomicBatch(payload)) : [payload.text()];
  } catch {
    return [];
  } finally {
    payload.offset = at;
  }
}

function tablesOf({ checks, reads, mutations }: AtomicRequest): string[] {
  const read = reads.map(({ kind, request }) => readSingle(kind, request));
  return [...checks, ...read, ...mutations].map(({ table }) => table);
}
