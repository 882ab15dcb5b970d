import { equalBytes } from '../bytes/compare.js';
import { notAllowed } from '../bytes/kind.js';
import { toStringBinary } from '../bytes/text.js';
import { BigtabError, invalidArgument } from '../errors.js';
import { Append, type AppendLike } from './append.js';
import { toRow } from './arguments.js';
import { type BytesLike, toReadable } from './bytes-like.js';
import { Delete, type DeleteLike } from './delete.js';
import { Increment, type IncrementLike } from './increment.js';
import { readRequest } from './literal.js';
import { Put, type PutLike } from './put.js';
import { kindOfRequest } from './request-kind.js';

/** A mutation of one row. */
export type RowMutation = Put | Delete | Increment | Append;

/**
 * A mutation of one row, or its literal. The literal of a Delete contains its kind, so that a mistake never turns
 * another literal into a delete of the whole row.
 */
export type RowMutationLike = PutLike | IncrementLike | AppendLike | (DeleteLike & { readonly kind: 'Delete' });

/** A RowMutations as a literal. */
export interface RowMutationsLike {
  readonly kind?: 'RowMutations';
  readonly row: BytesLike;
  /** The mutations, all of this row. */
  readonly mutations: readonly RowMutationLike[];
}

const NAMES = ['row', 'mutations', 'kind'] as const satisfies readonly (keyof RowMutationsLike)[];
const MUTATIONS = 'a list of mutations';

/**
 * Several mutations of one row that are applied atomically: all or none, and they become visible together. Each sees
 * the row as it was before all of them. If two write the same version, a marker wins over a put, and the later of two
 * puts wins. HBase: `RowMutations`.
 *
 * @example
 * const move = new RowMutations('r').add(new Put('r').addColumn('f', 'new', 'v')).add(new Delete('r').addColumns('f', 'old'));
 *
 * @see W-40, W-41, W-42
 */
export class RowMutations {
  readonly kind: 'RowMutations' = 'RowMutations';
  /** A copy of the row key. */
  readonly row: Uint8Array;
  /** In the order in which they were added. */
  readonly mutations: readonly RowMutation[] = [];

  constructor(row: BytesLike | RowMutationsLike) {
    const like = readRequest<RowMutationsLike>(row, 'RowMutations', NAMES);
    this.row = toRow(like === null ? row : like.row);
    if (like === null) return;
    if (!Array.isArray(like.mutations)) throw notAllowed('mutations', MUTATIONS, like.mutations);
    for (const mutation of like.mutations) this.add(mutation);
  }

  /**
   * Builds it from mutations of one row. Throws INVALID_ARGUMENT for an empty list, and WRONG_ROW_IO for other rows.
   *
   * @see W-40
   */
  static of(mutations: readonly RowMutationLike[]): RowMutations {
    const given: unknown = mutations ?? [];
    if (!Array.isArray(given)) throw notAllowed('mutations', MUTATIONS, given);
    const list = given.map((one) => toRowMutation(one));
    const [first] = list;
    if (first === undefined) throw invalidArgument('Cannot instantiate a RowMutations by empty list');
    return new RowMutations({ row: first.row, mutations: list });
  }

  /**
   * Adds a mutation after the others. Throws WRONG_ROW_IO for a mutation of another row, or INVALID_ARGUMENT.
   *
   * @see N-39
   */
  add(mutation: RowMutationLike): this {
    const added = toRowMutation(mutation);
    if (!equalBytes(added.row, this.row)) {
      const [other, own] = [toStringBinary(added.row), toStringBinary(this.row)];
      const message = `The row in the recently added Mutation <${other}> doesn't match the original one <${own}>`;
      throw new BigtabError('WRONG_ROW_IO', message);
    }
    (this.mutations as RowMutation[]).push(added);
    return this;
  }

  /** The literal that builds an equal RowMutations. */
  toLiteral(): RowMutationsLike {
    const mutations = this.mutations.map((one) => ({ kind: one.kind, ...one.toLiteral() }) as RowMutationLike);
    return { row: toReadable(this.row), mutations };
  }
}

/** The classes of some requests by their kind. */
export type RequestClasses<T> = Readonly<Record<string, new (like: never) => T>>;

const ROW_MUTATION_CLASSES: RequestClasses<RowMutation> = { Put, Delete, Increment, Append };
const MUTATION_CLASSES: RequestClasses<RowMutation | RowMutations> = { Put, Delete, Increment, Append, RowMutations };

/** The mutation of one row that `like` is or describes. Throws INVALID_ARGUMENT. */
export function toRowMutation(like: RowMutationLike): RowMutation {
  const allowed = 'Put, Delete, Increment or Append, or the literal of one; the literal of a Delete needs';
  return toRequest(like, ROW_MUTATION_CLASSES, 'a mutation', allowed);
}

/** The mutation or mutations that `like` is or describes. Throws INVALID_ARGUMENT; the message names `what`. */
export function toMutation(like: RowMutationLike | RowMutationsLike, what: string): RowMutation | RowMutations {
  const allowed =
    'Put, Delete, Increment, Append or RowMutations, or the literal of one; the literal of a Delete needs';
  return toRequest(like, MUTATION_CLASSES, what, allowed);
}

/**
 * Returns a request itself, or the request that a literal describes: chosen by its kind, else by a property that only
 * one kind has. Throws INVALID_ARGUMENT; the message names `what` is wrong and what is `allowed`.
 */
export function toRequest<T>(like: unknown, classes: RequestClasses<T>, what: string, allowed: string): T {
  const kind = kindOfRequest(like) ?? '';
  const type = Object.hasOwn(classes, kind) ? classes[kind] : undefined;
  if (type === undefined) throw notAllowed(what, `a ${allowed} kind: 'Delete'`, like);
  return like instanceof type ? like : new type(like as never);
}
