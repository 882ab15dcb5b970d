import { BigtabError, invalidArgument } from '../errors.js';
import type { BytesLike } from '../model/bytes-like.js';
import type { Codec } from '../model/codec.js';
import type { Get } from '../model/get.js';
import type { Increment } from '../model/increment.js';
import { isRecord } from '../model/literal.js';
import { Put, type PutLike } from '../model/put.js';
import type { Scan } from '../model/scan.js';
import { atColumn } from '../model/value-place.js';
import type { Result } from './answers/result.js';
import type { CallOptions } from './calls/call-options.js';
import { inTable } from './calls/in-table.js';
import type { ColumnCodecs, FamilyDefinitions } from './family-definition.js';
import type { ResultScanner } from './result-scanner.js';
import type { DeleteOf, GetOf, ScanOf } from './schema.js';
import type { Table } from './table.js';
import type { OnlyDeclared, TypedIncrement, TypedPut } from './typed-put.js';
import { type TypedRow, typedRow } from './typed-row.js';

/** The families, in the form that Table uses. */
export type FamiliesOf<F> = { readonly [K in keyof F]: unknown };

/**
 * A table whose literals and rows are typed by the codecs of its columns. For calls that it does not have, use `table`:
 * the same table, with values as bytes.
 *
 * @example
 * const families = { contents: { columns: { html: text } }, stats: { columns: { hits: int64 } } };
 * const web = await connection.ensureTable(defineTable({ name: 'webtable', families }));
 * await web.put({ row: 'com.cnn.www', cells: { contents: { html: '<html>...' }, stats: { hits: 1n } } });
 * const { contents, stats } = await web.get('com.cnn.www');
 */
export class TypedTable<F extends FamilyDefinitions> {
  readonly table: Table<FamiliesOf<F>>;
  private readonly families: F;

  constructor(table: Table<FamiliesOf<F>>, families: F) {
    this.table = table;
    this.families = families;
  }

  /** Like `Table.getName`. */
  getName(): string {
    return this.table.getName();
  }

  /**
   * Like `Table.put`. The codec of a declared column determines the values it accepts. Any other column contains bytes;
   * the compiler accepts text for it only in a family without codecs, so that a misspelled name of a declared column
   * does not compile. Rejects with INVALID_ARGUMENT, which names the column, for a value that its codec does not
   * accept.
   */
  put<P extends TypedPut<F> | readonly TypedPut<F>[]>(
    put: P & OnlyDeclared<F, P>,
    options?: CallOptions,
  ): Promise<void>;
  async put(put: TypedPut<F> | readonly TypedPut<F>[], options: CallOptions = {}): Promise<void> {
    const encoded = (one: TypedPut<F>) => (one instanceof Put || !isRecord(one) ? one : this.encode(one)) as Put;
    return this.table.put(isList(put) ? put.map(encoded) : encoded(put), options);
  }

  /**
   * Like `Table.get`. Rejects with INVALID_ARGUMENT, which names row and column, for a value that its codec cannot
   * read.
   */
  get(get: Get | GetOf<FamiliesOf<F>> | BytesLike): Promise<TypedRow<F>>;
  get(gets: readonly (Get | GetOf<FamiliesOf<F>> | BytesLike)[], options?: CallOptions): Promise<TypedRow<F>[]>;
  async get(
    get: Get | GetOf<FamiliesOf<F>> | BytesLike | readonly (Get | GetOf<FamiliesOf<F>> | BytesLike)[],
    options?: CallOptions,
  ): Promise<TypedRow<F> | TypedRow<F>[]> {
    if (isList(get)) return (await this.table.get(get, options)).map((result) => this.read(result));
    return this.read(await this.table.get(get));
  }

  /** Like `Table.getScanner`. */
  getScanner(scan: Scan | ScanOf<FamiliesOf<F>> = {}, options: Pick<CallOptions, 'signal'> = {}): TypedScanner<F> {
    return new TypedScanner(this.table.getScanner(scan, options), (result) => this.read(result));
  }

  /** Like `Table.exists`. */
  exists(get: Get | GetOf<FamiliesOf<F>> | BytesLike): Promise<boolean> {
    return this.table.exists(get);
  }

  /** Like `Table.delete`. */
  delete(remove: DeleteOf<FamiliesOf<F>> | readonly DeleteOf<FamiliesOf<F>>[]): Promise<void> {
    return this.table.delete(remove);
  }

