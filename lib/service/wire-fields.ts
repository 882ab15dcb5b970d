/*
 * Fields that several requests share. Little-endian; "sized" is a u32 length and bytes.
 *
 *   durability  u8: index into DURABILITIES
 *   names       u16 count, then each sized
 *   selection   u16 families (0 = every family of the table), then each:
 *                 sized name, u32 qualifiers or WHOLE_FAMILY, then each sized
 *   options     u8 tag and its value, as often as needed; tag 0 ends them
 */
import type { ByteReader } from '../bytes/byte-reader.js';
import type { ByteWriter } from '../bytes/byte-writer.js';
import { corruption } from '../errors.js';
import type { FamilySelection } from '../model/family-selection.js';
import { DURABILITIES, type Durability } from '../model/mutation.js';

const WHOLE_FAMILY = 0xffffffff;
const END_OF_OPTIONS = 0;

export function writeDurability(out: ByteWriter, durability: Durability): void {
  out.u8(DURABILITIES.indexOf(durability));
}

export function readDurability(reader: ByteReader): Durability {
  const at = reader.offset;
  const durability = DURABILITIES[reader.u8()];
  if (durability === undefined) throw corruption(reader.where, at, 'no durability has this number');
  return durability;
}

export function writeNames(out: ByteWriter, names: readonly Uint8Array[]): void {
  out.u16(names.length);
  for (const name of names) out.sized(name);
}

export function readNames(reader: ByteReader): Uint8Array[] {
  const names: Uint8Array[] = [];
  for (let left = reader.u16(); left > 0; left--) names.push(reader.sized());
  return names;
}

export function writeSelection(out: ByteWriter, families: readonly FamilySelection[]): void {
  out.u16(families.length);
  for (const { family, qualifiers } of families) {
    out.sized(family);
    out.u32(qualifiers?.length ?? WHOLE_FAMILY);
    if (qualifiers !== null) for (const qualifier of qualifiers) out.sized(qualifier);
  }
}

export function readSelection(reader: ByteReader): FamilySelection[] {
  const families: FamilySelection[] = [];
  for (let left = reader.u16(); left > 0; left--) {
    const family = reader.sized();
    const count = reader.u32();
    const qualifiers: Uint8Array[] | null = count === WHOLE_FAMILY ? null : [];
    if (qualifiers !== null) for (let index = 0; index < count; index++) qualifiers.push(reader.sized());
    families.push({ family, qualifiers });
  }
  return families;
}

/** No option exists yet; a request says so, so that later ones can follow. */
export function writeOptions(out: ByteWriter): void {
  out.u8(END_OF_OPTIONS);
}

export function readOptions(reader: ByteReader): void {
  const at = reader.offset;
  if (reader.u8() !== END_OF_OPTIONS) throw corruption(reader.where, at, 'an option that this build does not know');
}
