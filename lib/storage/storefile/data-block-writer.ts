import { copyBytes, copyWords } from '../../keyvalue/cell-layout.js';
import type { CellView } from '../../keyvalue/cell-view.js';
import type { BlockLocation } from './block-frame.js';
import {
  HEAD_SAME_ROW,
  HEAD_SEQUENCE_ID_BACK,
  HEAD_TAGS,
  HEAD_TIMESTAMP_BACK,
  HEAD_VALUE_APART,
  REFERENCE_BYTES,
  REFERENCE_CHECK,
  REFERENCE_LENGTH,
  REFERENCE_ORDINAL,
  RESTART_INTERVAL,
  STORED_TYPES,
  WIDTH_SEQUENCE_ID_SHIFT,
  WIDTHS_ABSOLUTE,
} from './data-block-format.js';

/** Maximum size of head, widths, four varints and two numbers, and the length of tags. */
const ENTRY_OVERHEAD = 2 + 4 * 5 + 2 * 7 + 2;
const FIRST_CAPACITY = 4096;
/** Longer values are copied with a single call. */
const WORDS_UP_TO = 512;

/** A value that was written to a separate block. */
export interface ValueReference extends BlockLocation {
  readonly check: number;
}

/** Encodes the cells of one data block; see data-block-format. Can be reused after `reset`. */
export class DataBlockWriter {
  bytes: Uint8Array = new Uint8Array(FIRST_CAPACITY);
  /** Bytes encoded so far. */
  length = 0;
  cellCount = 0;
  #view: DataView = new DataView(this.bytes.buffer);
  #restarts = new Uint32Array(64);
  #restartCount = 0;
  #timestamp = 0;
  #sequenceId = 0;

  /** Upper limit of the payload's length if `cell` were added now. */
  lengthWith(cell: CellView, apart: boolean): number {
    const value = apart ? REFERENCE_BYTES : cell.valueLength;
    const entry = ENTRY_OVERHEAD + cell.rowLength + cell.qualifierLength + value + cell.tagsLength;
    return this.length + entry + 4 * (this.#restartCount + 2);
  }

  /** Adds a cell that shares the first `shared` bytes of row and qualifier with the previous one. */
  add(cell: CellView, shared: number, sameRow: boolean, reference: ValueReference | null): void {
    const needed = this.lengthWith(cell, reference !== null);
    if (needed > this.bytes.length) this.#grow(needed);
    const restart = this.cellCount % RESTART_INTERVAL === 0;
    if (restart) this.#beginRestart();
    const headAt = this.length;
    const from = restart ? 0 : shared;
    const inRow = sameRow && !restart;
    let head = typeCode(cell.type);
    if (inRow) head |= HEAD_SAME_ROW;
    let at = this.#varint(headAt + 2, from);
    at = this.#varint(at, cell.rowLength + cell.qualifierLength - from);
    if (!inRow) at = this.#varint(at, cell.rowLength);
    at = this.#varint(at, cell.valueLength);
    const timestampAt = at;
    if (cell.timestamp < this.#timestamp) head |= HEAD_TIMESTAMP_BACK;
    at = this.#number(at, Math.abs(cell.timestamp - this.#timestamp));
    const sequenceIdAt = at;
    if (cell.sequenceId < this.#sequenceId) head |= HEAD_SEQUENCE_ID_BACK;
    at = this.#number(at, Math.abs(cell.sequenceId - this.#sequenceId));
    const widths = (sequenceIdAt - timestampAt) | ((at - sequenceIdAt) << WIDTH_SEQUENCE_ID_SHIFT);
    at = this.#key(at, cell, from);
    if (reference === null) at = this.#value(at, cell);
    else {
      head |= HEAD_VALUE_APART;
      at = this.#reference(at, reference);
    }
    if (cell.tagsLength !== 0) {
      head |= HEAD_TAGS;
      this.#view.setUint16(at, cell.tagsLength, true);
      at = copyBytes(cell.tags, cell.tagsOffset, cell.tagsLength, this.bytes, at + 2);
    }
    this.bytes[headAt] = head;
    this.bytes[headAt + 1] = restart ? widths | WIDTHS_ABSOLUTE : widths;
    this.#timestamp = cell.timestamp;
    this.#sequenceId = cell.sequenceId;
    this.length = at;
    this.cellCount++;
  }

  /** Appends the restart points; the payload is `bytes` up to `length`. */
  finish(): void {
    let at = this.length;
    for (let index = 0; index < this.#restartCount; index++) {
      this.#view.setUint32(at, this.#restarts[index] as number, true);
      at += 4;
    }
    this.#view.setUint32(at, this.#restartCount, true);
    this.length = at + 4;
  }

  reset(): void {
    this.length = 0;
    this.cellCount = 0;
    this.#restartCount = 0;
  }

  #beginRestart(): void {
    if (this.#restartCount === this.#restarts.length) {
      const grown = new Uint32Array(2 * this.#restarts.length);
      grown.set(this.#restarts);
      this.#restarts = grown;
    }
    this.#restarts[this.#restartCount++] = this.length;
    this.#timestamp = 0;
    this.#sequenceId = 0;
  }

  #varint(at: number, value: number): number {
    const { bytes } = this;
    let rest = value;
    let to = at;
    while (rest > 127) {
      bytes[to++] = (rest & 127) | 128;
      rest >>>= 7;
    }
    bytes[to] = rest;
    return to + 1;
  }

  /** Writes as many bytes as the number needs, none for 0. */
  #number(at: number, value: number): number {
    const { bytes } = this;
    let rest = value;
    let to = at;
    while (rest > 0) {
      bytes[to++] = rest % 256;
      rest = Math.floor(rest / 256);
    }
    return to;
  }

  /** Writes row and qualifier, starting at byte `from` of both together. */
  #key(at: number, cell: CellView, from: number): number {
    const { key, rowLength } = cell;
    let to = at;
    if (from < rowLength) to = copyBytes(key, cell.rowOffset + from, rowLength - from, this.bytes, to);
    const skipped = Math.max(0, from - rowLength);
    return copyBytes(key, cell.qualifierOffset + skipped, cell.qualifierLength - skipped, this.bytes, to);
  }

  #value(at: number, cell: CellView): number {
    const { value, valueView, valueOffset, valueLength } = cell;
    if (valueView !== null && valueLength <= WORDS_UP_TO) {
      return copyWords(valueView, valueOffset, valueLength, this.#view, at);
    }
    return copyBytes(value, valueOffset, valueLength, this.bytes, at);
  }

  #reference(at: number, reference: ValueReference): number {
    const view = this.#view;
    view.setFloat64(at, reference.offset, true);
    view.setUint32(at + REFERENCE_LENGTH, reference.length, true);
    view.setUint32(at + REFERENCE_ORDINAL, reference.ordinal, true);
    view.setUint32(at + REFERENCE_CHECK, reference.check, true);
    return at + REFERENCE_BYTES;
  }

  #grow(needed: number): void {
    const grown = new Uint8Array(Math.max(needed, 2 * this.bytes.length));
    grown.set(this.bytes.subarray(0, this.length));
    this.bytes = grown;
    this.#view = new DataView(grown.buffer);
  }
}

const TYPE_CODES: Int8Array = new Int8Array(256).fill(-1);
for (const [code, type] of STORED_TYPES.entries()) TYPE_CODES[type] = code;

function typeCode(type: number): number {
  const code = TYPE_CODES[type] as number;
  if (code < 0) throw new Error(`a cell of type ${type} is never stored`);
  return code;
}
