/*
 * Actions of one table, in list order. Little-endian; "sized" is a u32 length and bytes.
 *
 *   request   text table
 *             names of the families (see keyvalue/family-names)
 *             u32  actions, then each:
 *                    u8  kind: 0 = get, 1 = mutations of one row, 2 = the same under a condition, 3 = under a filter
 *                    get:        sized request of one get (see get-codec)
 *                    mutations:  sized row
 *                                of kind 2: u16 family, sized qualifier, u8 operator, sized value, time range
 *                                of kind 3: sized filter, time range
 *                                u32  mutations, then each:
 *                                       u8  kind: 0 = put or delete, 1 = increment, 2 = append, 3 = restore
 *                                       durability
 *                                       of kinds 1 to 3: u8 1 = results requested, time range
 *                                       a mutation (see mutate-codec); its values are amounts, 8 bytes big-endian, or
 *                                       the bytes to append; of kind 3, see ActionPart
 *             A time range is two f64: min, max.
 *
 *   reply     u32  how many actions this reply answers, starting with the first; at least one unless the request has
 *                  none. A reply ends at about 8 MiB, and the client sends the rest again
 *             each: u8 outcome: 0 = done, 1 = failed, 2 = the condition was not met
 *                   sized: for a get its reply; for mutations a result block with one row; for a failure
 *                   ErrorData as JSON
 *
 *   kept      what the log keeps of a reply, so that a repeated request is answered without being run again. The same
 *             as the reply, except that a get is a single u8 3; it is read again. Logs of earlier builds also contain
 *             the replies of gets.
 */
import { ByteReader } from '../bytes/byte-reader.js';
import { ByteWriter } from '../bytes/byte-writer.js';
import { corruption, errorToData } from '../errors.js';
import { readNames, writeNames } from '../keyvalue/family-names.js';
import type { CheckAndMutate } from '../model/check-and-mutate.js';
import { COMPARE_OPERATORS } from '../model/compare-operator.js';
import type { Get } from '../model/get.js';
import type { GetRequest } from '../model/get-request.js';
import type { Restore } from '../model/restore.js';
import type {
  ActionPart,
  ActionRequest,
  ColumnCondition,
  FilterCondition,
  Outcome,
  PartKind,
  RowAction,
} from '../model/row-action.js';
import type { RowMutation, RowMutations } from '../model/row-mutations.js';
import { ALL_TIME } from '../model/time-range.js';
import { readDurability, writeDurability } from './durability-codec.js';
import { beginGets, readGet, writeGet } from './get-codec.js';
import { NamedFamilies, sentCells, skipMutation, writeMutation } from './mutate-codec.js';
import { readRow, readTimeRange, readWord, writeTimeRange } from './wire-fields.js';

/** What one action requests. */
export type Action = Get | RowMutation | RowMutations | CheckAndMutate;

const GET = 0;
const MUTATIONS = 1;
const CHECKED = 2;
const FILTERED = 3;

const NO_BYTES = new Uint8Array(0);

/** What the engine does with each kind of mutation. */
const KIND_OF_PART: Readonly<Record<(RowMutation | Restore)['kind'], PartKind>> = {
  Put: 'mutate',
  Delete: 'mutate',
  Increment: 'increment',
  Append: 'append',
  Restore: 'restore',
};

/** The position is the number on the wire. */
const PART_KINDS: readonly PartKind[] = ['mutate', 'increment', 'append', 'restore'];

/** Collects actions of one table into requests, one after the other in the same memory. */
export class ActionRequestWriter {
  /** Number of actions in the current request. */
  actions = 0;
  readonly #table: string;
  readonly #out: ByteWriter = new ByteWriter();
  #families: NamedFamilies = new NamedFamilies();

  constructor(table: string) {
    this.#table = table;
  }

  get byteLength(): number {
    return this.#out.length;
  }

