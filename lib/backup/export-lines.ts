import { equalRanges } from '../bytes/compare.js';
import { encodeText } from '../bytes/text.js';
import { encodedCellLength, readCell } from '../keyvalue/cell-layout.js';
import { CellView } from '../keyvalue/cell-view.js';
import type { TableDescriptor } from '../model/schema/table-descriptor.js';
import type { ExportedSchema, ExportOrder } from '../service/control-methods.js';
import { decodeExportBatch, type ExportBatch, type ExportedCells } from '../service/export-codec.js';
import { type BackupHeader, checksumText, FORMAT_NAME, FORMAT_VERSION } from './backup-format.js';
import type { BackupPort } from './backup-port.js';
import { LineWriter } from './line-writer.js';

/** The progress of an export. */
export interface ExportProgress {
  readonly done: number;
  readonly total: number;
}

interface LinesFamily {
  /** As JSON. */
  readonly name: Uint8Array;
  /** Whether its writes are numbered. */
  readonly byWrites: boolean;
}

interface LinesTable {
  readonly name: string;
  readonly families: readonly LinesFamily[];
}

/**
 * One export, as the bytes of a backup. Asks the engine for a batch only when it is read, so a slow reader needs no
 * memory.
 */
export class ExportLines {
  /** The token of the last line, once it was read; null if there is none. */
  token: string | null = null;
  readonly #port: BackupPort;
  readonly #name: string;
  readonly #tables: readonly LinesTable[];
  readonly #lines = new LineWriter();
  readonly #onProgress: (progress: ExportProgress) => void;
  /** The number of the last batch. */
  #batch = 0;
  /** Index of the table whose lines are being written. */
  #table = -1;
  #total = 0;
  /** The previous write in the same row and family: its number, family, sequence id and row. */
  #write = 0;
  #writeFamily = -1;
  #writeId = 0;
  #writeRow: Uint8Array = new Uint8Array(0);
  #ended = false;

  private constructor(
    port: BackupPort,
    name: string,
    schema: ExportedSchema,
    order: ExportOrder,
    onProgress: (progress: ExportProgress) => void,
  ) {
    this.#port = port;
    this.#name = name;
    this.#onProgress = onProgress;
    this.#tables = schema.tables.map(({ descriptor }) => ({
      name: descriptor.name,
      families: descriptor.families.map(({ name, newVersionBehavior }) => ({
        name: encodeText(JSON.stringify(name)),
        byWrites: newVersionBehavior,
      })),
    }));
    this.#lines.json(headerOf(schema, order));
  }

  static async begin(
    port: BackupPort,
    order: ExportOrder,
    onProgress: (progress: ExportProgress) => void,
  ): Promise<ExportLines> {
    const name = port.token();
    return new ExportLines(port, name, await port.ask('beginExport', name, order), order, onProgress);
  }

  /** The next bytes; null at the end. */
  async next(): Promise<Uint8Array | null> {
    while (!this.#ended && this.#lines.byteLength === 0) await this.#read();
    return this.#lines.byteLength === 0 ? null : this.#lines.take();
  }

  /** Keeps the engine's part for another minute. */
  async renew(): Promise<void> {
    if (!this.#ended) await this.#port.ask('renewExport', this.#name);
  }

  /** Releases what the engine keeps for the export. */
  async end(): Promise<void> {
    this.#ended = true;
    await this.#port.ask('endExport', this.#name);
  }

  async #read(): Promise<void> {
    const reply = await this.#port.batch(this.#name, this.#batch + 1);
    this.#batch++;
    const batch: ExportBatch = decodeExportBatch(reply);
    if (batch.table !== null) {
      this.#writeCells(batch);
      this.#total = batch.total;
      this.#onProgress({ done: batch.done, total: batch.total });
      return;
    }
    this.token = batch.token;
    this.#openTables(this.#tables.length - 1);
    const lines = this.#lines;
    lines.sum();
    lines.json({ cells: lines.cells, checksum: checksumText(lines.checksum), token: batch.token });
    await this.end();
    this.#onProgress({ done: this.#total, total: this.#total });
  }

  /** Writes the lines that begin the tables up to this one. */
  #openTables(table: number): void {
    while (this.#table < table) {
      this.#table++;
      this.#writeFamily = -1;
      this.#lines.json({ table: this.#tables[this.#table]?.name });
    }
  }

  #writeCells({ table, cells: bytes }: ExportedCells): void {
    this.#openTables(table);
    const { families } = this.#tables[table] as LinesTable;
    const buffer = { bytes, view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength) };
    const cell = new CellView();
    for (let at = 0; at < bytes.length; at += encodedCellLength(buffer.view, at)) {
      readCell(cell, buffer, at);
      const { name, byWrites } = families[cell.familyId] as LinesFamily;
      this.#lines.cell(cell, name, byWrites ? this.#numberOf(cell) : 0);
    }
  }

  /** Numbers the writes of a row and family: their ids differ in every database. */
  #numberOf(cell: CellView): number {
    const row = this.#writeRow;
    const isRow = equalRanges(cell.key, cell.rowOffset, cell.rowLength, row, 0, row.length);
    const isSame = cell.familyId === this.#writeFamily && isRow;
    if (!isSame) {
      this.#write = 0;
      this.#writeId = 0;
      this.#writeFamily = cell.familyId;
      this.#writeRow = cell.copyRow();
    }
    if (cell.sequenceId !== this.#writeId) this.#write++;
    this.#writeId = cell.sequenceId;
    return this.#write;
  }
}

function headerOf({ appVersion, namespaces, tables }: ExportedSchema, { asOf }: ExportOrder): BackupHeader {
  return {
    format: FORMAT_NAME,
    version: FORMAT_VERSION,
    ...(appVersion !== undefined && { appVersion }),
    ...(asOf !== undefined && { asOf }),
    namespaces,
    tables: tables.map(({ descriptor, disabled, increment, indexes }) => ({
      descriptor: inOrder(descriptor),
      ...(disabled && { disabled: true }),
      ...(increment && { increment: true }),
      ...(Object.keys(indexes).length > 0 && { indexes }),
    })),
  };
}

/** The same descriptor, with its properties in an order that does not depend on how it was made. */
function inOrder(descriptor: TableDescriptor): TableDescriptor {
  return { ...sorted(descriptor), families: descriptor.families.map(sorted) };
}

/** The name first. */
function sorted<T extends { readonly name: string }>({ name, ...others }: T): T {
  const names = Object.keys(others).sort() as (keyof typeof others)[];
  return Object.fromEntries([['name', name], ...names.map((key) => [key, others[key]])]) as unknown as T;
}
