/*
 * An atomicBatch: mutations of rows of several tables, in list order, under conditions. Little-endian; "sized" is a u32
 * length and bytes.
 *
 *   request   u32  parts with conditions, then each, sized:
 *                    text table, names of the families (see keyvalue/family-names)
 *                    u32  conditions, then each: sized row, u8 kind, and the condition (see action-codec) on
 *                         0 = a column, 1 = the row through a filter; or 2 = its existence: u8 1 = exists, time range
 *             u32  reads of a transaction, then each:
 *                    u8 0 = get, 1 = scan; sized request (see get-codec, with one get, and scan-codec)
 *                    u32 rows that it returned, their digest (see keyvalue/rows-digest)
 *             u32  parts with mutations, then each: sized request of actions (see action-codec), all of kind 1
 *             Consecutive parts are for different tables; a table may occur again later.
 *
 *   reply     the reply of all actions (see action-codec)
 */
import type { ByteReader } from '../bytes/byte-reader.js';
import { ByteWriter } from '../bytes/byte-writer.js';
import { corruption, invalidArgument } from '../errors.js';
import { readNames, writeNames } from '../keyvalue/family-names.js';
import { DIGEST_BYTES } from '../keyvalue/rows-digest.js';
import type { ActionCondition, ActionRequest, CheckRequest, RowCheck } from '../model/row-action.js';
import type { CheckedCondition } from '../model/row-condition.js';
import { readActions, readColumnCondition, readFilterCondition, writeCondition } from './action-codec.js';
import { NamedFamilies } from './mutate-codec.js';
import { readTimeRange, readWord, writeTimeRange } from './wire-fields.js';

const COLUMN = 0;
const FILTER = 1;
const EXISTENCE = 2;

/** A read without its request. */
const READ_BYTES = 9 + DIGEST_BYTES;

/** The kinds of reads; the position is the number on the wire. */
const READ_KINDS = ['get', 'scan'] as const;

/** A read of a transaction, and the digest of what it returned. */
export interface ReadCheck {
  readonly kind: (typeof READ_KINDS)[number];
  /** A request of the operation Get, with one get, or of OpenScanner. */
  readonly request: Uint8Array;
  readonly rows: number;
  readonly digest: Uint8Array;
}

/** The parts of an atomicBatch as they are sent. */
export interface AtomicParts {
  /** Parts of a `ConditionWriter`. */
  readonly checks: readonly Uint8Array[];
  readonly reads: readonly ReadCheck[];
  /** Parts of an `ActionRequestWriter`. */
  readonly mutations: readonly Uint8Array[];
}

/** An atomicBatch as it was received. */
export interface AtomicRequest {
  readonly checks: readonly CheckRequest[];
  readonly reads: readonly ReadCheck[];
  readonly mutations: readonly ActionRequest[];
}

/** Collects the conditions of one part. */
export class ConditionWriter {
  readonly #table: string;
  readonly #out: ByteWriter = new ByteWriter();
  readonly #families: NamedFamilies = new NamedFamilies();
  #count = 0;

  constructor(table: string) {
    this.#table = table;
  }

  get byteLength(): number {
    return this.#out.length;
  }

  add(condition: CheckedCondition): void {
    const out = this.#out;
    const { row, exists, filter, timeRange } = condition;
    this.#count++;
    out.sized(row);
    out.u8(exists !== null ? EXISTENCE : filter !== null ? FILTER : COLUMN);
    if (exists === null) {
      writeCondition(out, this.#families, condition);
    } else {
      out.u8(exists ? 1 : 0);
      writeTimeRange(out, timeRange);
    }
  }

  finish(): Uint8Array {
    const out = new ByteWriter(this.#out.length + 128);
    out.text(this.#table);
    writeNames(out, this.#families.names);
    out.u32(this.#count);
    out.raw(this.#out.bytes, 0, this.#out.length);
    return out.finish();
  }
}

export function encodeAtomicBatch({ checks, reads, mutations }: AtomicParts): Uint8Array {
  const parts = [...checks, ...mutations].reduce((sum, part) => sum + part.length + 4, 0);
  const out = new ByteWriter(12 + parts + reads.reduce((sum, { request }) => sum + request.length + READ_BYTES, 0));
  out.u32(checks.length);
  for (const part of checks) out.sized(part);
  out.u32(reads.length);
  for (const { kind, request, rows, digest } of reads) {
    out.u8(READ_KINDS.indexOf(kind));
    out.sized(request);
    out.u32(rows);
    out.raw(digest);
  }
  out.u32(mutations.length);
  for (const part of mutations) out.sized(part);
  return out.finish();
}

/** Throws INVALID_ARGUMENT for a batch that is empty or has other actions than mutations. */
export function readAtomicBatch(reader: ByteReader): AtomicRequest {
  const checks = readAll(reader, () => readChecks(reader.part('conditions of an atomicBatch')));
  const reads = readAll(reader, () => readReadCheck(reader));
  const mutations = readAll(reader, () => readMutations(reader.part('part of an atomicBatch')));
  if (checks.length + reads.length + mutations.length === 0)
    throw invalidArgument('atomicBatch needs at least one mutation or condition');
  return { checks, reads, mutations };
}

function readAll<T>(reader: ByteReader, read: () => T): T[] {
  const all: T[] = [];
  for (let left = reader.u32(); left > 0; left--) all.push(read());
  return all;
}

function readMutations(reader: ByteReader): ActionRequest {
  const part = readActions(reader);
  if (part.actions.every((action) => 'parts' in action && action.condition === null)) return part;
  throw invalidArgument('an atomicBatch accepts only mutations');
}

function readChecks(reader: ByteReader): CheckRequest {
  const table = reader.text();
  const families = readNames(reader);
  const readCheck = (): RowCheck => ({ row: reader.sized(), condition: readCondition(reader, families.length) });
  return { table, families, checks: readAll(reader, readCheck) };
}

function readCondition(reader: ByteReader, families: number): ActionCondition {
  const at = reader.offset;
  switch (reader.u8()) {
    case COLUMN:
      return readColumnCondition(reader, families);
    case FILTER:
      return readFilterCondition(reader);
    case EXISTENCE:
      return { exists: reader.u8() === 1, timeRange: readTimeRange(reader) };
    default:
      throw corruption(reader.where, at, 'no condition has this number');
  }
}

function readReadCheck(reader: ByteReader): ReadCheck {
  const kind = readWord(reader, READ_KINDS);
  return { kind, request: reader.sized(), rows: reader.u32(), digest: reader.raw(DIGEST_BYTES) };
}
