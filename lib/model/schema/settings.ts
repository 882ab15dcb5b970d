import { compareBytes } from '../../bytes/compare.js';
import { notAllowed } from '../../bytes/kind.js';
import { encodeText } from '../../bytes/text.js';
import { invalidArgument } from '../../errors.js';
import { DEFAULT_MAX_CELL_SIZE } from '../limits.js';
import { isRecord, nearest } from '../literal.js';

/*
 * HBase's settings: strings under names such as `hbase.hregion.majorcompaction`, set for a family, a table or the whole
 * database, and looked up in this order (S-8). Families and tables accept any name, and keep settings that have no
 * effect. A database refuses a name that begins with `hbase.` and is not in `SETTINGS`, because a typing mistake would
 * have no effect there and remain unnoticed.
 */

/** Settings by their names; values are text. */
export type Configuration = Readonly<Record<string, string>>;

interface Setting<T> {
  readonly fallback: T;
  /** The allowed values, for a message. */
  readonly allowed: string;
  /** Null for text that is not a value of this setting. */
  read(text: string): T | null;
}

/** Every setting that Bigtab reads. */
export interface Settings {
  /** How old a marker may be for a major compaction to keep it, in ms; 0 or less keeps none. Default 0. @see C-40 */
  readonly 'hbase.hstore.time.to.purge.deletes': number;
  /** VERSIONS of new families that do not set it. Default 1. @see A-16 */
  readonly 'hbase.column.max.version': number;
  /**
   * Milliseconds between the major compactions of a family; 0 turns periodic major compactions off. Default 7 days.
   *
   * @see C-7
   */
  readonly 'hbase.hregion.majorcompaction': number;
  /** The fraction of that period by which the interval varies from family to family. Default 0.5. @see C-7 */
  readonly 'hbase.hregion.majorcompaction.jitter': number;
  /** Whether files whose cells have all expired are dropped without being read. Default true. @see C-6 */
  readonly 'hbase.store.delete.expired.storefile': boolean;
  /** Whether the quotas of namespaces are enforced. Default false. @see N-18 */
  readonly 'hbase.quota.enabled': boolean;
  /**
   * Largest cell of a Put that a page sends, in serialized bytes; 0 or less means no limit. Default 10 MiB.
   *
   * @see N-34, N-37
   */
  readonly 'hbase.client.keyvalue.maxsize': number;
  /**
   * Largest cell that a table accepts, in serialized bytes plus 4; 0 or less means no limit. Default
   * `memory.cellSize`.
   *
   * @see N-35
   */
  readonly 'hbase.server.keyvalue.maxsize': number;
  /** Maximum size of a family's cells in one Result, in bytes. Default 1 GiB. @see N-36 */
  readonly 'hbase.table.max.rowsize': number;
  /** How many ms the timestamp of a put may be ahead of the clock. Default: no limit. @see N-57 */
  readonly 'hbase.hregion.keyvalue.timestamp.slop.millisecs': number;
  /** Only `false` turns off the sanity checks of create and alter. @see S-40 */
  readonly 'hbase.table.sanity.checks': boolean;
  /** The TTL of snapshots that do not set it, in seconds; 0 means forever. Default 0. @see S-60 */
  readonly 'hbase.master.snapshot.ttl': number;
  /** Milliseconds between two searches for expired snapshots. Default 30 minutes. @see S-65 */
  readonly 'hbase.master.cleaner.snapshot.interval': number;
  /** Whether restoreSnapshot takes a snapshot of the present table first. Default true. @see S-63 */
  readonly 'hbase.snapshot.restore.take.failsafe.snapshot': boolean;
}

