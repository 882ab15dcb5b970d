import { notAllowed } from '../bytes/kind.js';
import { decodeText, decodeTextStrict, encodeText, toBytesBinary, toStringBinary } from '../bytes/text.js';
import { invalidArgument } from '../errors.js';
import { type BytesLike, toBytes } from './bytes-like.js';
import { MAX_FAMILY_LENGTH } from './limits.js';
import { readLiteral, toBoolean, type Unread } from './literal.js';
import { type Configuration, toConfiguration } from './settings.js';
import { FOREVER, readTimeToLive } from './time-to-live.js';

/**
 * Which keys the bloom filter of a store file holds: none, rows, rows with their columns, or the first bytes of rows,
 * as many as the configuration `RowPrefixBloomFilter.prefix_length` says, which that last one needs.
 */
export type BloomFilter = 'NONE' | 'ROW' | 'ROWCOL' | 'ROWPREFIX_FIXED_LENGTH';

/**
 * Whether deleted cells stay readable behind their markers: no, yes, or as long as the marker is younger than the TTL.
 *
 * @see, C-36
 */
export type KeepDeletedCells = 'FALSE' | 'TRUE' | 'TTL';

/** HBase's names of compressions. A table can have `NONE` and `GZ`. @see A-56 */
export type Compression = 'NONE' | 'GZ' | 'SNAPPY' | 'LZ4' | 'LZO' | 'ZSTD' | 'BZIP2' | 'LZMA' | 'BROTLI';

/** HBase's layouts of a data block; one layout serves them all. @see A-29 */
export type DataBlockEncoding = 'NONE' | 'PREFIX' | 'DIFF' | 'FAST_DIFF' | 'ROW_INDEX_V1';

/** A column family as a literal: its name, or its name and attributes. */
export type FamilyLike = string | FamilyAttributes;

/**
 * Name and attributes of a column family; what is left out has the default. Words may be written in any case.
 */
export interface FamilyAttributes {
  /** 1 … 127 bytes, no control characters, `:`, `\` or `/`, not first `.`. @see N-20 … N-23 */
  readonly name: BytesLike;
  /**
   * What lets a get of a row, or a scan within one prefix, pass over a store file without reading it. Default `ROW`.
   */
  readonly bloomFilter?: BloomFilter;
  /** Bytes of a block of a store file before compression, 1 KiB … 16 MiB. Default 65536. */
  readonly blockSize?: number;
  /**
   * Versions of a cell that are kept and read, 1 … 2^31−1. Default: the setting `hbase.column.max.version` of family,
   * table or database, else 1.
   *
   * @see R-12, C-18, A-16
   */
  readonly maxVersions?: number;
  /** Versions that survive their TTL, 0 … maxVersions. Default 0. @see R-34 */
  readonly minVersions?: number;
  /** Seconds that a version lives, or HBase's text such as `2 DAYS 3 HOURS`. Default FOREVER. @see R-15, S-6 */
  readonly timeToLive?: number | string;
  /** Default `FALSE`. */
  readonly keepDeletedCells?: KeepDeletedCells;
  /**
   * Whether a marker spares what is written after it, and versions beyond maxVersions are gone for good; not with
   * keepDeletedCells. Default false.
   *
   * @see R-60 …
   */
  readonly newVersionBehavior?: boolean;
  /** Whether blocks of cells are kept in memory after they were read. Default true. */
  readonly blockCache?: boolean;
  /** Whether its blocks are the last to leave the cache, as long as they take up at most half of it. Default false. */
  readonly inMemory?: boolean;
  /**
   * How blocks of store files are stored where that makes them smaller by an eighth: `NONE` or `GZ`; others are refused
   * by the table. Files take it over when they are written: at the next flush or compaction. The metadata
   * `COMPRESSION_COMPACT`,
   * `COMPRESSION_COMPACT_MAJOR` and `COMPRESSION_COMPACT_MINOR` say otherwise for files that compactions write. Default `NONE`.
   *
   * @see A-56
   */
  readonly compression?: Compression;
  /** A hint, checked, kept and shown: one layout of blocks serves them all. Default `NONE`. @see A-29 */
  readonly dataBlockEncoding?: DataBlockEncoding;
  /** The user's own texts by name. */
  readonly metadata?: Configuration;
  /** HBase's settings for this family, such as `hbase.hstore.time.to.purge.deletes`. @see S-8 */
  readonly configuration?: Configuration;
}

/** A column family with every attribute, as plain data. HBase: `ColumnFamilyDescriptor`. */
export interface FamilyDescriptor {
  /** Text when the name is UTF-8, else its printable form with `\xNN`, which no name has itself. @see N-22 */
  readonly name: string;
  readonly bloomFilter: BloomFilter;
  readonly blockSize: number;
  readonly maxVersions: number;
  readonly minVersions: number;
  /** Seconds; FOREVER = never. */
  readonly timeToLive: number;
  readonly keepDeletedCells: KeepDeletedCells;
  readonly newVersionBehavior: boolean;
  readonly blockCache: boolean;
  readonly inMemory: boolean;
  readonly compression: Compression;
  readonly dataBlockEncoding: DataBlockEncoding;
  /** In byte order of the keys. */
  readonly metadata: Configuration;
  /** In byte order of the keys. */
  readonly configuration: Configuration;
}

/** Block size of families that say nothing. */
const DEFAULT_BLOCK_SIZE = 65_536;

export const BLOOM_FILTERS: readonly BloomFilter[] = ['NONE', 'ROW', 'ROWCOL', 'ROWPREFIX_FIXED_LENGTH'];
/** Those that a table can have. @see A-56 */
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
 * The descriptor of a family literal: name checked, defaults filled in, frozen. Throws INVALID_ARGUMENT for what is
 * malformed, and INVALID_OPERATION for a time to live whose text cannot be read; whether a table may have these
 * attributes is
 * `sanityCheck`'s question, so an unknown word and a number out of its bounds pass. `defaultVersions`: VERSIONS of a family that does not set it.
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

/** A family's descriptor as the catalog holds it, with the attributes that its writer did not know. */
export function storedFamily(stored: FamilyDescriptor): FamilyDescriptor {
  return Object.freeze({ ...DEFAULTS, ...stored });
}

/** Which attributes a family literal gives by itself. REQUIRES a literal that `normalizeFamily` took. */
export function givenFamilyAttributes(like: FamilyLike): readonly (keyof FamilyDescriptor)[] {
  const literal = readFamily(like);
  return NAMES.filter((name) => name !== 'name' && literal[name] !== undefined);
}

/** The bytes of a family's name as descriptors write it. Throws INVALID_ARGUMENT for a broken `\xNN`. @see A-27 */
export function familyNameBytes(name: string): Uint8Array {
  return name.includes('\\') ? toBytesBinary(name) : encodeText(name, 'a family name');
}

/** A family's name as descriptors write it: text when it is UTF-8, else the printable form with `\xNN`. */
export function familyNameText(name: Uint8Array): string {
  return decodeTextStrict(name) ?? toStringBinary(name);
}

/**
 * Throws INVALID_ARGUMENT for a name that no family may have; its length is the table's question.
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
  if (typeof word !== 'string') throw notAllowed(attribute, 'a word', word);
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
