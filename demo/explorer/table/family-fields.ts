import { ALL_VERSIONS, type FamilyAttributes, type FamilyDescriptor, FOREVER } from 'bigtab';

/** A family's attributes as a form has them. */
export interface FamilyFields {
  readonly name: string;
  /** A number; empty: all. */
  readonly maxVersions: string;
  readonly minVersions: string;
  /** Seconds or HBase's text, such as `2 DAYS`; empty: forever. */
  readonly timeToLive: string;
  readonly keepDeletedCells: FamilyDescriptor['keepDeletedCells'];
  readonly bloomFilter: FamilyDescriptor['bloomFilter'];
  /** Bytes. */
  readonly blockSize: string;
}

/** A family that keeps its history. */
export const NEW_FAMILY: FamilyFields = {
  name: '',
  maxVersions: '',
  minVersions: '0',
  timeToLive: '',
  keepDeletedCells: 'TRUE',
  bloomFilter: 'ROW',
  blockSize: '65536',
};

export function fieldsOf(family: FamilyDescriptor): FamilyFields {
  const { name, maxVersions, minVersions, timeToLive, keepDeletedCells, bloomFilter, blockSize } = family;
  return {
    name,
    maxVersions: maxVersions === ALL_VERSIONS ? '' : String(maxVersions),
    minVersions: String(minVersions),
    timeToLive: timeToLive === FOREVER ? '' : String(timeToLive),
    keepDeletedCells,
    bloomFilter,
    blockSize: String(blockSize),
  };
}

/** The attributes of what was typed; those that the form does not have come from `before`. Throws for a number that is none. */
export function toFamily(fields: FamilyFields, before?: FamilyDescriptor): FamilyAttributes {
  const { name, timeToLive, keepDeletedCells, bloomFilter } = fields;
  const ttl = timeToLive.trim();
  return {
    ...before,
    name: before?.name ?? name.trim(),
    maxVersions: fields.maxVersions.trim() === '' ? ALL_VERSIONS : toWhole(fields.maxVersions, 'versions'),
    minVersions: toWhole(fields.minVersions, 'versions that outlive their time'),
    timeToLive: ttl === '' ? FOREVER : /^\d+$/.test(ttl) ? Number(ttl) : ttl,
    keepDeletedCells,
    bloomFilter,
    blockSize: toWhole(fields.blockSize, 'a block size'),
  };
}

/** What a family keeps, in a sentence. */
export function inWords({ maxVersions, minVersions, timeToLive, keepDeletedCells }: FamilyDescriptor): string {
  const versions =
    maxVersions === ALL_VERSIONS ? 'all versions' : maxVersions === 1 ? '1 version' : `${maxVersions} versions`;
  const floor = minVersions > 0 ? ` (${minVersions} of them longer)` : '';
  const time = timeToLive === FOREVER ? '' : ` for ${timeToLive} s${floor}`;
  return `keeps ${versions}${time}${DELETED[keepDeletedCells]}`;
}

const DELETED: Readonly<Record<FamilyDescriptor['keepDeletedCells'], string>> = {
  FALSE: '',
  TRUE: ', deleted cells too',
  TTL: ', deleted cells until they expire',
};

function toWhole(typed: string, what: string): number {
  const text = typed.trim();
  if (/^\d+$/.test(text)) return Number(text);
  throw new RangeError(`${what} must be a whole number`);
}
