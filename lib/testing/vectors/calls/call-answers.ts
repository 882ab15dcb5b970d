import { hbaseNameOf } from '../../../errors.js';
import {
  Append,
  BigtabError,
  CheckAndMutate,
  Comparator,
  Delete,
  type FailureCause,
  Filter,
  Get,
  Increment,
  Put,
  type Result,
  RowMutations,
  Scan,
} from '../../../index.js';
import type { TableValues } from '../../../model/schema/table-values.js';
import { isAllTime, type TimeRange } from '../../../model/time-range.js';
import { FamilyBuilder } from '../../../shell/family-builder.js';
import { familyText } from '../../../shell/family-text.js';
import { namespaceText } from '../../../shell/namespace-text.js';
import { tableText } from '../../../shell/table-text.js';
import { classNameOf } from '../answers.js';
import { toPrintable } from '../printable-bytes.js';
import { cellAnswer, mutationCell, timeAnswer } from './objects/cells.js';
import { isCheckBuilder } from './objects/checks.js';
import type { Namespace } from './objects/descriptors.js';
import { isResult } from './objects/results.js';

/* Converts the package's results to the format of calls. */

const LONGEST_SHOWN = 300;

/** An answer as JSON. */
export function answerOf(value: unknown): unknown {
  if (value === undefined || value === null) return null;
  if (typeof value === 'bigint') return integerAnswer(value);
  if (typeof value === 'number') return numberAnswer(value);
  if (typeof value !== 'object') return value;
  if (value instanceof Uint8Array) return value.length > LONGEST_SHOWN ? `(${value.length} bytes)` : toPrintable(value);
  if (Array.isArray(value)) return value.map(answerOf);
  return objectAnswer(value);
}

/** An error as JSON; for a list, the failed rows and their classes, sorted. */
export function errorAnswer(error: unknown): {
  readonly error: string;
  readonly message?: string;
  readonly causes?: unknown;
} {
  if (!(error instanceof Error)) return { error: String(error) };
  const causes = BigtabError.is(error) ? error.details.causes : undefined;
  if (!Array.isArray(causes)) return { error: classNameOf(error), message: error.message };
  const pairs = causes.map(({ row, code }: FailureCause) => [row, hbaseNameOf(code)] as const);
  pairs.sort(([a], [b]) => (a < b ? -1 : 1));
  return { error: classNameOf(error), message: error.message, causes: pairs };
}

function objectAnswer(value: object): unknown {
  if (value instanceof Put || value instanceof Delete || value instanceof Increment || value instanceof Append) {
    return mutationAnswer(value);
  }
  if (value instanceof RowMutations)
    return { row: toPrintable(value.row), mutations: value.mutations.map(mutationAnswer) };
  if (isCheckBuilder(value)) return 'ok';
  if (value instanceof CheckAndMutate) return checkAnswer(value);
  if (value instanceof Get) return { row: toPrintable(value.row) };
  if (value instanceof Scan) {
    const { start, startInclusive, stop, stopInclusive } = value;
    return { start: toPrintable(start), startInclusive, stop: toPrintable(stop), stopInclusive };
  }
  if (isResult(value)) return resultAnswer(value);
  if (value instanceof FamilyBuilder) return familyText(value);
  if (value instanceof Filter || value instanceof Comparator) return value.toString();
  if (value instanceof Map) return [...value].map(([key, of]) => [answerOf(key), answerOf(of)]);
  if ('success' in value) {
    const { success, result } = value as { readonly success: boolean; readonly result: Result | null };
    return { success, result: result === null ? null : resultAnswer(result) };
  }
  if ('min' in value && 'max' in value) return rangeAnswer(value as TimeRange);
  if ((value as Namespace).kind === 'namespace') return namespaceText(value as Namespace);
  if ('families' in value && 'values' in value) return tableText(value as TableValues);
  if ('qualifier' in value && 'name' in value) return (value as { readonly name: string }).name;
  if (Symbol.iterator in value) return [...(value as Iterable<[unknown, unknown]>)].map((entry) => entry.map(answerOf));
  return Object.fromEntries(Object.entries(value).map(([name, of]) => [name, answerOf(of)]));
}

/** A row and its cells; if only existence was requested, only whether there are any. */
export function resultAnswer(result: Result): unknown {
  const cursor = result.getCursor();
  if (cursor !== null) return { cursor: toPrintable(cursor.row) };
  const { row } = result;
  const exists = result.getExists();
  return {
    ...(row !== null && { row: toPrintable(row) }),
    cells: answerOf(result.cells.map(cellAnswer)),
    ...(result.mayHaveMoreCellsInRow() && { more: true }),
    ...(exists !== null && { exists }),
  };
}

function mutationAnswer(mutation: Put | Delete | Increment | Append): unknown {
  const { row, timestamp, durability, ttlMs, kind } = mutation;
  // An Increment and an Append have one timestamp for all their columns.
  const own = kind === 'Increment' || kind === 'Append' ? { timestamp } : {};
  const cells = mutation.cells.map((cell) => ({ ...cell, ...own }));
  return {
    row: answerOf(row),
    ts: timeAnswer(timestamp),
    cells: cells.map((cell) => answerOf(mutationCell(cell))),
    ...(durability !== 'USE_DEFAULT' && { durability }),
    ...(ttlMs !== null && { ttl: ttlMs }),
  };
}

function checkAnswer(check: CheckAndMutate): unknown {
  const { row, family, qualifier, op, value, timeRange, action } = check;
  const filter = (check as { readonly filter?: unknown }).filter ?? null;
  return {
    row: answerOf(row),
    family: filter === null ? answerOf(family) : null,
    qualifier: filter === null ? answerOf(qualifier) : null,
    op: filter === null ? op : null,
    value: filter === null ? answerOf(value) : null,
    filter: filter === null ? null : String(filter),
    timeRange: rangeAnswer(timeRange),
    action: answerOf(action),
  };
}

function rangeAnswer(range: TimeRange): unknown {
  return isAllTime(range) ? [0, 'LATEST'] : [timeAnswer(range.min), timeAnswer(range.max)];
}

function integerAnswer(value: bigint): unknown {
  return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
}

function numberAnswer(value: number): unknown {
  if (Object.is(value, -0)) return '-0';
  return Number.isFinite(value) ? value : String(value);
}
