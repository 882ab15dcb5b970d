import { isBytes } from '../bytes/kind.js';
import { BigtabError } from '../errors.js';
import type { KeyCodec, KeyParts } from '../model/key-codec.js';
import { nameText } from '../model/value-place.js';
import type { Result } from './answers/result.js';
import { inTable } from './calls/in-table.js';
import type { RequestFormat } from './calls/request-format.js';
import { codecOf, inColumn } from './column-codec.js';
import type { OnDecodeError } from './decode-error.js';
import { encodeRequest } from './encode-request.js';
import type { FamilyDefinitions } from './family-definition.js';
import type { AnyIndexes } from './index-definition.js';
import type { AnyKey } from './typed-key.js';
import { type TypedRow, typedRow } from './typed-row.js';

/** What the codecs of a table are made of. */
export interface CodecParts<F, K, R> {
  readonly families: F;
  readonly key: K;
  readonly onDecodeError: OnDecodeError<R>;
  /** Null if the definition does not list them. */
  readonly indexes: AnyIndexes;
}

/**
 * Converts the requests and rows of a typed table: values with the codecs of their columns, row keys with the codec
 * that `keyOf` returned.
 */
export class TableCodecs<F extends FamilyDefinitions, K extends AnyKey, R> implements RequestFormat {
  readonly families: F;
  /** Null if row keys are text or bytes. */
  readonly key: K;
  readonly onDecodeError: OnDecodeError<R>;
  readonly indexes: AnyIndexes;
  readonly isOfCluster: boolean;
  private readonly table: string;

  constructor(table: string, { families, key, onDecodeError, indexes }: CodecParts<F, K, R>, isOfCluster: boolean) {
    this.table = table;
    this.isOfCluster = isOfCluster;
    this.families = families;
    this.key = key;
    this.onDecodeError = onDecodeError;
    this.indexes = indexes;
  }

  request<T>(given: T, kind?: string): T {
    return encodeRequest(this, given, kind) as T;
  }

  /** A read of a Table. A list of parts is one row key; any other list is a list of gets. */
  readable(given: unknown): unknown {
    if (this.key === null || !Array.isArray(given) || given.length === 0) return given;
    const isKey = given.every((part) => typeof part !== 'object' || isBytes(part));
    return isKey ? { kind: 'Get', row: given } : given;
  }

  /** The row of an answer, of the type that typed tables return. */
  row(result: Result): Result {
    return this.readOrEmpty(result) as unknown as Result;
  }

  /** The row of a Result, or an empty row if it is left out. Throws INVALID_ARGUMENT for a row that is not skipped. */
  readOrEmpty<S = R>(result: Result, onDecodeError?: OnDecodeError<S>): TypedRow<F, K> | R | S {
    return this.read(result, onDecodeError) ?? (typedRow(result, null, this.families, () => null) as TypedRow<F, K>);
  }

  /** The row of a Result, or null if it is left out. Throws INVALID_ARGUMENT for a row that is not skipped. */
  read<S = R>(
    result: Result,
    onDecodeError: OnDecodeError<R> | OnDecodeError<S> = this.onDecodeError,
  ): TypedRow<F, K> | R | S | null {
    try {
      const { row } = result;
      const key = row === null ? null : this.decodeKey(row, result);
      return typedRow(result, key, this.families, (family, qualifier, stored) =>
        this.decode(row as Uint8Array, key, family, qualifier, stored),
      ) as TypedRow<F, K>;
    } catch (error) {
      if (onDecodeError === 'throw' || !BigtabError.is(error)) throw error;
      // A function without a return value, such as one that writes the error to the console, leaves the row out.
      return onDecodeError === 'skip' ? null : (onDecodeError(error, result) ?? null);
    }
  }

  /** The value of a column: decoded if the column is declared. Throws INVALID_ARGUMENT, with the place in `details`. */
  decode(row: Uint8Array, key: unknown, family: string, qualifier: string, stored: Uint8Array): unknown {
    const codec = codecOf(this.families, family, qualifier);
    if (codec === null) return stored;
    try {
      return inTable(this.table, () => inColumn(row, family, qualifier, () => codec.decode(stored)));
    } catch (error) {
      throw withDetails(error as BigtabError, { row: key });
    }
  }

  private decodeKey(row: Uint8Array, { key }: Result): unknown {
    if (this.key === null) return key;
    try {
      return (this.key as KeyCodec<KeyParts>).decode(row);
    } catch (error) {
      const { table } = this;
      const { code, message, cause } = error as BigtabError;
      const place = `table '${table}', row '${nameText(row)}'`;
      throw new BigtabError(code, `${place}: ${message}`, { details: { table, row: key }, cause });
    }
  }
}

function withDetails({ code, message, details, cause }: BigtabError, more: object): BigtabError {
  return new BigtabError(code, message, { details: { ...details, ...more }, cause });
}
