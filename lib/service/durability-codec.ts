/* A durability is a u8: its index in DURABILITIES. */
import type { ByteReader } from '../bytes/byte-reader.js';
import type { ByteWriter } from '../bytes/byte-writer.js';
import { corruption } from '../errors.js';
import { DURABILITIES, type Durability } from '../model/durability.js';

export function writeDurability(out: ByteWriter, durability: Durability): void {
  out.u8(DURABILITIES.indexOf(durability));
}

export function readDurability(reader: ByteReader): Durability {
  const at = reader.offset;
  const durability = DURABILITIES[reader.u8()];
  if (durability === undefined) throw corruption(reader.where, at, 'this is not a durability');
  return durability;
}
