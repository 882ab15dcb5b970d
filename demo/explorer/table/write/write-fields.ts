import type { BytesLike, DeleteLike, MarkerLike, PutLike } from 'bigtab';
import { familyBytes, type TypedForm, typedBytes } from '../../fields/typed-bytes.js';
import { typedTime } from '../../ui/times.js';
import type { AddressPart, CellFields } from '../cells/cell-address.js';

export interface PutFields extends CellFields {
  readonly value: string;
  /** Seconds. Empty: the time to live of the family. */
  readonly timeToLive: string;
}

export interface DeleteFields extends CellFields {
  readonly kind: DeleteKind;
}

export type DeleteKind = 'row' | 'latest' | MarkerLike['kind'];

/** A kind of delete, with its name and the fields that it needs. */
export interface DeleteKindInWords {
  readonly kind: DeleteKind;
  readonly name: string;
  readonly hides: string;
  readonly asks: AddressPart;
  readonly time: 'optional' | 'required' | 'none';
}

/** HBase's kinds of delete, the widest first. */
export const DELETE_KINDS: readonly DeleteKindInWords[] = [
  { kind: 'row', name: 'Row', hides: 'every version of every column of the row', asks: 'row', time: 'optional' },
  {
    kind: 'family',
    name: 'Family',
    hides: 'every version of every column of the family',
    asks: 'family',
    time: 'optional',
  },
  {
    kind: 'familyVersion',
    name: 'Family version',
    hides: 'the version with exactly this timestamp, in every column of the family',
    asks: 'family',
    time: 'required',
  },
  { kind: 'columns', name: 'Column', hides: 'every version of the column', asks: 'column', time: 'optional' },
  {
    kind: 'column',
    name: 'Column version',
    hides: 'the version of the column with exactly this timestamp',
    asks: 'column',
    time: 'required',
  },
  { kind: 'latest', name: 'Latest version', hides: 'the newest version of the column', asks: 'column', time: 'none' },
];

export function inWords(kind: DeleteKind): DeleteKindInWords {
  return DELETE_KINDS.find((one) => one.kind === kind) as DeleteKindInWords;
}

/** The typed Put. Throws for a malformed time or number, and if there is no row key. */
export function toPutLike({ form, row, family, qualifier, value, time, timeToLive }: PutFields): PutLike {
  const timestamp = typedTime(time);
  return {
    row: rowOf(row, form),
    cells: toCells(familyBytes(family), typedBytes(qualifier, form), typedBytes(value, form)),
    ...(timestamp !== null && { timestamp }),
    ...(timeToLive.trim() !== '' && { ttlMs: toMilliseconds(timeToLive) }),
  };
}

/** The typed Delete. Throws for a malformed time, and if there is no row key or a required time is missing. */
export function toDeleteLike({ kind, form, row, family, qualifier, time }: DeleteFields): DeleteLike {
  const { asks, time: need } = inWords(kind);
  const timestamp = need === 'none' ? null : typedTime(time);
  if (timestamp === null && need === 'required') throw new RangeError('enter the timestamp of the version to hide');
  const at = timestamp === null ? {} : { timestamp };
  if (asks === 'row') return { row: rowOf(row, form), ...at };
  const marker = {
    kind: kind === 'latest' ? 'column' : kind,
    family: familyBytes(family),
    ...(asks === 'column' && { qualifier: typedBytes(qualifier, form) }),
    ...at,
  } as MarkerLike;
  return { row: rowOf(row, form), markers: [marker] };
}

function rowOf(row: string, form: TypedForm): BytesLike {
  if (row !== '') return typedBytes(row, form);
  throw new RangeError('enter a row key to see the code here');
}

function toCells(family: BytesLike, qualifier: BytesLike, value: BytesLike): PutLike['cells'] {
  const named = typeof family === 'string' && typeof qualifier === 'string';
  return named ? { [family]: { [qualifier]: value } } : [{ family, qualifier, value }];
}

function toMilliseconds(seconds: string): number {
  const number = Number(seconds);
  if (number > 0) return Math.round(number * 1000);
  throw new RangeError('the time to live must be a number of seconds above 0');
}
