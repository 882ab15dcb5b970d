import { ByteWriter } from '../bytes/byte-writer.js';
import { equalBytes } from '../bytes/compare.js';
import { appendCell } from '../keyvalue/append-cell.js';
import { writeNames } from '../keyvalue/family-names.js';
import { CellType } from '../model/cell-type.js';
import type { TResult } from './thrift/structs.js';
import { receivedTimestamp } from './timestamps.js';

const MAY_HAVE_MORE = 1;
const IS_CHECK = 2;
const EXISTS = 4;

/** Writes rows that the gateway returned as a result block (keyvalue/result-block). */
export class RowBlock {
  rows = 0;
  readonly #names: Uint8Array[] = [];
  readonly #out = new ByteWriter();
  /** The index of the last cell's family: the next cell mostly has the same one. */
  #family = 0;

  /** The bytes of the rows so far. */
  get byteLength(): number {
    return this.#out.length;
  }

  /** Adds a row; without cells if nothing was found. `row`: its key, which the answer to a write leaves out. */
  add(result: TResult, row: Uint8Array | undefined = result.row): void {
    const at = this.#begin();
    const { columnValues, partial } = result;
    if (row !== undefined) {
      for (const cell of columnValues) {
        const { qualifier, value, type = CellType.Put } = cell;
        const timestamp = receivedTimestamp(row, cell);
        appendCell(this.#out, row, this.#indexOf(cell.family), { qualifier, timestamp, type, value }, null);
      }
    }
    this.#out.patchU32(at, row === undefined ? 0 : columnValues.length);
    this.#out.patchU32(at + 4, this.#out.length - at - 9);
    this.#out.view.setUint8(at + 8, partial ? MAY_HAVE_MORE : 0);
  }

  /** Adds the answer to an existence check. */
  addCheck(exists: boolean): void {
    const at = this.#begin();
    this.#out.patchU32(at, 0);
    this.#out.patchU32(at + 4, 0);
    this.#out.view.setUint8(at + 8, IS_CHECK | (exists ? EXISTS : 0));
  }

  /** Writes the block to the end of `into`. */
  writeTo(into: ByteWriter): void {
    writeNames(into, this.#names);
    into.u32(this.rows);
    into.raw(this.#out.bytes, 0, this.#out.length);
  }

  /** The reply to gets (service/get-codec), in its own buffer: how many it answers, then a row for each. */
  getReply(): Uint8Array {
    const out = new ByteWriter(this.byteLength + 256);
    out.u32(this.rows);
    this.writeTo(out);
    return out.finish();
  }

  /** The block in its own buffer. */
  finish(): Uint8Array {
    const out = new ByteWriter(this.byteLength + 256);
    this.writeTo(out);
    return out.finish();
  }

  #begin(): number {
    this.rows++;
    return this.#out.reserve(9);
  }

  #indexOf(family: Uint8Array): number {
    const names = this.#names;
    const last = names[this.#family];
    if (last !== undefined && equalBytes(last, family)) return this.#family;
    const index = names.findIndex((name) => equalBytes(name, family));
    this.#family = index < 0 ? names.push(family) - 1 : index;
    return this.#family;
  }
}

/** The block of one row. */
export function blockOf(result: TResult, row?: Uint8Array): Uint8Array {
  const block = new RowBlock();
  block.add(result, row);
  return block.finish();
}
