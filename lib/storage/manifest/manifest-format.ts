/*
 * The bytes of a manifest: a file header, and slots that each contain a complete catalog image or an edit of it.
 * Little-endian.
 *
 *   file header  at 0          magic u32 · format u16 · zero u16 · epoch f64 · number f64 · crc u32
 *   slot         at n * 512    magic u32 · format u16 · kind u16 · body length u32 · epoch f64 · generation f64 · crc u32 · body
 *
 * The body is the image or edit as JSON in UTF-8; zeros follow up to the next multiple of 512. The header contains the
 * epoch and number of the file's name. A slot's crc covers the epoch and number of the file's name and the slot's
 * offset, as three f64 that are not stored, then the slot without its crc. So a slot that was torn, moved, or copied to
 * another file is invalid.
 *
 * The edits of an image follow it without gaps, each with the next generation. The first slot that does not continue
 * them ends them: it was torn, or is older.
 */
import { ByteReader } from '../../bytes/byte-reader.js';
import { ByteWriter } from '../../bytes/byte-writer.js';
import { crc32c } from '../../bytes/crc32c.js';
import { decodeTextStrict, encodeText } from '../../bytes/text.js';
import { BigtabError, corruption } from '../../errors.js';
import { applyEdit, type CatalogEdit, type CatalogImage, type DatabaseRecord } from '../catalog/catalog.js';
import { decodeEdit, decodeImage, encodeEdit, encodeImage, isNewer } from '../catalog/catalog-image.js';
import type { NumberedName } from '../fs/file-names.js';

/** Format of the manifest that this version writes. */
export const MANIFEST_FORMAT = 2;
/** Slots begin at multiples of this size, the unit in which devices tear writes. */
export const SLOT_STEP = 512;

/** `BTMF` and `BTMS` if read as text. */
const FILE_MAGIC = 0x464d_5442;
const SLOT_MAGIC = 0x534d_5442;
const FILE_HEADER_SIZE = 28;
const SLOT_HEADER_SIZE = 32;
/** Offset of the crc in a slot. */
const SLOT_CRC = 28;
/** The kinds of slots. */
const IMAGE = 0;
const EDIT = 1;

/** The bytes from 0 to the first slot. */
export function encodeFileHeader(name: NumberedName): Uint8Array {
  const writer = new ByteWriter(SLOT_STEP);
  writer.u32(FILE_MAGIC);
  writer.u16(MANIFEST_FORMAT);
  writer.u16(0);
  writer.f64(name.epoch);
  writer.f64(name.number);
  writer.u32(crc32c(writer.bytes, 0, writer.length));
  const bytes = new Uint8Array(SLOT_STEP);
  bytes.set(writer.finish());
  return bytes;
}

/** A slot with a complete image for `at`, padded to a multiple of the slot step. */
export function encodeImageSlot(image: CatalogImage, name: NumberedName, at: number): Uint8Array {
  return encodeSlot(IMAGE, encodeImage(image), image.database, name, at);
}

/** A slot for `at`, directly after the slot whose image or edit `edit` changes; padded likewise. */
export function encodeEditSlot(edit: CatalogEdit, name: NumberedName, at: number): Uint8Array {
  return encodeSlot(EDIT, encodeEdit(edit), edit.database, name, at);
}

function encodeSlot(
  kind: number,
  text: string,
  { epoch, generation }: Pick<DatabaseRecord, 'epoch' | 'generation'>,
  name: NumberedName,
  at: number,
): Uint8Array {
  const body = encodeText(text);
  const size = SLOT_HEADER_SIZE + body.length;
  const writer = new ByteWriter(size + SLOT_STEP);
  writer.u32(SLOT_MAGIC);
  writer.u16(MANIFEST_FORMAT);
  writer.u16(kind);
  writer.u32(body.length);
  writer.f64(epoch);
  writer.f64(generation);
  writer.u32(0);
  writer.raw(body);
  writer.patchU32(SLOT_CRC, slotCrc(writer.bytes, 0, body.length, name, at));
  const bytes = new Uint8Array(slotSpace(body.length));
  bytes.set(writer.bytes.subarray(0, size));
  return bytes;
}

/** What the bytes of a file contain. */
export interface ManifestContents {
  /** Whether the header is valid. */
  readonly hasHeader: boolean;
  /** The newest image in a valid slot. */
  readonly image: CatalogImage | null;
}

/** A valid slot. */
interface Slot {
  readonly at: number;
  readonly end: number;
  readonly kind: number;
  readonly epoch: number;
  readonly generation: number;
  readonly body: Uint8Array;
}

