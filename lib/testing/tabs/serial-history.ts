import type { Outcome } from './history.js';

/** What a read found in a row, or what the row contains: `<value> <count>`, or `NOTHING`. */
export type Content = string;

export const NOTHING: Content = 'nothing';

/** The rows of each table that only transactions and atomicBatches write. */
export const SHARED: readonly string[] = ['r0', 'r1', 'r2', 'r3'];

/** What one read or one condition shows about the rows that it covers. */
export interface Observation {
  readonly table: string;
  readonly text: string;
  covers(row: string): boolean;
  /** Whether it can be made while the row has this content. */
  allows(row: string, content: Content): boolean;
  /** The number of the last put that it found in a plain row. Null if it shows nothing about plain rows. */
  plain(row: string): number | null;
}

export interface Change {
  readonly table: string;
  readonly row: string;
  readonly kind: 'put' | 'delete' | 'increment';
  /** Of a put; no other put writes it. */
  readonly value: string;
}

/** One run of a transaction's function, or an atomicBatch. Its id is appended to the log by the step that applies it. */
export interface Attempt {
  readonly id: string;
  readonly observations: Observation[];
  readonly changes: Change[];
}

/** A call, from its start to its end in virtual time; `end` is infinite while nothing is known of its end. */
export interface Span {
  readonly begin: number;
  end: number;
  outcome: Outcome;
}

export interface Operation extends Span {
  readonly id: string;
  readonly attempts: Attempt[];
}

/** One put to a plain row, whose value is its number. */
export interface PlainPut extends Span {
  readonly number: number;
}

/** A row that one connection writes, by puts that are no part of a transaction. */
export interface PlainRow {
  readonly table: string;
  readonly row: string;
  readonly puts: PlainPut[];
}

/** What the writers of a site did in transactions and beside them. */
export class SerialHistory {
  readonly operations: Operation[] = [];
  readonly plainRows: PlainRow[] = [];

  begin(id: string, now: number): Operation {
    const operation: Operation = { id, begin: now, end: Number.POSITIVE_INFINITY, outcome: 'open', attempts: [] };
    this.operations.push(operation);
    return operation;
  }

  /** An operation that changed nothing, and what it learned of one state between its start and its end. */
  learned({ id, begin, end }: Operation, observations: Observation[]): void {
    const attempts = [{ id: `${id}?`, observations, changes: [] }];
    this.operations.push({ id, begin, end, outcome: 'done', attempts });
  }
}

/** A new attempt of the operation. */
export function attemptOf(operation: Operation): Attempt {
  const attempt = { id: `${operation.id}/${operation.attempts.length}`, observations: [], changes: [] };
  operation.attempts.push(attempt);
  return attempt;
}

/** What a get or a scan found. `limit`: of the scan; rows after the last one of a full scan are not covered. */
export function rowsFound(
  table: string,
  { from, to, limit = Number.POSITIVE_INFINITY, reversed = false }: FoundRange,
  found: ReadonlyMap<string, Content>,
): Observation {
  const last = found.size === limit ? [...found.keys()].at(-1) : undefined;
  return {
    table,
    text: `[${from}, ${to})${reversed ? ' reversed' : ''} = ${[...found].map(([row, content]) => `${row}: ${content}`).join(', ')}`,
    covers: (row) => row >= from && row < to && (last === undefined || (reversed ? row >= last : row <= last)),
    allows: (row, content) => (found.get(row) ?? NOTHING) === content,
    plain: (row) => Number.parseInt(found.get(row) ?? '0', 10),
  };
}

/** The rows from `from` up to, but without, `to`. */
export interface FoundRange {
  readonly from: string;
  readonly to: string;
  readonly limit?: number;
  readonly reversed?: boolean;
}

/** Whether a row exists, or whether it has a value; or, `isSo` false, the opposite. */
export function rowIs(
  table: string,
  row: string,
  what: { readonly value: string } | 'there',
  isSo: boolean,
): Observation {
  const allows = (content: Content) => (what === 'there' ? content !== NOTHING : content.split(' ')[0] === what.value);
  return {
    table,
    text: `${row} is ${isSo ? '' : 'not '}${what === 'there' ? what : what.value}`,
    covers: (one) => one === row,
    allows: (_row, content) => allows(content) === isSo,
    plain: () => null,
  };
}