  /** Like `Table.increment`; returns the new values as a row. */
  async increment(increment: TypedIncrement<F>): Promise<TypedRow<F>> {
    return this.read(await this.table.increment(increment as Increment));
  }

  private encode(put: TypedPut<F>): PutLike {
    const { cells, ...rest } = put as { readonly row: BytesLike; readonly cells: unknown };
    if (!isRecord(cells)) return put as unknown as PutLike;
    const encoded = Object.entries(cells).map(([family, columns]) => {
      if (!isRecord(columns)) return [family, columns];
      const entries = Object.entries(columns).map(([qualifier, value]) => {
        const codec = this.codec(family, qualifier);
        return [
          qualifier,
          codec === null ? value : inColumn(this.getName(), rest.row, family, qualifier, () => codec.encode(value)),
        ];
      });
      return [family, Object.fromEntries(entries)];
    });
    return { ...rest, cells: Object.fromEntries(encoded) as Extract<PutLike['cells'], object> };
  }

  private read(result: Result): TypedRow<F> {
    return typedRow(result, this.families, (family, qualifier, stored) =>
      inColumn(this.getName(), result.row as Uint8Array, family, qualifier, () =>
        this.codec(family, qualifier)?.decode(stored),
      ),
    );
  }

  private codecs(family: string): ColumnCodecs {
    return (Object.hasOwn(this.families, family) ? this.families[family]?.columns : undefined) ?? {};
  }

  private codec(family: string, qualifier: string): Codec<unknown, unknown> | null {
    const codecs = this.codecs(family);
    return Object.hasOwn(codecs, qualifier) ? (codecs[qualifier] as Codec<unknown, unknown>) : null;
  }
}

/** The rows of a scan of a typed table, read from a ResultScanner. */
export class TypedScanner<F extends FamilyDefinitions> implements AsyncIterable<TypedRow<F>> {
  /** The underlying scanner. */
  readonly scanner: ResultScanner;
  private readonly read: (result: Result) => TypedRow<F>;

  constructor(scanner: ResultScanner, read: (result: Result) => TypedRow<F>) {
    this.scanner = scanner;
    this.read = read;
  }

  /** The next row, or null after the last one. */
  next(): Promise<TypedRow<F> | null>;
  /** Up to `count` rows. */
  next(count: number): Promise<TypedRow<F>[]>;
  async next(count?: number): Promise<TypedRow<F> | null | TypedRow<F>[]> {
    if (count !== undefined) return (await this.scanner.next(count)).map(this.read);
    const result = await this.scanner.next();
    return result === null ? null : this.read(result);
  }

  /** Iterates over the rows; ending the iterator closes the scanner. */
  [Symbol.asyncIterator](): AsyncIterator<TypedRow<F>, undefined, undefined> {
    const results = this.scanner[Symbol.asyncIterator]();
    return {
      // No async generator, because a loop would pay its cost for every row.
      next: () => results.next().then((step) => (step.done ? step : this.step(step.value))),
      return: async () => {
        await this.close();
        return { done: true, value: undefined };
      },
    };
  }

  /**
   * The next row for a loop. A loop does not end its iterator if it gets an error, so a value that cannot be read
   * closes the scanner here.
   */
  private step(result: Result): IteratorYieldResult<TypedRow<F>> | Promise<never> {
    try {
      return { done: false, value: this.read(result) };
    } catch (error) {
      return this.close().then(() => Promise.reject(error));
    }
  }

  /** All remaining rows; closes the scanner. */
  async toArray(): Promise<TypedRow<F>[]> {
    return (await this.scanner.toArray()).map(this.read);
  }

  /** Like `ResultScanner.close`. */
  close(): Promise<void> {
    return this.scanner.close();
  }
}

function isList<T>(given: T | readonly T[]): given is readonly T[] {
  return Array.isArray(given);
}

/** Runs a codec. If it throws, the error names the column and the table. */
function inColumn<T>(table: string, row: BytesLike, family: string, qualifier: string, work: () => T): T {
  return inTable(table, () => {
    try {
      return work();
    } catch (error) {
      const said = error instanceof Error ? error.message : String(error);
      throw atColumn(BigtabError.is(error) ? error : invalidArgument(said), row, family, qualifier);
    }
  });
}