const SETTINGS: { readonly [Name in keyof Settings]: Setting<Settings[Name]> } = {
  'hbase.hstore.time.to.purge.deletes': integer(0, Number.MIN_SAFE_INTEGER),
  'hbase.column.max.version': integer(1, 1),
  'hbase.hregion.majorcompaction': integer(7 * 86_400_000, 0),
  'hbase.hregion.majorcompaction.jitter': part(0.5),
  'hbase.store.delete.expired.storefile': flag(true),
  'hbase.quota.enabled': flag(false),
  'hbase.client.keyvalue.maxsize': integer(DEFAULT_MAX_CELL_SIZE, Number.MIN_SAFE_INTEGER),
  'hbase.server.keyvalue.maxsize': integer(DEFAULT_MAX_CELL_SIZE, Number.MIN_SAFE_INTEGER),
  'hbase.table.max.rowsize': integer(2 ** 30, 1),
  'hbase.hregion.keyvalue.timestamp.slop.millisecs': integer(Number.MAX_SAFE_INTEGER, 0),
  'hbase.table.sanity.checks': flag(true),
  'hbase.master.snapshot.ttl': integer(0, 0),
  'hbase.master.cleaner.snapshot.interval': integer(1_800_000, 1_000),
  'hbase.snapshot.restore.take.failsafe.snapshot': flag(true),
};

/** The value of `name` in the first of `levels` that sets a readable one, else its default. @see S-8 */
export function setting<Name extends keyof Settings>(name: Name, levels: readonly Configuration[]): Settings[Name] {
  const { fallback, read } = SETTINGS[name] as Setting<Settings[Name]>;
  for (const level of levels) {
    const text = level[name];
    const value = text === undefined ? null : read(text);
    if (value !== null) return value;
  }
  return fallback;
}

/** Describes the first setting whose value cannot be read; null if there is none. @see A-36 */
export function unreadableSetting(configuration: Configuration): string | null {
  for (const [name, { allowed, read }] of Object.entries(SETTINGS)) {
    const text = configuration[name];
    if (text !== undefined && read(text) === null) return `${name} must be ${allowed}; got '${text}'`;
  }
  return null;
}

/**
 * Reads the settings of a database. Throws INVALID_ARGUMENT for an unknown name beginning with `hbase.` and for a value
 * that cannot be read.
 */
export function toSiteConfiguration(given: unknown): Configuration {
  const configuration = toConfiguration(given, 'configuration');
  const known = Object.keys(SETTINGS);
  for (const name of Object.keys(configuration)) {
    if (!name.startsWith('hbase.') || known.includes(name)) continue;
    const near = nearest(name, known);
    throw invalidArgument(
      `unknown setting '${name}' in a configuration; did you mean '${near}'? The known settings are ${known.join(', ')}`,
      {
        setting: name,
        nearest: near,
      },
    );
  }
  const wrong = unreadableSetting(configuration);
  if (wrong !== null) throw invalidArgument(`configuration: ${wrong}`);
  return configuration;
}

/**
 * Reads strings by name; the result is frozen, in byte order of names. Throws INVALID_ARGUMENT for anything else.
 */
export function toConfiguration(given: unknown, what: string): Configuration {
  if (!isRecord(given)) throw notAllowed(what, 'an object whose values are text', given);
  const entries = Object.entries(given).filter(([, value]) => value !== undefined);
  for (const [name, value] of entries) {
    if (typeof value !== 'string') throw notAllowed(`${what}['${name}']`, 'text', value);
    // Refuses an unpaired surrogate.
    encodeText(value, `${what}['${name}']`);
  }
  const bytes = new Map(entries.map(([name]) => [name, encodeText(name, what)]));
  entries.sort(([a], [b]) => compareBytes(bytes.get(a) as Uint8Array, bytes.get(b) as Uint8Array));
  return Object.freeze(Object.fromEntries(entries) as Configuration);
}

function integer(fallback: number, smallest: number): Setting<number> {
  return {
    fallback,
    allowed: smallest < 0 ? 'an integer' : `an integer of at least ${smallest}`,
    read: (text) => (/^[+-]?\d+$/.test(text) && Number.isSafeInteger(+text) && +text >= smallest ? +text : null),
  };
}

/** A decimal number from 0 to 1. */
function part(fallback: number): Setting<number> {
  return {
    fallback,
    allowed: 'a number from 0 to 1',
    read: (text) => (/^\d*\.?\d+$/.test(text) && +text <= 1 ? +text : null),
  };
}

/** The fallback, unless the text is the other word, ignoring case, as HBase reads it. */
function flag(fallback: boolean): Setting<boolean> {
  return { fallback, allowed: 'true or false', read: (text) => (text.toLowerCase() === `${!fallback}`) !== fallback };
}
