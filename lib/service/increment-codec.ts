/*
 * Additions to counters of one row. Little-endian; "sized" is a u32 length and bytes.
 *
 *   request   u8 returnResults, then the request of one Put (see mutate-codec) whose values are the amounts, 8 bytes big-endian
 *
 *   reply     result block with one row: the new cells (W-37)
 */
import type { ByteReader } from '../bytes/byte-reader.js';
import { ByteWriter } from '../bytes/byte-writer.js';
import { decodeInt64, encodeInt64 } from '../bytes/numbers.js';
import { CellType } from '../model/cell-type.js';
import { type Durability, LATEST_TIMESTAMP } from '../model/mutation.js';
import { MutateRequestWriter, readMutate } from './mutate-codec.js';

/** An increment as it is sent; an Increment is one. */
export interface IncrementParts {
  readonly row: Uint8Array;
  readonly durability: Durability;
  readonly timestamp: number;
  readonly returnResults: boolean;
  readonly amounts: readonly { readonly family: Uint8Array; readonly qualifier: Uint8Array; readonly amount: bigint }[];
}

export interface IncrementRequest {
  readonly table: string;
  readonly row: Uint8Array;
  readonly durability: Durability;
  readonly timestamp: number;
  readonly returnResults: boolean;
  readonly families: readonly Uint8Array[];
  /** `family` is an index into `families`. In the order named. */
  readonly amounts: readonly { readonly family: number; readonly qualifier: Uint8Array; readonly amount: bigint }[];
}

export function encodeIncrement(table: string, increment: IncrementParts): Uint8Array {
  const { row, durability, timestamp, amounts } = increment;
  const cells = amounts.map(({ family, qualifier, amount }) => {
    return { family, qualifier, timestamp, type: CellType.Put, value: encodeInt64(amount) };
  });
  const writer = new MutateRequestWriter(table);
  writer.add({ row, durability, timestamp, cells });
  const out = new ByteWriter();
  out.u8(increment.returnResults ? 1 : 0);
  out.raw(writer.finish());
  return out.finish();
}

export function readIncrement(reader: ByteReader): IncrementRequest {
  const returnResults = reader.u8() === 1;
  const { table, durability, families } = readMutate(reader);
  const amounts: { family: number; qualifier: Uint8Array; amount: bigint }[] = [];
  let row: Uint8Array = new Uint8Array(0);
  let timestamp = LATEST_TIMESTAMP;
  const count = reader.u32();
  reader.skip(4);
  while (amounts.length < count) {
    const rowLength = reader.u16();
    const family = reader.u16();
    const qualifierLength = reader.u32();
    const valueLength = reader.u32();
    timestamp = reader.f64();
    // Sequence id, type and flags.
    reader.skip(10);
    row = reader.raw(rowLength);
    const qualifier = reader.raw(qualifierLength);
    amounts.push({ family, qualifier, amount: decodeInt64(reader.raw(valueLength), 0) });
  }
  return { table, row, durability, timestamp, returnResults, families, amounts };
}
