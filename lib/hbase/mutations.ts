import type { ByteReader } from '../bytes/byte-reader.js';
import { ByteWriter } from '../bytes/byte-writer.js';
import { equalBytes } from '../bytes/compare.js';
import { encodeText } from '../bytes/text.js';
import { EVERY_FAMILY, encodedCellLength, readCell } from '../keyvalue/cell-layout.js';
import { CellView } from '../keyvalue/cell-view.js';
import { readCellTtl } from '../keyvalue/ttl-tag.js';
import { CellType } from '../model/cell-type.js';
import { DURABILITIES, type Durability } from '../model/durability.js';
import { LATEST_TIMESTAMP } from '../model/timestamp.js';
import { type Attributes, DeleteType, type TColumn, type TColumnValue, type TMutation } from './thrift/structs.js';
import { I64 } from './thrift/types.js';
import { sentTimestamp } from './timestamps.js';

/** A cell of a request. */
export interface SentCell {
  /** Null in the only cell of a delete of the whole row. */
  readonly family: Uint8Array | null;
  readonly qualifier: Uint8Array;
  readonly value: Uint8Array;
  readonly timestamp: number;
  readonly type: number;
}

/** A put or delete of a request. */
export interface SentMutation {
  readonly row: Uint8Array;
  readonly cells: readonly SentCell[];
  /** The time to live of its cells, in ms; null if they have none. */
  readonly ttlMs: number | null;
  readonly durability: Durability;
}

const TTL = encodeText('_ttl');

const DELETE_TYPES: Readonly<Record<number, DeleteType>> = {
  [CellType.Delete]: DeleteType.COLUMN,
  [CellType.DeleteColumn]: DeleteType.COLUMNS,
  [CellType.DeleteFamily]: DeleteType.FAMILY,
  [CellType.DeleteFamilyVersion]: DeleteType.FAMILY_VERSION,
};

/** Reads the cells of a mutation, from `offset` up to `end`. They are views of the request. */
export function readMutation(
  block: ByteReader,
  families: readonly Uint8Array[],
  durability: Durability,
  offset: number,
  end: number,
): SentMutation {
  const { bytes, view } = block;
  const cell = new CellView();
  const cells: SentCell[] = [];
  let row: Uint8Array = NOTHING;
  let ttlMs: number | null = null;
  for (let at = offset; at < end; at += encodedCellLength(view, at)) {
    readCell(cell, block, at);
    row = bytes.subarray(cell.rowOffset, cell.rowOffset + cell.rowLength);
    if (cell.tagsLength > 0) ttlMs = readCellTtl(cell);
    cells.push({
      family: cell.familyId === EVERY_FAMILY ? null : (families[cell.familyId] as Uint8Array),
      qualifier: bytes.subarray(cell.qualifierOffset, cell.qualifierOffset + cell.qualifierLength),
      value: bytes.subarray(cell.valueOffset, cell.valueOffset + cell.valueLength),
      timestamp: cell.timestamp,
      type: cell.type,
    });
  }
  return { row, cells, ttlMs, durability };
}

const NOTHING = new Uint8Array(0);

/** Whether the server assigns a timestamp, or looks for the newest version: then it must not run twice. */
export function hasImplicitTime({ cells }: SentMutation): boolean {
  return cells.some(({ timestamp }) => timestamp === LATEST_TIMESTAMP);
}

/** The attribute of a time to live, and the number by which the gateway knows a durability. */
export function sentOptions({ ttlMs, durability }: Pick<SentMutation, 'ttlMs' | 'durability'>): {
  readonly attributes: Attributes | undefined;
  readonly durability: number | undefined;
} {
  return {
    attributes: ttlMs === null ? undefined : [[TTL, longBytes(ttlMs)]],
    durability: DURABILITIES.indexOf(durability) || undefined,
  };
}

function longBytes(value: number): Uint8Array {
  const out = new ByteWriter(8);
  I64.write(out, value);
  return out.finish();
}

/**
 * A mutation as the gateway accepts it. Mostly one Put or one Delete; a mutation with puts and markers, or with several
 * kinds of markers, becomes several, which have to be applied as one.
 */
export function sentMutations(mutation: SentMutation): readonly TMutation[] {
  const { row, cells } = mutation;
  const whole = cells.find(({ family }) => family === null);
  const { durability, attributes } = sentOptions(mutation);
  if (whole !== undefined) return [{ deleteSingle: { row, timestamp: sentTimestamp(whole.timestamp), durability } }];
  return runsOf(cells).map(([first, ...others]): TMutation => {
    const run = [first as SentCell, ...others];
    if (first?.type === CellType.Put) {
      return { put: { row, columnValues: run.map(columnValue), attributes, durability } };
    }
    const deleteType = DELETE_TYPES[first?.type ?? CellType.Delete];
    return { deleteSingle: { row, columns: run.map(column), deleteType, durability } };
  });
}

/**
 * The cells divided into those that one Put or Delete can have, in order. A Delete has one kind of marker, because the
 * gateway accepts only one, and one marker of each family: HBase's Delete forgets an earlier one of the same family.
 */
function runsOf(cells: readonly SentCell[]): readonly (readonly SentCell[])[] {
  const runs: SentCell[][] = [];
  for (const cell of cells) {
    const run = runs.find(([first]) => first?.type === cell.type);
    const isTaken =
      cell.type === CellType.DeleteFamily &&
      run?.some(({ family }) => equalBytes(family as Uint8Array, cell.family as Uint8Array));
    if (run === undefined || isTaken) runs.unshift([cell]);
    else run.push(cell);
  }
  return runs.reverse();
}

function column({ family, qualifier, timestamp }: SentCell): TColumn {
  return { family: family as Uint8Array, qualifier, timestamp: sentTimestamp(timestamp) };
}

function columnValue({ family, qualifier, value, timestamp }: SentCell): TColumnValue {
  return { family: family as Uint8Array, qualifier, value, timestamp: sentTimestamp(timestamp) };
}
