import { ByteWriter } from '../bytes/byte-writer.js';
import { appendCell } from '../keyvalue/append-cell.js';
import { writeNames } from '../keyvalue/family-names.js';
import { encodeTtlTag } from '../keyvalue/ttl-tag.js';
import { CellType } from '../model/cell-type.js';
import { writeDurability } from '../service/durability-codec.js';
import type { BackupCell } from './backup-format.js';

/** A request is sent when it reaches this size. */
export const REQUEST_BYTES: number = 512 * 1024;
/** A mutation that need not be one is ended at this size. */
const MUTATION_BYTES = 64 * 1024;
/** The number of cells of a mutation, and their size in bytes. */
const HEAD_BYTES = 8;

/** A request of the operation Mutate, and where its mutations are in the backup. */
export interface CellRequest {
  readonly request: Uint8Array;
  /** The first line of each mutation, and the last line of all. */
  readonly lines: readonly number[];
  readonly lastLine: number;
}

/**
 * Makes requests that write the cells of a table in their order. Each mutation is one that a Put or a Delete could have
 * made, so that connections to other systems can carry it. Only cells of one write of a family with NEW_VERSION_BEHAVIOR
 * stay together, because their order of writing counts.
 */
export class CellRequests {
  readonly #table: string;
  readonly #families: readonly Uint8Array[];
  readonly #out = new ByteWriter();
  #lines: number[] = [];
  #lastLine = 0;
  /** Where the last mutation begins, the number of its cells, and the last of them. */
  #at = 0;
  #cells = 0;
  #last: BackupCell | null = null;

  /** `families`: the names to which the cells refer. */
  constructor(table: string, families: readonly Uint8Array[]) {
    this.#table = table;
    this.#families = families;
  }

  get byteLength(): number {
    return this.#out.length;
  }

  /** Adds a cell. `isLater`: it must be written after the one before it. */
  add(cell: BackupCell, line: number, isLater: boolean): void {
    const out = this.#out;
    const mayCut = cell.write === 0 && (out.length - this.#at >= MUTATION_BYTES || !this.#suits(cell));
    if (isLater || mayCut || this.#cells === 0) {
      this.#endMutation();
      this.#at = out.reserve(HEAD_BYTES);
      this.#lines.push(line);
    }
    appendCell(out, cell.row, cell.family, cell, cell.ttlMs === null ? null : encodeTtlTag(cell.ttlMs));
    this.#cells++;
    this.#last = cell;
    this.#lastLine = line;
  }

  /**
   * Whether the Put or Delete of the last cell could have this one too: a Put has one time to live, and a Delete one marker
   * of each whole family, before the others of the family (W-22).
   */
  #suits({ type, family, ttlMs }: BackupCell): boolean {
    const last = this.#last;
    if (last === null) return true;
    if (type === CellType.Put) return last.type === CellType.Put && last.ttlMs === ttlMs;
    return last.type !== CellType.Put && (type !== CellType.DeleteFamily || last.family !== family);
  }

  /** Returns the request and begins the next one; null if it is empty. */
  take(): CellRequest | null {
    this.#endMutation();
    if (this.#lines.length === 0) return null;
    const out = new ByteWriter(this.#out.length + 1024);
    out.text(this.#table);
    writeDurability(out, 'USE_DEFAULT');
    writeNames(out, this.#families);
    out.u32(this.#lines.length);
    out.raw(this.#out.bytes, 0, this.#out.length);
    const taken = { request: out.written(), lines: this.#lines, lastLine: this.#lastLine };
    this.#out.reset();
    this.#lines = [];
    return taken;
  }

  #endMutation(): void {
    if (this.#cells === 0) return;
    this.#out.patchU32(this.#at, this.#cells);
    this.#out.patchU32(this.#at + 4, this.#out.length - this.#at - HEAD_BYTES);
    this.#cells = 0;
  }
}
