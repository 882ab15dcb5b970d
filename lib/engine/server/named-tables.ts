import { ByteReader } from '../../bytes/byte-reader.js';
import { type AtomicRequest, readAtomicBatch } from '../../service/atomic-batch-codec.js';
import { Operation } from '../../service/client-service.js';
import type { RequestCall } from '../../service/packet-codec.js';

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
  const tableOf = ({ table }: { readonly table: string }): string => table;
  return [...checks.map(tableOf), ...reads.map(({ request }) => firstText(request)), ...mutations.map(tableOf)];
}

/** The table at the start of a get or a scan. */
function firstText(request: Uint8Array): string {
  return new ByteReader(request, 0, request.length, 'the request of a read').text();
}
