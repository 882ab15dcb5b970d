/*
 * Puts and deletes of one table. Little-endian; "sized" is a u32 length and bytes.
 *
 *   request   text table, durability, names of the families (see keyvalue/family-names)
 *             u32  mutations, then each:
 *                    u32  cells
 *                    u32  bytes of the cells
 *                    flat cells; family = index into the names, or EVERY_FAMILY in the one DeleteFamily cell of a
 *                    whole-row delete (W-20); sequence id 0; implicit time = LATEST_TIMESTAMP; a time to live = tags
 *
 *   reply     u32  mutations that failed, then each:
 *                    u32  index of the mutation, sized ErrorData as JSON; only the first has its stack
 */
import { ByteReader } from '../bytes/byte-reader.js';
import { ByteWriter } from '../bytes/byte-writer.js';
import { equalBytes } from '../bytes/compare.js';
import { decodeText } from '../bytes/text.js';
import { corruption, type ErrorData, errorToData } from '../errors.js';
import { appendCell } from '../keyvalue/append-cell.js';
import { EVERY_FAMILY } from '../keyvalue/cell-layout.js';
import { readNames, writeNames } from '../keyvalue/family-names.js';
import { encodeTtlTag } from '../keyvalue/ttl-tag.js';
import { CellType } from '../model/cell-type.js';
import type { Durability } from '../model/durability.js';
import type { FailedMutation, MutateRequest, MutationCursor } from '../model/mutate-request.js';
import type { Mutation, MutationCell } from '../model/mutation.js';
import { readDurability, writeDurability } from './durability-codec.js';

const NO_BYTES = new Uint8Array(0);
/** The family and parts of a cell as it is sent; null means every family. */
interface SentCell extends Omit<MutationCell, 'family'> {
  readonly family: Uint8Array | null;
}

/** The only cell of a whole-row delete (W-20). */
const WHOLE_ROW: Omit<SentCell, 'timestamp'> = {
  family: null,
  qualifier: NO_BYTES,
  type: CellType.DeleteFamily,
  value: NO_BYTES,
};

/** The properties that a mutation needs to be sent. Without cells it deletes its whole row up to `timestamp`. */
export type MutationLike = Pick<Mutation, 'row' | 'timestamp' | 'durability' | 'added' | 'ttlMs'>;

/** The families that a request names, without duplicates; cells refer to them by index. */
export class NamedFamilies {
  readonly names: Uint8Array[] = [];

  indexOf(family: Uint8Array): number {
    const index = this.names.findIndex((known) => equalBytes(known, family));
    return index < 0 ? this.names.push(family) - 1 : index;
  }
}

/** The number of cells, and their size in bytes. */
const MUTATION_HEAD_BYTES = 8;

/** Writes one mutation: number and size of its cells, then the cells. `cells`: cells to send instead of its own. */
export function writeMutation(
  out: ByteWriter,
  families: NamedFamilies,
  { row, ttlMs }: MutationLike,
  cells: readonly SentCell[],
): void {
  const at = out.reserve(MUTATION_HEAD_BYTES);
  const tags = ttlMs === null ? null : encodeTtlTag(ttlMs);
  for (const cell of cells) {
    appendCell(out, row, cell.family === null ? EVERY_FAMILY : families.indexOf(cell.family), cell, tags);
  }
  out.patchU32(at, cells.length);
  out.patchU32(at + 4, out.length - at - MUTATION_HEAD_BYTES);
}

/** The cells of a put or delete as they are sent; a whole-row delete has one. */
export function sentCells({ added, timestamp }: MutationLike): readonly SentCell[] {
  return added.length === 0 ? [{ ...WHOLE_ROW, timestamp }] : added;
}

/** Writes a request of one mutation into `out`, which it empties. */
export function writeMutateRequest(out: ByteWriter, table: string, mutation: MutationLike): void {
  const families = new NamedFamilies();
  const cells = sentCells(mutation);
  for (const { family } of cells) if (family !== null) families.indexOf(family);
  out.reset();
  writeRequestHead(out, table, mutation.durability, families, 1);
  writeMutation(out, families, mutation, cells);
}

