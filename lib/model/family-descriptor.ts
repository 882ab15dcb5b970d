import { notAllowed } from '../bytes/kind.js';
import { decodeText, decodeTextStrict, encodeText, toBytesBinary, toStringBinary } from '../bytes/text.js';
import { invalidArgument } from '../errors.js';
import { type BytesLike, toBytes } from './bytes-like.js';
import { MAX_FAMILY_LENGTH } from './limits.js';
import { readLiteral, type Unread } from './literal.js';

/** Which keys the bloom filter of a store file holds: none, rows, or rows with their columns. */
export type BloomFilter = 'NONE' | 'ROW' | 'ROWCOL';

/** Whether deleted cells stay readable behind their markers: no, yes, or as long as the marker is younger than the TTL (R-20, R-21, C-36). */
export type KeepDeletedCells = 'FALSE' | 'TRUE' | 'TTL';

/** A column family as a literal: its name, or its name and attributes. */
export type FamilyLike = string | FamilyAttributes;

/** Name and attributes of a column family; what is left out has the default (6.1). */
export interface FamilyAttributes {
  /** 1 … 127 bytes, no control characters, `:`, `\` or `/`, not first `.` (N-20 … N-23). */
  readonly name: BytesLike;
  /** Default `ROW`. */
  readonly bloomFilter?: BloomFilter;
  /** Bytes of a block of a store file before compression, 1 KiB … 16 MiB. Default 65536. */
  readonly blockSize?: number;
  /** Versions of a cell that are kept and read, 1 … 2^31−1 (R-12, C-18). Default 1. */
  readonly maxVersions?: number;
  /** Versions that survive their TTL, 0 … maxVersions. Default 0. */
  readonly minVersions?: number;
  /** Seconds that a version lives. Default: for ever. */
  readonly timeToLive?: number;
  /** Default `FALSE`. */
  readonly keepDeletedCells?: KeepDeletedCells;
  /** HBase's settings for this family, such as `hbase.hstore.time.to.purge.deletes` (S-8). */
  readonly configuration?: Readonly<Record<string, string>>;
}

/** A column family with every attribute, as plain data. HBase: `ColumnFamilyDescriptor`. */
export interface FamilyDescriptor {
  /** Text when the name is UTF-8, else its printable form with `\xNN`, which no name has itself (N-22). */
  readonly name: string;
  readonly bloomFilter: BloomFilter;
  readonly blockSize: number;
  readonly maxVersions: number;
  readonly minVersions: number;
  /** Seconds; FOREVER = never. */
  readonly timeToLive: number;
  readonly keepDeletedCells: KeepDeletedCells;
  /** In byte order of the keys. */
  readonly configuration: Readonly<Record<string, string>>;
}

/** The TTL of families that keep their versions for ever, in seconds (6.1). HBase: `HConstants.FOREVER`. */
export const FOREVER: number = 2 ** 31 - 1;

/** Block size of families that say nothing (6.1). */
export const DEFAULT_BLOCK_SIZE = 65_536;

export const BLOOM_FILTERS: readonly BloomFilter[] = ['NONE', 'ROW', 'ROWCOL'];

const NAMES = [
  'name',
  'bloomFilter',
  'blockSize',
  'maxVersions',
  'minVersions',
  'timeToLive',
  'keepDeletedCells',
  'configuration',
] as const satisfies readonly (keyof FamilyAttributes)[];
const PERIOD = 0x2e;
const SPACE = 0x20;
/** DEL, colon, backslash, slash. */
const ILLEGAL = [0x7f, 0x3a, 0x5c, 0x2f];

/**
 * The descriptor of a family literal: name checked, defaults filled in, frozen. Throws INVALID_ARGUMENT for what is
 * malformed; whether a table may have these attributes is `sanityCheck`'s question, so an unknown bloom filter passes.
 */
export function normalizeFamily(like: FamilyLike): FamilyDescriptor {
  const { name, bloomFilter = 'ROW', blockSize = DEFAULT_BLOCK_SIZE } = readFamily(like);
  const { maxVersions = 1, minVersions = 0, timeToLive = FOREVER, keepDeletedCells = 'FALSE' } = readFamily(like);
  const { configuration = {} } = readFamily(like);
  if (typeof bloomFilter !== 'string')
    throw notAllowed('bloomFilter', `one of ${BLOOM_FILTERS.join(', ')}`, bloomFilter);
  if (!Number.isSafeInteger(blockSize)) throw notAllowed('blockSize', 'an integer number of bytes', blockSize);
  return Object.freeze({
    name: readFamilyName(name),
    bloomFilter: bloomFilter.toUpperCase() as BloomFilter,
    blockSize: blockSize as number,
    maxVersions: maxVersions as number,
    minVersions: minVersions as number,
    timeToLive: timeToLive as number,
    keepDeletedCells: keepDeletedCells as KeepDeletedCells,
    configuration: configuration as Readonly<Record<string, string>>,
  });
}

/** Which attributes a family literal gives by itself. REQUIRES a literal that `normalizeFamily` took. */
export function givenFamilyAttributes(like: FamilyLike): readonly (keyof FamilyDescriptor)[] {
  const literal = readFamily(like);
  return NAMES.filter((name) => name !== 'name' && literal[name] !== undefined);
}

/** The bytes of a family's name as descriptors write it. Throws INVALID_ARGUMENT for a broken `\xNN`. */
export function familyNameBytes(name: string): Uint8Array {
  return name.includes('\\') ? toBytesBinary(name) : encodeText(name, 'a family name');
}

/** A family's name as descriptors write it: text when it is UTF-8, else the printable form with `\xNN`. */
export function familyNameText(name: Uint8Array): string {
  return decodeTextStrict(name) ?? toStringBinary(name);
}

/**
 * Throws INVALID_ARGUMENT for a name that no family may have (N-20 … N-23).
 * HBase: `ColumnFamilyDescriptorBuilder.isLegalColumnFamilyName`, `TableDescriptorBuilder.setColumnFamily`.
 */
export function checkFamilyName(name: Uint8Array): void {
  if (name.length === 0) throw invalidArgument('Column Family name can not be empty');
  const text = decodeText(name);
  if (name[0] === PERIOD) throw invalidArgument(`Column Family names cannot start with a period: ${text}`);
  const illegal = name.find((byte) => byte < SPACE || ILLEGAL.includes(byte));
  if (illegal !== undefined) {
    throw invalidArgument(
      `Illegal character <${illegal}>. Column Family names cannot contain control characters or colons: ${text}`,
    );
  }
  if (text === 'recovered.edits') throw invalidArgument('Column Family name cannot be: recovered.edits');
  if (name.length > MAX_FAMILY_LENGTH) {
    throw invalidArgument(`The length of family name is bigger than ${MAX_FAMILY_LENGTH}`);
  }
}

function readFamily(like: unknown): Unread<FamilyAttributes> {
  return typeof like === 'string' ? { name: like } : readLiteral<FamilyAttributes>(like, 'family', NAMES);
}

function readFamilyName(name: unknown): string {
  const bytes = typeof name === 'string' ? familyNameBytes(name) : toBytes(name, 'a family name');
  checkFamilyName(bytes);
  return familyNameText(bytes);
}
