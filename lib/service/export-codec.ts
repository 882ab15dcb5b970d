/*
 * A batch of an export. Little-endian; "sized" is a u32 length and bytes.
 *
 *   u8    0 = cells: u32 index of the table, f64 cells visited, f64 cells to visit, then flat cells up to the end; their
 *         family is an index into the table's descriptor
 *         1 = the end: u8 1 and sized token, or u8 0 for none
 */
import type { ByteReader } from '../bytes/byte-reader.js';
import { ByteWriter } from '../bytes/byte-writer.js';

const CELLS = 0;
const END = 1;

/** The next cells of an export. */
export interface ExportedCells {
  /** Index of the table. */
  readonly table: number;
  /** The numbers of cells that were visited, and that are to be visited. */
  readonly done: number;
  readonly total: number;
  /** Flat cells. */
  readonly cells: Uint8Array;
}

/** There are no more cells. */
export interface ExportEnd {
  readonly table: null;
  /** From which an increment continues; null if none can. */
  readonly token: string | null;
}

export type ExportBatch = ExportedCells | ExportEnd;

export function encodeExportBatch(batch: ExportBatch): Uint8Array {
  const out = new ByteWriter(batch.table === null ? 0 : batch.cells.length + 32);
  if (batch.table === null) {
    out.u8(END);
    out.u8(batch.token === null ? 0 : 1);
    if (batch.token !== null) out.text(batch.token);
  } else {
    out.u8(CELLS);
    out.u32(batch.table);
    out.f64(batch.done);
    out.f64(batch.total);
    out.raw(batch.cells);
  }
  return out.written();
}

/** The cells are not copied. Throws CORRUPTION. */
export function decodeExportBatch(reader: ByteReader): ExportBatch {
  if (reader.u8() === END) return { table: null, token: reader.u8() === 1 ? reader.text() : null };
  const table = reader.u32();
  const done = reader.f64();
  const total = reader.f64();
  return { table, done, total, cells: reader.raw(reader.end - reader.offset) };
}
