import type { Result } from './answers/result.js';
import type { ResultScanner } from './result-scanner.js';

/**
 * The rows of a scan of a typed table, read from a ResultScanner. Rows that cannot be decoded are left out if
 * `onDecodeError` says so. A row that is left out counts toward the limit of the scan.
 *
 * @example
 * const notes = defineTable({ name: 'notes', families: { e: { columns: { type: text } } } });
 * const table = await connection.ensureTable(notes);
 * for await (const { key, e } of table.getScanner({ prefix: '2026-' }, { onDecodeError: 'skip' })) console.log(key, e.type);
 */
export class TypedScanner<Row> implements AsyncIterable<Row> {
  /** The underlying scanner. */
  readonly scanner: ResultScanner;
  /** The row of a Result, or null to leave it out. */
  private readonly read: (result: Result) => Row | null;

  constructor(scanner: ResultScanner, read: (result: Result) => Row | null) {
    this.scanner = scanner;
    this.read = read;
  }

  /** Like `ResultScanner.position`. */
  get position(): string | null {
    return this.scanner.position;
  }

  /** The next row, or null after the last one. Rejects for a row that cannot be decoded; the scan can then continue. */
  next(): Promise<Row | null>;
  /** Up to `count` rows, fewer only at the end. */
  next(count: number): Promise<Row[]>;
  next(count?: number): Promise<Row | null | Row[]> {
    return count === undefined ? this.nextRow() : this.take(count);
  }

  /** Iterates over the rows; ending the iterator closes the scanner, and so does a row that cannot be decoded. */
  [Symbol.asyncIterator](): AsyncIterator<Row, undefined, undefined> {
    const results = this.scanner[Symbol.asyncIterator]();
    return {
      next: () => this.advance(results),
      return: async () => {
        await this.close();
        return { done: true, value: undefined };
      },
    };
  }

  /** All remaining rows; closes the scanner. */
  async toArray(): Promise<Row[]> {
    return this.readAll(await this.scanner.toArray());
  }

  /** Like `ResultScanner.close`. */
  close(): Promise<void> {
    return this.scanner.close();
  }

  private async nextRow(): Promise<Row | null> {
    for (;;) {
      const result = await this.scanner.next();
      const row = result && this.read(result);
      if (result === null || row !== null) return row;
    }
  }

  private async take(count: number): Promise<Row[]> {
    const rows: Row[] = [];
    for (;;) {
      const results = await this.scanner.next(count - rows.length);
      rows.push(...this.readAll(results));
      if (rows.length === count || results.length === 0) return rows;
    }
  }

  private readAll(results: readonly Result[]): Row[] {
    return results.map((result) => this.read(result)).filter((row) => row !== null);
  }

  /**
   * The next row for a loop, after the rows that are left out. A loop does not end its iterator if it gets an error, so
   * a row that cannot be decoded closes the scanner here.
   */
  private async advance(results: AsyncIterator<Result, undefined, undefined>): Promise<IteratorResult<Row, undefined>> {
    for (;;) {
      const step = await results.next();
      if (step.done) return step;
      try {
        const value = this.read(step.value);
        if (value !== null) return { done: false, value };
      } catch (error) {
        await this.close();
        throw error;
      }
    }
  }
}
