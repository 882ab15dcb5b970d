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
import { type RequestFormat, UNCHANGED } from './request-format.js';
import { checkPuts, readOutcome } from './run-batch.js';
import type { Session } from './session.js';

/** A table in an `atomicBatch`: its name, or the table itself. A typed table converts values with its codecs. */
export type AtomicTable = string | { getName(): string; readonly codecs?: RequestFormat };

/** One mutation of an `atomicBatch`, and its table. */
export interface AtomicMutation {
  readonly table: AtomicTable;
  readonly mutation: RowMutation | RowMutationLike | RowMutations | RowMutationsLike;
}

/** A checked mutation, the name of its table and how the table's rows are returned. */
interface FormattedMutation {
  readonly name: string;
  readonly mutation: RowMutation | RowMutations;
  readonly format: RequestFormat;
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
  return callList<AtomicMutation, FormattedMutation, ByteReader | null, Result[]>(
    session,
    list,
    { signal },
    {
      check(given) {
        const checked = readMutation(given);
        const { name, mutation } = checked;
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
        return checked;
      },
      send({ held }) {
        if (writer === null) return null;
        parts.push(writer.finish());
        const reply = session.batcher.call(Operation.AtomicBatch, encodeAtomicBatch(parts), 'write', held.lane);
        held.release();
        return reply;
      },
      finish: (reply, mutations) =>
        pairs(mutations, reply === null ? [] : decodeActionsReply(reply)).map(([{ mutation, format }, outcome]) => {
          const result = readOutcome(mutation, outcome, format);
          if (result instanceof Error) throw result;
          return result as Result;
        }),
    },
  );
}

function readMutation(given: AtomicMutation): FormattedMutation {
  if (!isRecord(given)) throw notAllowed('an element of an atomicBatch', 'an object { table, mutation }', given);
  const { table, mutation: like } = readLiteral<AtomicMutation>(given, 'element of an atomicBatch', [
    'table',
    'mutation',
  ]);
  const named: unknown = (table as { getName?(): unknown } | null)?.getName?.() ?? table;
  if (typeof named !== 'string') throw notAllowed('table', 'the name of a table, or a Table', table);
  const format = (table as { readonly codecs?: RequestFormat }).codecs ?? UNCHANGED;
  const mutation = inTable(named, () => toMutation(format.request(like) as RowMutationLike, 'mutation'));
  checkPuts(mutation, 1);
  if (mutation.kind === 'RowMutations' && mutation.mutations.length === 0)
    throw invalidArgument('a RowMutations must have at least one mutation');
  return { name: withoutDefault(named), mutation, format };
}
