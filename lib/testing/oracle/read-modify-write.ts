/* Increment and append. */
import type { AppendMutation, IncrementMutation } from '../vectors/history.js';
import { readFamily } from './read-family.js';
import { refuse } from './refusal.js';
import { cellsOf, familyOf } from './store.js';
import { compareTexts, type StoredCell } from './stored-cell.js';
import { rangeOf } from './time-range.js';
import { keepsVersions, once, type WriteContext, type Written } from './write.js';

export function increment(fields: IncrementMutation, context: WriteContext): Written {
  return readModifyWrite(fields, fields.amounts, context, (current, amount) => {
    const old = current === undefined ? 0n : numberOf(current.value); // W-33
    return bytesOf(old + BigInt(amount));
  });
}

export function append(fields: AppendMutation, context: WriteContext): Written {
  return readModifyWrite(fields, fields.values, context, (current, value) => (current?.value ?? '') + value);
}

function readModifyWrite(
  { timeRange, ts, ttl, returnResults = true }: IncrementMutation | AppendMutation,
  changes: readonly (readonly [family: string, qualifier: string, change: string])[],
  context: WriteContext,
  next: (current: StoredCell | undefined, change: string) => string,
): Written {
  const { before, row, now, sequence, times } = context;
  const range = rangeOf(timeRange);
  const base = once(() => {
    const versions = changes.some(([family]) => keepsVersions(context, family));
    return times.base(context, versions, false);
  });
  const inOrder = [...changes].sort((a, b) => compareTexts(a[0], b[0]) || compareTexts(a[1], b[1])); // W-37
  const cells = inOrder.map(([family, qualifier, change]): StoredCell => {
    const sets = familyOf(before, family);
    const stored = cellsOf(sets).filter((cell) => cell.row === row);
    const [current] = readFamily(stored, sets.rules, { versions: 1, range, columns: [qualifier], now }); // W-31
    const value = next(current, change);
    const time = (): number => {
      const least = Math.max((current?.timestamp ?? -1) + 1, base()); // W-34
      return times.visible(context, { columns: [{ family, qualifier }], isPut: true }, base(), least);
    };
    const timestamp = current === undefined && ts !== undefined ? Number(ts) : time();
    const cell = { row, family, qualifier, timestamp, type: 'Put', value, sequence } as const;
    const carried = ttl ?? current?.ttl; // W-38
    return carried === undefined ? cell : { ...cell, ttl: carried };
  });
  return { cells, result: returnResults ? cells : [] };
}

/** Eight bytes, big-endian, signed (W-32). */
function numberOf(value: string): bigint {
  if (value.length !== 8) refuse('DoNotRetryIOException', `Field is not a long, it's ${value.length} bytes wide`);
  return [...value].reduce((sum, byte) => sum * 256n + BigInt(byte.charCodeAt(0)), 0n);
}

/** The number modulo 2^64. */
function bytesOf(number: bigint): string {
  const rest = BigInt.asUintN(64, number);
  return Array.from({ length: 8 }, (_, i) => String.fromCharCode(Number((rest >> BigInt(56 - 8 * i)) & 255n))).join('');
}
