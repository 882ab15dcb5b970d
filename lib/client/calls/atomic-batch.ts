import type { ByteReader } from '../../bytes/byte-reader.js';
import { notAllowed } from '../../bytes/kind.js';
import { invalidArgument } from '../../errors.js';
import { ATOMIC_BATCH_BYTES } from '../../model/limits.js';
import { isRecord, readLiteral } from '../../model/literal.js';
import { type CheckedCondition, type RowConditionLike, readRowCondition } from '../../model/row-condition.js';
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
import { callList, eachOf, pairs } from './list-call.js';
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

/** Collects the conditions or the mutations of one part. */
interface PartWriter<T> {
  readonly byteLength: number;
  add(one: T): void;
  finish(): Uint8Array;
}

/** Counts the bytes of all parts of an `atomicBatch`. */
class BatchSize {
  #bytes = 0;

  /** Throws INVALID_ARGUMENT if the batch is too large now. */
  add(bytes: number, what: string): void {
    this.#bytes += bytes;
    if (this.#bytes > ATOMIC_BATCH_BYTES)
      throw invalidArgument(
        `an atomicBatch can have at most ${ATOMIC_BATCH_BYTES} bytes; with this ${what} it has ${this.#bytes}`,
      );
  }
}

/**
 * Collects conditions or mutations of several tables in list order: consecutive ones of a table are one part. They are
 * encoded at once, so that the caller may change them.
 */
class PartsWriter<T> {
  /** The number of conditions or mutations. */
  count = 0;
  readonly #what: string;
  readonly #size: BatchSize;
  readonly #create: (table: string) => PartWriter<T>;
  readonly #parts: Uint8Array[] = [];
  #table: string | null = null;
  #writer: PartWriter<T> | null = null;

  constructor(what: string, size: BatchSize, create: (table: string) => PartWriter<T>) {
    this.#what = what;
    this.#size = size;
    this.#create = create;
  }

  /** `table`: its name. Throws INVALID_ARGUMENT. */
  add(table: string, one: T): void {
    const writer = this.#of(table);
    const before = writer.byteLength;
    writer.add(one);
    this.count++;
    this.#size.add(writer.byteLength - before, this.#what);
  }

  finish(): readonly Uint8Array[] {
    this.#end();
    return this.#parts;
  }

  /** The writer of the current part, which is of this table. */
  #of(table: string): PartWriter<T> {
    if (this.#writer === null || table !== this.#table) {
      this.#end();
      this.#writer = this.#create(table);
      this.#table = table;
    }
    return this.#writer;
  }

  #end(): void {
    if (this.#writer !== null) this.#parts.push(this.#writer.finish());
    this.#writer = null;
  }
}

/** Collects the mutations of an `atomicBatch`. */
export class AtomicMutations extends PartsWriter<RowMutation | RowMutations> {
  constructor(size: BatchSize = new BatchSize()) {
    super('mutation', size, (table) => new ActionRequestWriter(table));
  }
}

/** Checks, encodes and sends the mutations and conditions of a `Connection.atomicBatch`. */
export function runAtomicBatch(
  session: Session,
  list: readonly AtomicMutation[],
  conditions: readonly RowCondition[],
  signal: AbortSignalLike | undefined,
): Promise<Result[]> {
  const size = new BatchSize();
  const mutations = new AtomicMutations(size);
  const checks = new PartsWriter<CheckedCondition>('condition', size, (table) => new ConditionWriter(table));
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
      async send({ held, pacer }) {
        const take = (given: RowCondition) => checks.add(...readCondition(given));
        for (const rest of eachOf(conditions, pacer, signal, take, 'condition')) await rest;
        if (mutations.count + checks.count === 0) return null;
        const request = encodeAtomicBatch({ checks: checks.finish(), reads: [], mutations: mutations.finish() });
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

function readCondition(given: RowCondition): [table: string, condition: CheckedCondition] {
  if (!isRecord(given)) throw notAllowed('a condition', 'an object { table, row, ... }', given);
  const { table, ...like } = given as unknown as RowCondition;
  const { name, format } = readTable(table);
  return [name, inTable(name, () => readRowCondition(format.request(like, 'Condition')))];
}
