import { ALL_VERSIONS, type FamilyAttributes, type FamilyDescriptor, FOREVER } from 'bigtab';
import { inDuration } from '../../ui/amounts.js';
import { readSettings, settingsText } from './settings-text.js';

/** The attributes of a family that have an effect, as fields of a form. */
export interface FamilyFields
  extends Pick<
    FamilyDescriptor,
    'keepDeletedCells' | 'newVersionBehavior' | 'compression' | 'bloomFilter' | 'blockCache' | 'inMemory'
  > {
  readonly name: string;
  /** A number. Empty: all. */
  readonly maxVersions: string;
  readonly minVersions: string;
  /** Seconds or HBase's text, such as `2 DAYS`. Empty: forever. */
  readonly timeToLive: string;
  /** The length of the row prefixes in a bloom filter. */
  readonly prefixLength: string;
  /** The block size in bytes. */
  readonly blockSize: string;
  /** HBase settings, one `name = value` per line. */
  readonly settings: string;
}

/** A family that keeps its history. Its other attributes are as in HBase. */
export const NEW_FAMILY: FamilyFields = {
  name: '',
  maxVersions: '',
  minVersions: '0',
  timeToLive: '',
  keepDeletedCells: 'TRUE',
  newVersionBehavior: false,
  compression: 'NONE',
  bloomFilter: 'ROW',
  prefixLength: '',
  blockSize: '65536',
  blockCache: true,
  inMemory: false,
  settings: '',
};

const PREFIX_LENGTH = 'RowPrefixBloomFilter.prefix_length';

export function fieldsOf(family: FamilyDescriptor): FamilyFields {
  const { maxVersions, minVersions, timeToLive, blockSize, configuration } = family;
  const { [PREFIX_LENGTH]: prefixLength = '', ...settings } = configuration;
  return {
    name: family.name,
    maxVersions: maxVersions === ALL_VERSIONS ? '' : String(maxVersions),
    minVersions: String(minVersions),
    timeToLive: timeToLive === FOREVER ? '' : String(timeToLive),
    keepDeletedCells: family.keepDeletedCells,
    newVersionBehavior: family.newVersionBehavior,
    compression: family.compression,
    bloomFilter: family.bloomFilter,
    prefixLength,
    blockSize: String(blockSize),
    blockCache: family.blockCache,
    inMemory: family.inMemory,
    settings: settingsText(settings),
  };
}

/** The typed attributes. Attributes that the form does not have come from `before`. Throws for a malformed number. */
export function toFamily(fields: FamilyFields, before?: FamilyDescriptor): FamilyAttributes {
  const { name, maxVersions, minVersions, timeToLive, blockSize, prefixLength, settings, ...chosen } = fields;
  const ttl = timeToLive.trim();
  const hasPrefix = chosen.bloomFilter === 'ROWPREFIX_FIXED_LENGTH';
  return {
    ...before,
    ...chosen,
    name: before?.name ?? name.trim(),
    maxVersions: maxVersions.trim() === '' ? ALL_VERSIONS : toWhole(maxVersions, 'the number of versions'),
    minVersions: toWhole(minVersions, 'the minimum number of versions'),
    timeToLive: ttl === '' ? FOREVER : /^\d+$/.test(ttl) ? Number(ttl) : ttl,
    blockSize: toWhole(blockSize, 'a block size'),
    configuration: {
      ...readSettings(settings),
      ...(hasPrefix && { [PREFIX_LENGTH]: String(toWhole(prefixLength, 'a prefix length')) }),
    },
  };
}

/** Sets or clears the new version behavior. A family with it cannot keep deleted cells. */
export function withNewVersionBehavior(newVersionBehavior: boolean): Partial<FamilyFields> {
  return newVersionBehavior ? { newVersionBehavior, keepDeletedCells: 'FALSE' } : { newVersionBehavior };
}

/** A sentence that describes what a family keeps. */
export function inWords(family: FamilyDescriptor): string {
  const { maxVersions, minVersions, timeToLive, keepDeletedCells, newVersionBehavior } = family;
  const versions =
    maxVersions === ALL_VERSIONS ? 'all versions' : maxVersions === 1 ? '1 version' : `${maxVersions} versions`;
  const floor = minVersions > 0 ? ` (the newest ${minVersions} without a time limit)` : '';
  const time = timeToLive === FOREVER ? '' : ` for ${inDuration(timeToLive)}${floor}`;
  const behavior = newVersionBehavior ? ', new version behavior' : '';
  return `keeps ${versions}${time}${DELETED[keepDeletedCells]}${behavior}`;
}

const DELETED: Readonly<Record<FamilyDescriptor['keepDeletedCells'], string>> = {
  FALSE: '',
  TRUE: ', including deleted cells',
  TTL: ', and deleted cells until they expire',
};

function toWhole(typed: string, what: string): number {
  const text = typed.trim();
  if (/^\d+$/.test(text)) return Number(text);
  throw new RangeError(`${what} must be a whole number`);
}
