import { notAllowed } from '../../bytes/kind.js';
import { decodeText, decodeTextStrict, encodeText, toBytesBinary, toStringBinary } from '../../bytes/text.js';
import { invalidArgument } from '../../errors.js';
import { type BytesLike, toBytes } from '../bytes-like.js';
import { MAX_FAMILY_LENGTH } from '../limits.js';
import { readLiteral, toBoolean, type Unread } from '../literal.js';
import { type Configuration, toConfiguration } from './settings.js';
import { FOREVER, readTimeToLive } from './time-to-live.js';

/**
 * Which keys the bloom filter of a store file contains: none, rows, rows with their columns, or the first bytes of
 * rows. The last needs the configuration `RowPrefixBloomFilter.prefix_length`, which is the number of bytes.
 */
export type BloomFilter = 'NONE' | 'ROW' | 'ROWCOL' | 'ROWPREFIX_FIXED_LENGTH';

/**
 * Whether deleted cells can still be read at times before their marker: no, yes, or while it is younger than the TTL.
 *
 * @see, C-36
 */
export type KeepDeletedCells = 'FALSE' | 'TRUE' | 'TTL';

/** HBase's names of compressions. A table can have `NONE` and `GZ`. @see A-56 */
export type Compression = 'NONE' | 'GZ' | 'SNAPPY' | 'LZ4' | 'LZO' | 'ZSTD' | 'BZIP2' | 'LZMA' | 'BROTLI';

/** HBase's layouts of a data block. Bigtab uses one layout for all of them. @see A-29 */
export type DataBlockEncoding = 'NONE' | 'PREFIX' | 'DIFF' | 'FAST_DIFF' | 'ROW_INDEX_V1';

/** A column family as a literal: its name, or its name and attributes. */
export type FamilyLike = string | FamilyAttributes;

/** Name and attributes of a column family. An attribute that is left out has its default. Words may be in any case. */
export interface FamilyAttributes {
  /** 1 … 127 bytes; no control characters, `:`, `\` or `/`; must not start with `.`. @see N-20 … N-23 */
  readonly name: BytesLike;
  /**
   * The filter that lets a get of a row, or a scan within one prefix, skip a store file without reading it. Default
   * `ROW`.
   */
  readonly bloomFilter?: BloomFilter;
  /** Size of a block of a store file before compression, in bytes, 1 KiB … 16 MiB. Default 65536. */
  readonly blockSize?: number;
  /**
   * How many versions of a cell are kept and read, 1 … 2^31−1. Default: the setting `hbase.column.max.version` of the
   * family, table or database, else 1.
   *
   * @see R-12, C-18, A-16
   */
  readonly maxVersions?: number;
  /** How many versions survive their TTL, 0 … maxVersions. Default 0. @see R-34 */
  readonly minVersions?: number;
  /**
   * How long a version lives, in seconds or as HBase's text such as `2 DAYS 3 HOURS`. Default FOREVER.
   *
   * @see R-15, S-6
   */
  readonly timeToLive?: number | string;
  /** Default `FALSE`. */
  readonly keepDeletedCells?: KeepDeletedCells;
  /**
   * If true, a marker does not hide later writes, and versions beyond maxVersions never come back. Cannot be combined
   * with keepDeletedCells. Default false.
   *
   * @see R-60 …
   */
  readonly newVersionBehavior?: boolean;
  /** Whether blocks of cells stay in memory after they are read. Default true. */
  readonly blockCache?: boolean;
  /** Whether the cache drops blocks of this family last, as long as they take up at most half of it. Default false. */
  readonly inMemory?: boolean;
  /**
   * How blocks of store files are compressed if that makes them smaller by an eighth: `NONE` or `GZ`; the table refuses
   * others. A change applies to files written from then on, by the next flush or compaction. The metadata
   * `COMPRESSION_COMPACT`, `COMPRESSION_COMPACT_MAJOR` and `COMPRESSION_COMPACT_MINOR` override it for files that
   * compactions write. Default `NONE`.
   *
   * @see A-56
   */
  readonly compression?: Compression;
  /**
   * A hint, which is checked, kept and shown, but has no effect: all values use the same block layout. Default `NONE`.
   * @see A-29
   */
  readonly dataBlockEncoding?: DataBlockEncoding;
  /** Your own strings by name. */
  readonly metadata?: Configuration;
  /** HBase's settings for this family, such as `hbase.hstore.time.to.purge.deletes`. @see S-8 */
  readonly configuration?: Configuration;
}

/** A column family with every attribute, as plain data. HBase: `ColumnFamilyDescriptor`. */
export interface FamilyDescriptor extends Required<Omit<FamilyAttributes, 'name' | 'timeToLive'>> {
  /** Text if the name is UTF-8, else its printable form with `\xNN`, which never occurs in a name. @see N-22 */
  readonly name: string;
  /** In seconds; FOREVER means that versions never expire. */
  readonly timeToLive: number;
  /** In byte order of the keys. */
  readonly metadata: Configuration;
  /** In byte order of the keys. */
  readonly configuration: Configuration;
}

/** The block size of families that do not set it. */
const DEFAULT_BLOCK_SIZE = 65_536;

export const BLOOM_FILTERS: readonly BloomFilter[] = ['NONE', 'ROW', 'ROWCOL', 'ROWPREFIX_FIXED_LENGTH'];
/** The compressions that a table can have. @see A-56 */
export const COMPRESSIONS: readonly Compression[] = ['NONE', 'GZ'];
export const KEEP_DELETED_CELLS: readonly KeepDeletedCells[] = ['FALSE', 'TRUE', 'TTL'];
export const DATA_BLOCK_ENCODINGS: readonly DataBlockEncoding[] = [
  'NONE',
  'PREFIX',
  'DIFF',
  'FAST_DIFF',
  'ROW_INDEX_V1',
];

