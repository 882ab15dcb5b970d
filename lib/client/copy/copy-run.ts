import { BigtabError } from '../../errors.js';
import type { ScanLike } from '../../model/scan.js';
import type { Pacer } from '../calls/session.js';
import type { Table } from '../table.js';
import { CellSource } from './cell-source.js';
import { CellSum } from './cell-sum.js';
import { requireFamilies, type Schemas } from './compare-families.js';
import type { CopiedTable, CopyTableOptions } from './copy-options.js';
import { type CopyPosition, copyPositionText } from './copy-position.js';
import { RowWriter } from './row-writer.js';
import { StoredCells } from './stored-cells.js';
import { VerifiedCells } from './verified-cells.js';

/** Copies the rows after a position. Used once. */
export class CopyRun {
  readonly #from: Table;
  readonly #to: Table;
  readonly #pacer: Pacer;
  readonly #options: CopyTableOptions;
  readonly #sum: CellSum;
  #position: CopyPosition;

  constructor(from: Table, to: Table, pacer: Pacer, position: CopyPosition, options: CopyTableOptions) {
    this.#from = from;
    this.#to = to;
    this.#pacer = pacer;
    this.#options = options;
    this.#sum = new CellSum(position);
    this.#position = position;
  }

  async run(): Promise<CopiedTable> {
    const { signal } = this.#options;
    try {
      const schemas: Schemas = { from: await this.#from.getDescriptor(), to: await this.#to.getDescriptor() };
      requireFamilies(schemas);
      await this.#copy(schemas);
      this.#tell();
      return this.#sum.copied;
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      throw BigtabError.is(error) ? this.#withPosition(error) : error;
    }
  }

  async #copy(schemas: Schemas): Promise<void> {
    const { signal } = this.#options;
    const { since, until, row } = this.#position;
    const source = new CellSource(this.#from, this.#pacer, signal);
    const target = new CellSource(this.#to, this.#pacer, signal);
    const verified = new VerifiedCells(source, target, schemas, this.#position, this.#sum);
    const writer = new RowWriter({ to: this.#to, schemas, verified, signal, onPage: (last) => this.#moveTo(last) });
    const rest: ScanLike = row.length === 0 ? {} : { start: row, startInclusive: false };
    const cells = await StoredCells.open(source, { ...rest, versions: 'all', timeRange: [since, until] });
    try {
      for (let cell = cells.current; cell !== null; cell = cells.current) {
        await writer.add(cell, await cells.isShown(cell));
        await cells.next();
      }
    } finally {
      await cells.close();
    }
    await writer.end();
  }

  /** All rows up to this one are copied; null: a part of the row after the last position. */
  #moveTo(row: Uint8Array | null): void {
    const { rows, cells, crc } = this.#sum;
    if (row !== null) this.#position = { ...this.#position, rows, cells, crc, row };
    this.#tell();
  }

  #tell(): void {
    const done = this.#sum.cells;
    this.#options.onProgress?.({ done, total: done, unit: 'cells', position: this.#positionText });
  }

  #withPosition(error: BigtabError): BigtabError {
    const details = { ...error.details, position: this.#positionText };
    return new BigtabError(error.code, error.message, { details, cause: error });
  }

  get #positionText(): string {
    return copyPositionText({ from: this.#from.getName(), to: this.#to.getName() }, this.#position);
  }
}
