import type { Clock } from '../../clock.js';
import { BigtabError, type ErrorCode } from '../../errors.js';
import { readLiteral, toBoolean } from '../../model/literal.js';
import { readIndexes } from '../../model/schema/index-descriptor.js';
import { schemaDifferences, schemaMismatch } from '../../model/schema/schema-differences.js';
import {
  type GivenAttributes,
  givenAttributes,
  normalizeTable,
  type TableDescriptor,
  type TableLike,
} from '../../model/schema/table-descriptor.js';
import { hasFamily, withGiven } from '../../model/schema/with-given.js';
import type { Gateway } from '../gateway.js';
import { notCarried } from '../not-carried.js';
import type { TTableDescriptor } from '../thrift/structs.js';
import { toThriftName } from '../thrift/table-names.js';
import { fromThriftTable, toThriftFamily, toThriftTable, withFileTracker } from './thrift-descriptors.js';
import { unlessMissing } from './unless-missing.js';

/** How often it starts again because another program changed the table meanwhile. */
const ROUNDS = 20;
/** How long it waits for a table that another program creates, and between two questions, in ms. */
const CREATION_MS = 60_000;
const PAUSE_MS = 200;

/** Errors after which the table is read again: another program was faster, or it is unknown whether the change ran. */
const RACED: readonly ErrorCode[] = ['TABLE_EXISTS', 'TABLE_NOT_FOUND', 'INVALID_FAMILY_OPERATION', 'OUTCOME_UNKNOWN'];
/** HBase's class of the same: the descriptor changed between its own reading and writing. */
const CHANGED_MEANWHILE = /\.ConcurrentTableModificationException$/;

/** What the caller wants of a table. */
interface Wanted {
  readonly asked: TableDescriptor;
  readonly given: GivenAttributes;
  readonly alters: boolean;
}

/**
 * Answers the control method `ensureTable`, also while other programs do the same. Each family is added by a request of
 * its own, which HBase refuses if the descriptor has changed meanwhile; only attributes of the table itself, with
 * `alter`, replace the whole descriptor, so a family that another program adds at that moment is lost.
 */
export async function ensureTable(
  gateway: Gateway,
  clock: Clock,
  like: TableLike,
  options: { readonly alter?: boolean },
  indexes: unknown = {},
): Promise<string> {
  const { alter = false } = readLiteral<{ alter?: boolean }>(options, 'set of ensureTable options', ['alter']);
  const alters = toBoolean(alter, 'alter');
  const sent = toThriftTable(normalizeTable(like));
  // As it will be read: HBase has some attributes in another place.
  const asked = fromThriftTable(sent);
  const given = givenAttributes(like);
  const { name } = asked;
  if (readIndexes(indexes as never).length > 0) throw notCarried('indexes');
  for (let round = 1; ; round++) {
    try {
      const stored = await unlessMissing(gateway.repeatable('getTableDescriptor', { tableName: sent.tableName }));
      if (stored === null) await gateway.once('createTable', { descriptor: sent });
      else {
        await alterTo(gateway, stored, { asked, given, alters });
        await available(gateway, clock, name);
      }
      return name;
    } catch (error) {
      if (round === ROUNDS || !hasRaced(error)) throw error;
      await pause(clock);
    }
  }
}

/** Throws SCHEMA_MISMATCH. */
async function alterTo(gateway: Gateway, table: TTableDescriptor, wanted: Wanted): Promise<void> {
  const { asked, given, alters } = wanted;
  const stored = fromThriftTable(table);
  const differences = schemaDifferences(stored, asked, given);
  if (differences.length > 0 && !alters) throw schemaMismatch(asked.name, differences);
  const next = withGiven(stored, asked, given);
  if (differences.some(({ family }) => family === null)) {
    await gateway.once('modifyTable', { descriptor: withFileTracker(toThriftTable(next), table) });
    return;
  }
  for (const family of next.families) {
    const args = { tableName: table.tableName, family: toThriftFamily(family) };
    if (!hasFamily(stored, family.name)) await gateway.once('addColumnFamily', args);
    else if (differences.some((one) => one.family === family.name)) await gateway.once('modifyColumnFamily', args);
  }
}

/** Waits until a table that another program creates can be used. Throws STORAGE_UNAVAILABLE after a minute. */
async function available(gateway: Gateway, clock: Clock, name: string): Promise<void> {
  const tableName = toThriftName(name);
  const until = clock.monotonic() + CREATION_MS;
  while (!(await gateway.repeatable('isTableAvailable', { tableName }))) {
    if (await gateway.repeatable('isTableDisabled', { tableName })) return;
    if (clock.monotonic() >= until) {
      const message = `Table '${name}' exists, but its regions are not open after ${CREATION_MS / 1000} s. See the web page of HBase's master, and try again.`;
      throw new BigtabError('STORAGE_UNAVAILABLE', message, { details: { table: name, reason: 'regions' } });
    }
    await pause(clock);
  }
}

function hasRaced(error: unknown): error is BigtabError {
  if (!BigtabError.is(error)) return false;
  return RACED.includes(error.code) || CHANGED_MEANWHILE.test(String(error.details.hbaseClass));
}

function pause(clock: Clock): Promise<void> {
  return new Promise((resolve) => {
    clock.after(PAUSE_MS, resolve);
  });
}