  add(action: Action | Restore): void {
    const families = this.#families;
    const out = this.#out;
    this.actions++;
    if (action.kind === 'Get') {
      out.u8(GET);
      const get = beginGets(this.#table, false);
      writeGet(get, action);
      out.sized(get.finish());
      return;
    }
    const checked = action.kind === 'CheckAndMutate';
    out.u8(!checked ? MUTATIONS : action.filter === null ? CHECKED : FILTERED);
    out.sized(action.row);
    if (checked) writeCondition(out, families, action);
    const mutated = checked ? action.action : action;
    const parts = mutated.kind === 'RowMutations' ? mutated.mutations : [mutated];
    out.u32(parts.length);
    for (const part of parts) this.#addPart(part);
  }

  /** Returns the request in its own buffer and starts the next one. */
  finish(): Uint8Array {
    const actions = this.#out;
    const out = new ByteWriter(actions.length + 128);
    out.text(this.#table);
    writeNames(out, this.#families.names);
    out.u32(this.actions);
    out.raw(actions.bytes, 0, actions.length);
    actions.reset();
    this.#families = new NamedFamilies();
    this.actions = 0;
    return out.finish();
  }

  #addPart(part: RowMutation | Restore): void {
    const families = this.#families;
    const out = this.#out;
    out.u8(PART_KINDS.indexOf(KIND_OF_PART[part.kind]));
    writeDurability(out, part.durability);
    if (part.kind === 'Put' || part.kind === 'Delete') {
      // An empty Put is not a whole-row delete.
      writeMutation(out, families, part, part.kind === 'Delete' ? sentCells(part) : part.added);
      return;
    }
    out.u8(part.returnResults ? 1 : 0);
    writeTimeRange(out, part.timeRange);
    const { timestamp } = part;
    const cells = part.added.map((cell) => ({ ...cell, timestamp }));
    writeMutation(out, families, part, cells);
  }
}

export function readActions(reader: ByteReader): ActionRequest {
  const table = reader.text();
  const families = readNames(reader);
  const actions: (GetRequest | RowAction)[] = [];
  for (let left = reader.u32(); left > 0; left--) actions.push(readAction(reader, families.length));
  return { table, families, block: reader, actions };
}

function readAction(reader: ByteReader, families: number): GetRequest | RowAction {
  const at = reader.offset;
  const kind = reader.u8();
  if (kind === GET) return readGet(reader.part('get of a batch'));
  if (kind > FILTERED) throw corruption(reader.where, at, 'no action has this number');
  const row = readRow(reader);
  const condition =
    kind === CHECKED ? readColumnCondition(reader, families) : kind === FILTERED ? readFilterCondition(reader) : null;
  const parts: ActionPart[] = [];
  for (let left = reader.u32(); left > 0; left--) parts.push(readPart(reader));
  return { row, condition, parts };
}

/** What a condition is about. */
type ConditionParts = Pick<CheckAndMutate, 'family' | 'qualifier' | 'op' | 'value' | 'filter' | 'timeRange'>;

/** Writes a condition on a column, or on the row through a filter. */
export function writeCondition(out: ByteWriter, families: NamedFamilies, condition: ConditionParts): void {
  if (condition.filter === null) {
    out.u16(families.indexOf(condition.family));
    out.sized(condition.qualifier);
    out.u8(COMPARE_OPERATORS.indexOf(condition.op));
    out.sized(condition.value ?? NO_BYTES);
  } else {
    out.sized(condition.filter.toByteArray());
  }
  writeTimeRange(out, condition.timeRange);
}

/** Reads a condition on a column. `families`: the number of families that it may refer to. */
export function readColumnCondition(reader: ByteReader, families: number): ColumnCondition {
  const at = reader.offset;
  const family = reader.u16();
  if (family >= families) throw corruption(reader.where, at, 'no family has this number');
  return {
    family,
    qualifier: reader.sized(),
    op: readWord(reader, COMPARE_OPERATORS),
    value: reader.sized(),
    timeRange: readTimeRange(reader),
  };
}

export function readFilterCondition(reader: ByteReader): FilterCondition {
  return { filter: reader.sized(), timeRange: readTimeRange(reader) };
}

function readPart(reader: ByteReader): ActionPart {
  const kind = readWord(reader, PART_KINDS);
  const durability = readDurability(reader);
  const returnResults = kind !== 'mutate' && reader.u8() === 1;
  const timeRange = kind === 'mutate' ? ALL_TIME : readTimeRange(reader);
  const offset = skipMutation(reader);
  return { kind, durability, returnResults, timeRange, offset, end: reader.offset };
}

const DONE = 0;
const FAILED = 1;
const UNMET = 2;
const READ_AGAIN = 3;

export function encodeActionsReply(outcomes: readonly Outcome[]): Uint8Array {
  const out = new ByteWriter();
  out.u32(outcomes.length);
  for (const outcome of outcomes) writeOutcome(out, outcome);
  return out.finish();
}

/** What the log keeps of the reply with these outcomes, one for each of the first `actions`. */
export function encodeKeptReply(outcomes: readonly Outcome[], actions: ActionRequest['actions']): Uint8Array {
  const out = new ByteWriter();
  out.u32(outcomes.length);
  for (const [index, outcome] of outcomes.entries()) {
    if ('parts' in (actions[index] as GetRequest | RowAction)) writeOutcome(out, outcome);
    else out.u8(READ_AGAIN);
  }
  return out.finish();
}

/**
 * The reply to a request that ran before. `kept` is what the log keeps of the reply; `read` runs a get and returns its
 * reply.
 */
export function repeatActionsReply(
  kept: Uint8Array,
  actions: ActionRequest['actions'],
  read: (get: GetRequest) => Uint8Array,
): Uint8Array {
  const reader = new ByteReader(kept, 0, kept.length, 'kept reply');
  const out = new ByteWriter(kept.length);
  const count = reader.u32();
  out.u32(count);
  for (let index = 0; index < count; index++) {
    const at = reader.offset;
    const kind = reader.u8();
    if (kind !== READ_AGAIN) {
      out.u8(kind);
      out.sized(reader.sized());
      continue;
    }
    const action = actions[index];
    if (action === undefined || 'parts' in action) throw corruption(reader.where, at, 'the request has no get here');
    writeOutcome(out, outcomeOfGet(action, read));
  }
  return out.finish();
}

function outcomeOfGet(get: GetRequest, read: (get: GetRequest) => Uint8Array): Outcome {
  try {
    return { done: true, payload: read(get) };
  } catch (error) {
    return { error };
  }
}

function writeOutcome(out: ByteWriter, outcome: Outcome): void {
  if ('error' in outcome) {
    out.u8(FAILED);
    out.text(JSON.stringify(errorToData(outcome.error)));
  } else {
    out.u8(outcome.done ? DONE : UNMET);
    out.sized(outcome.payload);
  }
}

/** An outcome as it is received. */
export interface ReceivedOutcome {
  readonly outcome: 'done' | 'failed' | 'unmet';
  readonly payload: ByteReader;
}

export function decodeActionsReply(reader: ByteReader): ReceivedOutcome[] {
  const outcomes: ReceivedOutcome[] = [];
  for (let left = reader.u32(); left > 0; left--) {
    const outcome = (['done', 'failed', 'unmet'] as const)[reader.u8()] as ReceivedOutcome['outcome'];
    outcomes.push({ outcome, payload: reader.part('reply of an action') });
  }
  return outcomes;
}
