import type { ByteReader } from '../../bytes/byte-reader.js';
import { notAllowed } from '../../bytes/kind.js';
import { invalidArgument } from '../../errors.js';
import { ATOMIC_BATCH_BYTES } from '../../model/limits.js';
import { isRecord, readLiteral } from '../../model/literal.js';
import {
  type RowMutation,
  type RowMutationLike,
  type RowMutations,
  type RowMutationsLike,
  toMutation,
} from '../../model/row-mutations.js';
import { withoutDefault } from '../../model/schema/table-name.js';
import { ActionRequestWriter, decodeActionsReply } from '../../service/action-codec.js';
import { encodeAtomicBatch } from '../../service/atomic-batch-codec.js';
import { Operation } from '../../service/client-service.js';
import type { Result } from '../answers/result.js';
import type { CallOptions } from './call-options.js';
import { inTable } from './in-table.js';
import { callList, pairs } from './list-call.js';
import { checkPuts, readOutcome } from './run-batch.js';
import type { Session } from './session.js';

/** One mutation of an `atomicBatch`, and its table: the name, or the Table itself. */
export interface AtomicMutation {
  readonly table: string | { getName(): string };
  readonly mutation: RowMutation | RowMutationLike | RowMutations | RowMutationsLike;
}

/** Checks, encodes and sends the mutations of a `Connection.atomicBatch`. */
export function runAtomicBatch(
  session: Session,
  list: readonly AtomicMutation[],
  { signal }: CallOptions,
): Promise<Result[]> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  let table: string | null = null;
  let writer: ActionRequestWriter | null = null;
  return callList<AtomicMutation, RowMutation | RowMutations, ByteReader | null, Result[]>(
    session,
    list,
    { signal },
    {
      check(given) {
        const { name, mutation } = readMutation(given);
        if (writer === null || name !== table) {
          if (writer !== null) parts.push(writer.finish());
          writer = new ActionRequestWriter(name);
          table = name;
        }
        const before = writer.byteLength;
        writer.add(mutation);
        bytes += writer.byteLength - before;
        if (bytes > ATOMIC_BATCH_BYTES)
          throw invalidArgument(
            `an atomicBatch can have at most ${ATOMIC_BATCH_BYTES} bytes; with this mutation it has ${bytes}`,
          );
        return mutation;
      },
      send({ held }) {
        if (writer === null) return null;
        parts.push(writer.finish());
        const reply = session.batcher.call(Operation.AtomicBatch, encodeAtomicBatch(parts), 'write', held.lane);
        held.release();
        return reply;
      },
      finish: (reply, mutations) =>
        pairs(mutations, reply === null ? [] : decodeActionsReply(reply)).map(
          ([mutation, outcome]) => readOutcome(mutation, outcome) as Result,
        ),
    },
  );
}

function readMutation(given: AtomicMutation): { name: string; mutation: RowMutation | RowMutations } {
  if (!isRecord(given)) throw notAllowed('an element of an atomicBatch', 'an object { table, mutation }', given);
  const { table, mutation: like } = readLiteral<AtomicMutation>(given, 'element of an atomicBatch', [
    'table',
    'mutation',
  ]);
  const named: unknown = (table as { getName?(): unknown } | null)?.getName?.() ?? table;
  if (typeof named !== 'string') throw notAllowed('table', 'the name of a table, or a Table', table);
  const mutation = inTable(named, () => toMutation(like as RowMutationLike, 'mutation'));
  checkPuts(mutation, 1);
  if (mutation.kind === 'RowMutations' && mutation.mutations.length === 0)
    throw invalidArgument('a RowMutations must have at least one mutation');
  return { name: withoutDefault(named), mutation };
}
