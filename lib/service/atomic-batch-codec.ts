/*
 * An atomicBatch: mutations of rows of several tables, in list order. Little-endian; "sized" is a u32 length and bytes.
 *
 *   request   u32  parts, then each: sized request of actions (see action-codec), all of kind 1. Consecutive parts are
 *                  for different tables; a table may occur again later.
 *
 *   reply     the reply of all actions (see action-codec)
 */
import type { ByteReader } from '../bytes/byte-reader.js';
import { ByteWriter } from '../bytes/byte-writer.js';
import { invalidArgument } from '../errors.js';
import type { ActionRequest } from '../model/row-action.js';
import { readActions } from './action-codec.js';

export function encodeAtomicBatch(parts: readonly Uint8Array[]): Uint8Array {
  const out = new ByteWriter(parts.reduce((sum, part) => sum + part.length + 4, 4));
  out.u32(parts.length);
  for (const part of parts) out.sized(part);
  return out.finish();
}

/** Throws INVALID_ARGUMENT for a batch that is empty or contains anything but mutations. */
export function readAtomicBatch(reader: ByteReader): ActionRequest[] {
  const parts: ActionRequest[] = [];
  for (let left = reader.u32(); left > 0; left--) {
    const part = readActions(reader.part('part of an atomicBatch'));
    if (!part.actions.every((action) => 'parts' in action && action.condition === null))
      throw invalidArgument('an atomicBatch accepts only mutations');
    parts.push(part);
  }
  if (parts.length === 0) throw invalidArgument('atomicBatch needs at least one mutation');
  return parts;
}