/**
 * Reads all slots: the newest image, and the edits that follow it. Throws FORMAT_TOO_NEW if a newer version wrote the
 * header or a slot.
 */
export function decodeManifest(bytes: Uint8Array, name: NumberedName, path: string): ManifestContents {
  const hasHeader = checkFileHeader(bytes, name, path);
  const slots = new Map<number, Slot>();
  let newest: Slot | undefined;
  for (let at = SLOT_STEP; at + SLOT_HEADER_SIZE <= bytes.length; ) {
    const slot = readSlot(bytes, name, at, path);
    at = slot?.end ?? at + SLOT_STEP;
    if (slot === null) continue;
    slots.set(slot.at, slot);
    if (slot.kind === IMAGE && (newest === undefined || isNewer(slot, newest))) newest = slot;
  }
  if (newest === undefined) return { hasHeader, image: null };
  let image = decodeBody(newest, path, decodeImage);
  for (let { end } = newest; ; ) {
    const slot = slots.get(end);
    if (slot === undefined || !continues(slot, image)) return { hasHeader, image };
    image = applyEdit(image, decodeBody(slot, path, decodeEdit));
    end = slot.end;
  }
}

/** Whether `slot` has the edit that was made to `image`. */
function continues({ kind, epoch, generation }: Slot, { database }: CatalogImage): boolean {
  return kind === EDIT && epoch === database.epoch && generation === database.generation + 1;
}

function decodeBody<T extends { readonly database: DatabaseRecord }>(
  { at, body, epoch, generation }: Slot,
  path: string,
  decode: (text: string, where: string) => T,
): T {
  const text = decodeTextStrict(body);
  if (text === null) throw corruption(path, at, 'expected a catalog image in UTF-8, found other bytes');
  const decoded = decode(text, path);
  if (decoded.database.epoch !== epoch || decoded.database.generation !== generation) {
    throw corruption(path, at, `expected an image of epoch ${epoch} and generation ${generation}, found another`);
  }
  return decoded;
}

function checkFileHeader(bytes: Uint8Array, name: NumberedName, path: string): boolean {
  if (bytes.length < FILE_HEADER_SIZE) return false;
  const reader = new ByteReader(bytes, 0, FILE_HEADER_SIZE, path);
  const magic = reader.u32();
  const format = reader.u16();
  reader.skip(2);
  const isOfName = reader.f64() === name.epoch && reader.f64() === name.number;
  const isWhole = reader.u32() === crc32c(bytes, 0, FILE_HEADER_SIZE - 4);
  if (magic !== FILE_MAGIC || !isWhole || !isOfName) return false;
  checkFormat(format, path);
  return true;
}

/** The slot at `at`, or null if there is no valid one. */
function readSlot(bytes: Uint8Array, name: NumberedName, at: number, path: string): Slot | null {
  const reader = new ByteReader(bytes, at, bytes.length, path);
  if (reader.u32() !== SLOT_MAGIC) return null;
  const format = reader.u16();
  const kind = reader.u16();
  const length = reader.u32();
  const epoch = reader.f64();
  const generation = reader.f64();
  const crc = reader.u32();
  if (at + SLOT_HEADER_SIZE + length > bytes.length) return null;
  if (crc !== slotCrc(bytes, at, length, name, at)) return null;
  checkFormat(format, path);
  return { at, end: at + slotSpace(length), kind, epoch, generation, body: reader.raw(length) };
}

function checkFormat(format: number, path: string): void {
  if (format <= MANIFEST_FORMAT) return;
  const message = `${path} has format ${format}; this version reads formats up to ${MANIFEST_FORMAT}`;
  throw new BigtabError('FORMAT_TOO_NEW', message, { details: { file: path, format, supported: MANIFEST_FORMAT } });
}

/** Size of a slot with a body of this length. */
function slotSpace(bodyLength: number): number {
  return Math.ceil((SLOT_HEADER_SIZE + bodyLength) / SLOT_STEP) * SLOT_STEP;
}

/** `from` is the slot's offset in `bytes`, `at` its offset in the file. */
function slotCrc(bytes: Uint8Array, from: number, bodyLength: number, name: NumberedName, at: number): number {
  const place = new ByteWriter(24);
  place.f64(name.epoch);
  place.f64(name.number);
  place.f64(at);
  const head = crc32c(bytes, from, SLOT_CRC, crc32c(place.bytes, 0, place.length));
  return crc32c(bytes, from + SLOT_HEADER_SIZE, bodyLength, head);
}
