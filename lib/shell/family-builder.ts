import { notAllowed } from '../bytes/kind.js';
import { invalidArgument } from '../errors.js';
import { type BytesLike, toBytes } from '../model/bytes-like.js';
import { FAMILY_KINDS, readAttribute } from '../model/schema/attribute-kinds.js';
import { checkFamilyName, familyNameText } from '../model/schema/family-descriptor.js';
import { FAMILY_DEFAULTS, type FamilyValues } from '../model/schema/family-values.js';
import { FOREVER, parseTimeToLive } from '../model/schema/time-to-live.js';
import { parsePretty } from './pretty-printer.js';

const MAX_INTEGER = 2 ** 31 - 1;

/**
 * Builds a family from HBase's attributes, one after the other, with as few checks as HBase: creating the table checks
 * whether it may have them. HBase: `ColumnFamilyDescriptorBuilder`.
 */
export class FamilyBuilder implements FamilyValues {
  readonly name: string;
  readonly values: Map<string, string>;
  readonly configuration: Map<string, string>;

  /** A family with HBase's defaults, or a copy. Throws INVALID_ARGUMENT for an illegal name (N-20 … N-23). */
  constructor(from: BytesLike | FamilyValues) {
    if (typeof from === 'object' && from !== null && 'values' in from && from.values instanceof Map) {
      const { name, values, configuration } = from as FamilyValues;
      this.name = name;
      this.values = new Map(values);
      this.configuration = new Map(configuration);
      return;
    }
    const bytes = toBytes(from, 'a family name');
    checkFamilyName(bytes);
    this.name = familyNameText(bytes);
    this.values = new Map(FAMILY_DEFAULTS);
    this.configuration = new Map();
  }

  /**
   * Sets an attribute as its setter does: VERSIONS must be positive and not less than MIN_VERSIONS (S-1); TTL and
   * BLOCKSIZE may be text too (S-6); words may be in any case. Throws INVALID_ARGUMENT, and HBASE for text that
   * contradicts itself.
   */
  set(key: string, value: number | boolean | string): this {
    return this.setRaw(key, this.toText(key, value));
  }

  /** Sets an attribute without checking its text; null and empty remove it (S-20). */
  setRaw(key: string, text: string | null): this {
    return put(this, this.values, key, text);
  }

  /** Sets a setting of this family; null and empty remove it. */
  setConfiguration(key: string, text: string | null): this {
    return put(this, this.configuration, key, text);
  }

  /** Keeps versions for `seconds`: sets MIN_VERSIONS and the related attributes (S-3). Throws INVALID_ARGUMENT. */
  setVersionsWithTimeToLive(seconds: number, versions: number): this {
    if (versions < 1) throw invalidArgument('Minimum versions must be positive');
    this.set('VERSIONS', MAX_INTEGER).set('MIN_VERSIONS', versions).set('TTL', seconds);
    return this.set('KEEP_DELETED_CELLS', 'TTL');
  }

  private toText(key: string, value: number | boolean | string): string {
    if (key === 'TTL' && typeof value === 'string') return String(parseTimeToLive(value));
    if (key === 'BLOCKSIZE' && typeof value === 'string') return toSize(parsePretty(value, 'BYTE'));
    const kind = FAMILY_KINDS.get(key);
    if (kind === undefined) return String(value);
    const read = readAttribute(key, String(value), kind);
    if (key === 'VERSIONS') this.checkVersions(read as number);
    if (key === 'DFS_REPLICATION' && (read as number) < 0) {
      throw invalidArgument('DFS replication factor cannot be less than 1 if explicitly set.');
    }
    return String(read);
  }

  private checkVersions(versions: number): void {
    if (versions <= 0) throw invalidArgument('Maximum versions must be positive');
    const least = Number(this.values.get('MIN_VERSIONS') ?? 0);
    if (versions < least) {
      throw invalidArgument(
        `Set MaxVersion to ${versions} while minVersion is ${least}. Maximum versions must be >= minimum versions `,
      );
    }
  }
}

function put<T>(builder: T, into: Map<string, string>, key: string, text: string | null): T {
  if (text !== null && typeof text !== 'string') throw notAllowed(key, 'text or null', text);
  if (text === null || text === '') into.delete(key);
  else into.set(key, text);
  return builder;
}

function toSize(bytes: string): string {
  if (Number(bytes) > FOREVER) throw invalidArgument(`For input string: "${bytes}": BLOCKSIZE is at most ${FOREVER}`);
  return bytes;
}
