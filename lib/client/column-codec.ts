import { decodeTextStrict } from '../bytes/text.js';
import { BigtabError } from '../errors.js';
import { parseColumn } from '../model/bytes-like.js';
import type { Codec } from '../model/codec.js';
import { atColumn } from '../model/value-place.js';
import type { FamilyDefinitions } from './family-definition.js';

/** A codec as it is used here, with the properties of an AppendCodec and of a CounterCodec. */
export interface ColumnCodec extends Codec<unknown> {
  readonly appends?: boolean;
  readonly counts?: boolean;
}

/** The codec of a declared column; null for any other column and for invalid names. */
export function codecOf(families: FamilyDefinitions, family: unknown, qualifier: unknown): ColumnCodec | null {
  const [name, column] = [nameOf(family), nameOf(qualifier)];
  if (name === null || column === null || !Object.hasOwn(families, name)) return null;
  const codecs = families[name]?.columns ?? {};
  return Object.hasOwn(codecs, column) ? (codecs[column] as ColumnCodec) : null;
}

/** Like `codecOf`, for a column as a ColumnLike. Throws INVALID_ARGUMENT for anything else. */
export function codecOfColumn(families: FamilyDefinitions, column: unknown): ColumnCodec | null {
  const { family, qualifier } = parseColumn(column);
  return codecOf(families, family, qualifier);
}

/** Runs a codec. If it throws, the error is INVALID_ARGUMENT and names row and column. */
export function inColumn<T>(row: unknown, family: unknown, qualifier: unknown, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw atColumn(refusal(error), row, family, qualifier);
  }
}

/** The error of a codec, or of a schema that it uses, as a BigtabError. */
export function refusal(cause: unknown): BigtabError {
  if (BigtabError.is(cause)) return cause;
  return new BigtabError('INVALID_ARGUMENT', cause instanceof Error ? cause.message : String(cause), { cause });
}

/** A name as text; a missing qualifier is the empty one. Names of declared columns are text. */
function nameOf(name: unknown): string | null {
  if (name === null || name === undefined) return '';
  return typeof name === 'string' ? name : ArrayBuffer.isView(name) ? decodeTextStrict(name as Uint8Array) : null;
}