function writeRequestHead(
  out: ByteWriter,
  table: string,
  durability: Durability,
  { names }: NamedFamilies,
  mutations: number,
): void {
  out.text(table);
  writeDurability(out, durability);
  writeNames(out, names);
  out.u32(mutations);
}

/** Collects mutations of one table into requests, one after the other in the same memory. */
export class MutateRequestWriter {
  /** Number of mutations in the current request. */
  mutations = 0;
  readonly #table: string;
  #durability: Durability = 'USE_DEFAULT';
  readonly #out: ByteWriter = new ByteWriter();
  #families: NamedFamilies = new NamedFamilies();

  constructor(table: string) {
    this.#table = table;
  }

  /** Whether `mutation` may be added to the current request: a request has one durability. */
  takes(mutation: MutationLike): boolean {
    return this.mutations === 0 || mutation.durability === this.#durability;
  }

  get byteLength(): number {
    return this.#out.length;
  }

  /** REQUIRES `takes(mutation)`. */
  add(mutation: MutationLike): void {
    writeMutation(this.#out, this.#families, mutation, sentCells(mutation));
    this.#durability = mutation.durability;
    this.mutations++;
  }

  /** Returns the request in its own memory and starts the next one. */
  finish(): Uint8Array {
    const mutations = this.#out;
    const out = new ByteWriter(mutations.length + 128);
    writeRequestHead(out, this.#table, this.#durability, this.#families, this.mutations);
    out.raw(mutations.bytes, 0, mutations.length);
    mutations.reset();
    this.#families = new NamedFamilies();
    this.mutations = 0;
    return out.written();
  }
}

/** Checks the head; a cursor checks the mutations. */
export function readMutate(block: ByteReader): MutateRequest {
  const table = block.text();
  const durability = readDurability(block);
  const families = readNames(block);
  const mutations = block.u32();
  const { offset } = block;
  const cursor = (): MutationCursor => new RequestCursor(block, offset, mutations);
  return { table, durability, families, block, mutations, cursor };
}

class RequestCursor implements MutationCursor {
  index = -1;
  offset = 0;
  readonly #reader: ByteReader;
  readonly #count: number;

  constructor({ bytes, end, where, view }: ByteReader, start: number, count: number) {
    this.#reader = new ByteReader(bytes, start, end, where, view);
    this.#count = count;
  }

  get end(): number {
    return this.#reader.offset;
  }

  next(): boolean {
    if (++this.index >= this.#count) return false;
    this.offset = skipMutation(this.#reader);
    if (this.offset === this.end) throw corruption(this.#reader.where, this.offset, 'found a mutation without cells');
    return true;
  }
}

/**
 * Skips the mutation at the position of `reader`. Returns the start of its cells; they end at the reader's new
 * position.
 */
export function skipMutation(reader: ByteReader): number {
  reader.skip(4);
  const bytes = reader.u32();
  const { offset } = reader;
  reader.skip(bytes);
  return offset;
}

const NO_FAILURES = new Uint8Array(4);

export function encodeMutateReply(failures: readonly FailedMutation[]): Uint8Array {
  if (failures.length === 0) return NO_FAILURES;
  const out = new ByteWriter();
  out.u32(failures.length);
  for (const [place, { index, error }] of failures.entries()) {
    out.u32(index);
    out.text(JSON.stringify(errorToData(error, place === 0)));
  }
  return out.finish();
}

export function decodeMutateReply(
  reader: ByteReader,
): readonly { readonly index: number; readonly error: ErrorData }[] {
  const failures: { index: number; error: ErrorData }[] = [];
  let last: Uint8Array = NO_BYTES;
  let error: ErrorData | null = null;
  for (let left = reader.u32(); left > 0; left--) {
    const index = reader.u32();
    const text = reader.sized();
    // All mutations of a list usually fail for the same reason, and the page should not parse it thousands of times.
    if (error === null || !equalBytes(text, last)) error = JSON.parse(decodeText(text)) as ErrorData;
    failures.push({ index, error });
    last = text;
  }
  return failures;
}