const DEFAULTS: Omit<FamilyDescriptor, 'name'> = {
  bloomFilter: 'ROW',
  blockSize: DEFAULT_BLOCK_SIZE,
  maxVersions: 1,
  minVersions: 0,
  timeToLive: FOREVER,
  keepDeletedCells: 'FALSE',
  newVersionBehavior: false,
  blockCache: true,
  inMemory: false,
  compression: 'NONE',
  dataBlockEncoding: 'NONE',
  metadata: {},
  configuration: {},
};
const NAMES = ['name', ...(Object.keys(DEFAULTS) as (keyof typeof DEFAULTS)[])] as const;
const PERIOD = 0x2e;
const SPACE = 0x20;
/** DEL, colon, backslash, slash. */
const ILLEGAL = [0x7f, 0x3a, 0x5c, 0x2f];

/**
 * The descriptor of a family literal: the name is checked, defaults are filled in, and the result is frozen. Throws
 * INVALID_ARGUMENT for malformed input, and INVALID_OPERATION for a time to live whose text cannot be read.
 * `sanityCheck` decides whether a table may have these attributes, so unknown words and numbers out of bounds pass
 * here. `defaultVersions`: VERSIONS of a family that does not set it.
 *
 * @see A-16
 */
export function normalizeFamily(like: FamilyLike, defaultVersions: number = DEFAULTS.maxVersions): FamilyDescriptor {
  const literal = readFamily(like);
  const given = Object.entries(literal).filter(([, value]) => value !== undefined);
  const family = { ...DEFAULTS, maxVersions: defaultVersions, ...Object.fromEntries(given) };
  const name = readFamilyName(literal.name);
  return Object.freeze({
    name,
    bloomFilter: toWord<BloomFilter>(family, 'bloomFilter'),
    blockSize: toInteger(family, 'blockSize'),
    maxVersions: toInteger(family, 'maxVersions'),
    minVersions: toInteger(family, 'minVersions'),
    timeToLive:
      typeof family.timeToLive === 'string' ? readTimeToLive(family.timeToLive, name) : toInteger(family, 'timeToLive'),
    keepDeletedCells: toWord<KeepDeletedCells>(family, 'keepDeletedCells'),
    newVersionBehavior: toBoolean(family.newVersionBehavior, 'newVersionBehavior'),
    blockCache: toBoolean(family.blockCache, 'blockCache'),
    inMemory: toBoolean(family.inMemory, 'inMemory'),
    compression: toWord<Compression>(family, 'compression'),
    dataBlockEncoding: toWord<DataBlockEncoding>(family, 'dataBlockEncoding'),
    metadata: toConfiguration(family.metadata, 'metadata'),
    configuration: toConfiguration(family.configuration, 'configuration'),
  });
}

/** The descriptor of a family as the catalog stores it, completed with the attributes that its writer did not know. */
export function storedFamily(stored: FamilyDescriptor): FamilyDescriptor {
  return Object.freeze({ ...DEFAULTS, ...stored });
}

/** The attributes that a family literal sets itself. REQUIRES a literal that `normalizeFamily` accepts. */
export function givenFamilyAttributes(like: FamilyLike): readonly (keyof FamilyDescriptor)[] {
  const literal = readFamily(like);
  return NAMES.filter((name) => name !== 'name' && literal[name] !== undefined);
}

/**
 * The bytes of a family's name in the form that descriptors use. Throws INVALID_ARGUMENT for a broken `\xNN`.
 *
 * @see A-27
 */
export function familyNameBytes(name: string): Uint8Array {
  return name.includes('\\') ? toBytesBinary(name) : encodeText(name, 'a family name');
}

/** A family's name in the form that descriptors use: text if it is UTF-8, else the printable form with `\xNN`. */
export function familyNameText(name: Uint8Array): string {
  return decodeTextStrict(name) ?? toStringBinary(name);
}

/**
 * Throws INVALID_ARGUMENT for a name that is not allowed for any family. The table checks its length.
 * HBase: `ColumnFamilyDescriptorBuilder.isLegalColumnFamilyName`.
 *
 * @see N-20 … N-23
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
}

function readFamily(like: unknown): Unread<FamilyAttributes> {
  return typeof like === 'string' ? { name: like } : readLiteral<FamilyAttributes>(like, 'family', NAMES);
}

function toWord<T extends string>(family: Unread<FamilyAttributes>, attribute: keyof FamilyAttributes): T {
  const word = family[attribute];
  if (typeof word !== 'string') throw notAllowed(attribute, 'text', word);
  return word.toUpperCase() as T;
}

function toInteger(family: Unread<FamilyAttributes>, attribute: keyof FamilyAttributes): number {
  const number = family[attribute];
  if (!Number.isSafeInteger(number)) throw notAllowed(attribute, 'an integer', number);
  return number as number;
}

function readFamilyName(name: unknown): string {
  const bytes = typeof name === 'string' ? familyNameBytes(name) : toBytes(name, 'a family name');
  checkFamilyName(bytes);
  if (bytes.length > MAX_FAMILY_LENGTH) {
    throw invalidArgument(`The length of family name is bigger than ${MAX_FAMILY_LENGTH}`);
  }
  return familyNameText(bytes);
}
