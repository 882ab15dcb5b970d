import type { ByteReader } from '../../bytes/byte-reader.js';
import { notAllowed } from '../../bytes/kind.js';
import { BigtabError, invalidArgument } from '../../errors.js';
import { ATOMIC_BATCH_BYTES } from '../../model/limits.js';
import { isRecord, readLiteral } from '../../model/literal.js';
import { type RowConditionLike, readRowCondition } from '../../model/row-condition.js';
import {
  type RowMutation,
  type RowMutationLike,
  type RowMutations,
  type RowMutationsLike,
  toMutation,
} from '../../model/row-mutations.js';
import { withoutDefault } from '../../model/schema/table-name.js';
import { ActionRequestWriter, decodeActionsReply } from '../../service/action-codec.js';
import { ConditionWriter, encodeAtomicBatch } from '../../service/atomic-batch-codec.js';
import { Operation } from '../../service/client-service.js';
import type { Result } from '../answers/result.js';
import type { AbortSignalLike } from './call-options.js';
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

/** A condition of an `atomicBatch`, and its table. */
export interface RowCondition extends RowConditionLike {
  readonly table: AtomicTable;
}

/** A checked mutation, the name of its table and how the table's rows are returned. */
interface FormattedMutation {
  readonly name: string;
  readonly mutation: RowMutation | RowMutations;
  readonly format: RequestFormat;
}

/** Collects requests of several tables in list order: consecutive ones of a table are one part. */
class PartsWriter<W extends { finish(): Uint8Array }> {
  readonly #create: (table: string) => W;
  readonly #parts: Uint8Array[] = [];
  #table: string | null = null;
  #writer: W | null = null;

  constructor(create: (table: string) => W) {
    this.#create = create;
  }

  /** The writer of the current part, which is of this table. */
  of(table: string): W {
    if (this.#writer === null || table !== this.#table) {
      this.#end();
      this.#writer = this.#create(table);
      this.#table = table;
    }
    return this.#writer;
  }

  finish(): readonly Uint8Array[] {
    this.#end();
    return this.#parts;
  }

  #end(): void {
    if (this.#writer !== null) this.#parts.push(this.#writer.finish());
    this.#writer = null;
  }
}

/** Collects the mutations of an `atomicBatch`, which are encoded at once, so that the caller may change them. */
export class AtomicMutations {
  /** The number of mutations. */
  count = 0;
  readonly #parts = new PartsWriter((table) => new ActionRequestWriter(table));
  #bytes = 0;

  /** `table`: its name. Throws INVALID_ARGUMENT. */
  add(table: string, mutation: RowMutation | RowMutations): void {
    const writer = this.#parts.of(table);
    const before = writer.byteLength;
    writer.add(mutation);
    this.count++;
    this.#bytes += writer.byteLength - before;
    if (this.#bytes > ATOMIC_BATCH_BYTES)
      throw invalidArgument(
        `an atomicBatch can have at most ${ATOMIC_BATCH_BYTES} bytes; with this mutation it has ${this.#bytes}`,
      );
  }

  finish(): readonly Uint8Array[] {
    return this.#parts.finish();
  }
}

/** Checks, encodes and sends the mutations of a `Connection.atomicBatch`. */
export function runAtomicBatch(
  session: Session,
  list: readonly AtomicMutation[],
  conditions: readonly RowCondition[],
  signal: AbortSignalLike | undefined,
): Promise<Result[]> {
  const checks = writeConditions(conditions);
  const mutations = new AtomicMutations();
  return callList<AtomicMutation, FormattedMutation, ByteReader | null, Result[]>(
    session,
    list,
    { signal },
    {
      check(given) {
        const checked = readMutation(given);
        mutations.add(checked.name, checked.mutation);
        return checked;
      },
      send({ held }) {
        if (mutations.count + checks.length === 0) return null;
        const request = encodeAtomicBatch({ checks, reads: [], mutations: mutations.finish() });
        const reply = session.batcher.call(Operation.AtomicBatch, request, 'write', held.lane);
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

/** The name of a table and its format. Throws INVALID_ARGUMENT. */
export function readTable(table: AtomicTable): { readonly name: string; readonly format: RequestFormat } {
  const named: unknown = (table as { getName?(): unknown } | null)?.getName?.() ?? table;
  if (typeof named !== 'string') throw notAllowed('table', 'the name of a table, or a Table', table);
  const format = (table as { readonly codecs?: RequestFormat }).codecs ?? UNCHANGED;
  return { name: withoutDefault(named), format };
}

function readMutation(given: AtomicMutation): FormattedMutation {
  if (!isRecord(given)) throw notAllowed('an element of an atomicBatch', 'an object { table, mutation }', given);
  const { table, mutation: like } = readLiteral<AtomicMutation>(given, 'element of an atomicBatch', [
    'table',
    'mutation',
  ]);
  const { name, format } = readTable(table as AtomicTable);
  const mutation = inTable(name, () => toMutation(format.request(like) as RowMutationLike, 'mutation'));
  checkPuts(mutation, 1);
  if (mutation.kind === 'RowMutations' && mutation.mutations.length === 0)
    throw invalidArgument('a RowMutations must have at least one mutation');
  return { name, mutation, format };
}

/** Throws INVALID_ARGUMENT, with the index of the condition in `details.condition`. */
function writeConditions(conditions: readonly RowCondition[]): readonly Uint8Array[] {
  const parts = new PartsWriter((table) => new ConditionWriter(table));
  for (const [index, given] of conditions.entries()) {
    try {
      if (!isRecord(given)) throw notAllowed('a condition', 'an object { table, row, ... }', given);
      const { table, ...like } = given as unknown as RowCondition;
      const { name, format } = readTable(table);
      parts.of(name).add(inTable(name, () => readRowCondition(format.request(like, 'Condition'))));
    } catch (error) {
      if (!BigtabError.is(error)) throw error;
      throw new BigtabError(error.code, error.message, {
        details: { ...error.details, condition: index },
        cause: error,
      });
    }
  }
  return parts.finish();
}
