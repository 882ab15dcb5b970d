import { BigtabError, invalidArgument } from '../errors.js';
import { indexedColumns } from '../model/schema/index-descriptor.js';
import { type ColumnCodec, codecOfColumn, refusal } from './column-codec.js';
import type { FamilyDefinitions } from './family-definition.js';
import type { AnyIndexes } from './index-definition.js';

/** The literal of a scan by an index. */
interface IndexScan {
  readonly index?: unknown;
  readonly equals?: unknown;
  readonly from?: unknown;
  readonly to?: unknown;
  readonly prefix?: unknown;
}

/**
 * The literal with its values encoded by the codecs of the index's columns. Unchanged if the definition of the table
 * does not list the index. Throws INVALID_ARGUMENT for values that the codecs do not accept.
 */
export function encodeIndexScan<T extends IndexScan>(families: FamilyDefinitions, indexes: AnyIndexes, scan: T): T {
  const { index } = scan;
  if (indexes === null || typeof index !== 'string' || !Object.hasOwn(indexes, index)) return scan;
  const { on } = indexes[index] ?? {};
  const codecs = on === undefined ? [null] : indexedColumns(on).map((column) => codecOfColumn(families, column));
  const { equals, ...bounds } = scan;
  // A Table refuses null.
  const values: readonly unknown[] = equals == null ? [] : Array.isArray(equals) ? equals : [equals];
  const encode = (what: string, value: unknown, codec: ColumnCodec | null | undefined) => {
    // The engine refuses a scan with more values than columns, and says how many columns there are.
    if (codec === undefined) return '';
    return codec === null ? value : inIndex(index, what, () => codec.encode(value));
  };
  const next = codecs[values.length];
  if (bounds.prefix != null && next && next.appends !== true)
    inIndex(index, 'prefix', () => {
      throw invalidArgument(`the codec ${next.name} has no prefixes; use from and to`);
    });
  const given = (['from', 'to', 'prefix'] as const).filter((bound) => bounds[bound] != null);
  return {
    ...scan,
    ...(equals != null && { equals: values.map((value, at) => encode('equals', value, codecs[at])) }),
    ...Object.fromEntries(given.map((bound) => [bound, encode(bound, bounds[bound], next)])),
  };
}

function inIndex<T>(index: string, what: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const { code, message, cause } = refusal(error);
    throw new BigtabError(code, `${what} of a scan by index '${index}': ${message}`, { details: { index }, cause });
  }
}
