import { isBytes, kindOf } from '../../bytes/kind.js';
import { BigtabError, invalidArgument } from '../../errors.js';
import type { PutLike } from '../../model/put.js';
import type { TableLike } from '../../model/schema/table-descriptor.js';

/** A table as a test writes it: its descriptor, and the puts that fill it. */
export interface SeedTable extends TableLike {
  readonly rows: readonly PutLike[];
}

/** How bytes are written in JSON. */
interface BytesInJson {
  readonly bytes: readonly number[];
}

/** The tables as JSON for a page. Throws INVALID_ARGUMENT if they are not a list of tables with rows, or not JSON. */
export function seedToJson(tables: readonly SeedTable[]): string {
  for (const table of tables) {
    if (kindOf(table) !== 'Object' || !Array.isArray(table.rows))
      throw invalidArgument(`each table must be { name, families, rows }; got ${kindOf(table)}`);
  }
  try {
    return JSON.stringify(tables, replace);
  } catch (cause) {
    throw new BigtabError('INVALID_ARGUMENT', 'the tables cannot be sent to a page', { cause });
  }
}

export function seedFromJson(json: string): readonly SeedTable[] {
  return JSON.parse(json, (_, value) => {
    const { bytes } = (value ?? {}) as Partial<BytesInJson>;
    return Array.isArray(bytes) ? Uint8Array.from(bytes) : value;
  });
}

function replace(this: Readonly<Record<string, unknown>>, key: string, json: unknown): unknown {
  // Node's Buffers and Dates have been replaced already.
  const value = this[key];
  if (isBytes(value)) return { bytes: [...value] } satisfies BytesInJson;
  return kindOf(value) === 'Date' ? (value as Date).getTime() : json;
}
