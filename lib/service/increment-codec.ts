/*
 * Additions to counters of one row. Little-endian; "sized" is a u32 length and bytes.
 *
 *   request   text table, sized row, durability (see wire-fields), f64 timestamp, u8 returnResults
 *             names of the families (see wire-fields)
 *             u32  amounts, then each: u16 index of the family, sized qualifier, i64 amount
 *
 *   reply     result block with one row: the new cells (W-37)
 */
import type { ByteReader } from '../bytes/byte-reader.js';
import { ByteWriter } from '../bytes/byte-writer.js';
import { equalBytes } from '../bytes/compare.js';
import type { Durability } from '../model/mutation.js';
import { readDurability, readNames, writeDurability, writeNames } from './wire-fields.js';

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
  const { amounts } = increment;
  const families: Uint8Array[] = [];
  for (const { family } of amounts) if (familyIndex(families, family) < 0) families.push(family);
  const out = new ByteWriter();
  out.text(table);
  out.sized(increment.row);
  writeDurability(out, increment.durability);
  out.f64(increment.timestamp);
  out.u8(increment.returnResults ? 1 : 0);
  writeNames(out, families);
  out.u32(amounts.length);
  for (const { family, qualifier, amount } of amounts) {
    out.u16(familyIndex(families, family));
    out.sized(qualifier);
    out.i64(amount);
  }
  return out.finish();
}

export function readIncrement(reader: ByteReader): IncrementRequest {
  const table = reader.text();
  const row = reader.sized();
  const durability = readDurability(reader);
  const timestamp = reader.f64();
  const returnResults = reader.u8() === 1;
  const families = readNames(reader);
  const amounts: { family: number; qualifier: Uint8Array; amount: bigint }[] = [];
  for (let left = reader.u32(); left > 0; left--) {
    amounts.push({ family: reader.u16(), qualifier: reader.sized(), amount: reader.i64() });
  }
  return { table, row, durability, timestamp, returnResults, families, amounts };
}

function familyIndex(families: readonly Uint8Array[], family: Uint8Array): number {
  return families.findIndex((known) => equalBytes(known, family));
}
