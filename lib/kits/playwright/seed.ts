import { isBytes, kindOf, notAllowed } from '../../bytes/kind.js';
import { BigtabError, invalidArgument } from '../../errors.js';
import type { Put, PutLike } from '../../model/put.js';
import type { TableLike } from '../../model/schema/table-descriptor.js';

/** A table as a test writes it: its descriptor, and the puts that fill it. */
export interface SeedTable extends TableLike {
  readonly rows: readonly (Put | PutLike)[];
}

/** What a test fills a database with: the text of an export, or tables. */
export type Seed = string | Uint8Array | readonly SeedTable[];

/** How bytes are written in JSON. */
interface BytesInJson {
  readonly bytes: readonly number[];
}

/** A seed as JSON for a page. Throws INVALID_ARGUMENT if it is neither text nor a list of tables with rows. */
export function seedToJson(seed: Seed): string {
  if (typeof seed === 'string') return JSON.stringify(seed);
  if (isBytes(seed)) return JSON.stringify(new TextDecoder().decode(seed));
  if (!Array.isArray(seed)) throw notAllowed('a seed', 'the text of an export or a list of tables', seed);
  for (const table of seed) {
    if (kindOf(table) !== 'Object' || !Array.isArray(table.rows))
      throw invalidArgument(`each table must be { name, families, rows }; got ${kindOf(table)}`);
  }
  try {
    return JSON.stringify(seed, replace);
  } catch (cause) {
    throw new BigtabError('INVALID_ARGUMENT', 'the tables cannot be sent to a page', { cause });
  }
}

/** The text of an export, or tables. */
export function seedFromJson(json: string): Exclude<Seed, Uint8Array> {
  return JSON.parse(json, (_, value) => {
    const { bytes } = (value ?? {}) as Partial<BytesInJson>;
    return Array.isArray(bytes) ? Uint8Array.from(bytes) : value;
  });
}

function replace(this: Readonly<Record<string, unknown>>, key: string, json: unknown): unknown {
  // Node's Buffers and Dates have been replaced already.
  const value = this[key];
  if (isBytes(value)) return { bytes: [...value] } satisfies BytesInJson;
  // A Put of any copy of the package.
  if (typeof (value as Partial<Put> | null)?.toLiteral === 'function') return (value as Put).toLiteral();
  return kindOf(value) === 'Date' ? (value as Date).getTime() : json;
}
