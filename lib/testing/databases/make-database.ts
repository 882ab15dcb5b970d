/*
 * Makes the database that is stored for each format. It has all kinds of cells and markers, in store files and in a log
 * that was never flushed, all attributes that affect how files are written, and every part of the catalog. Two
 * processes write it; the second one dies.
 */
import { readUserFunctions } from '../../client/page/user-functions.js';
import {
  Append,
  CheckAndMutate,
  type Connection,
  Delete,
  FOREVER,
  Increment,
  KEEP_HISTORY,
  Put,
  RowMutations,
  type TableLike,
} from '../../index.js';
import { settled } from '../fakes/stepped-engine.js';
import { copyOf, type MemoryMedium, memoryMedium, openEngine } from '../samples/engine.js';
import { mutate, PacketClient } from '../samples/packet-client.js';
import { changeCards, createCards, writeCards } from './indexed-cards.js';

/** 2025-01-01. */
const START = 1_735_689_600_000;
const SECOND = 1_000;
/** Long before and long after the time of any test's clock, so the cells have always expired or never. */
const LONG_AGO = 946_684_800_000;
const FAR_AHEAD = 4_102_444_800_000;
const CENTURY_MS = 3_155_760_000_000;
/** The user's own version of the database. */
const VERSION = 3;

const TABLES: readonly TableLike[] = [
  {
    name: 'notes',
    families: [
      { name: 'text', maxVersions: 5, keepDeletedCells: 'TRUE' },
      { name: 'meta', metadata: { owner: 'me' } },
      { name: 'fleeting', timeToLive: 2_592_000, minVersions: 0 },
      { name: 'short-lived' },
    ],
    metadata: { made: 'by hand' },
  },
  {
    name: 'library:books',
    families: [
      { name: 'page', compression: 'GZ', blockSize: 1024, maxVersions: 3 },
      { name: 'cover', blockCache: false, dataBlockEncoding: 'FAST_DIFF' },
    ],
    durability: 'FSYNC_WAL',
  },
  { name: 'totals', families: [{ name: 'sum', newVersionBehavior: true, maxVersions: 2, bloomFilter: 'ROWCOL' }] },
  { name: 'deep', families: [{ name: 'f', compression: 'GZ', blockSize: 1024, bloomFilter: 'NONE' }] },
  {
    name: 'prefixes',
    families: [
      {
        name: 'f',
        bloomFilter: 'ROWPREFIX_FIXED_LENGTH',
        configuration: { 'RowPrefixBloomFilter.prefix_length': '5' },
        timeToLive: FOREVER,
        inMemory: true,
      },
    ],
  },
  { name: 'emptied', families: ['f'] },
  { name: 'dropped', families: ['f'] },
  {
    name: 'empty',
    families: [{ name: 'f', keepDeletedCells: 'TTL', timeToLive: '1 DAY', minVersions: 1, maxVersions: 2 }],
  },
  { name: 'archive', families: ['f'] },
  {
    name: 'drafts',
    families: [
      { name: 'text', ...KEEP_HISTORY },
      { name: 'plain', maxVersions: 3 },
    ],
  },
];

/** The stored data: the medium as it was when the second process died. */
export async function makeDatabase(): Promise<MemoryMedium> {
  const medium = memoryMedium();
  medium.clock.set(START);
  await firstProcess(medium);
  medium.clock.set(START + 600 * SECOND);
  return secondProcess(medium);
}

async function firstProcess(medium: MemoryMedium): Promise<void> {
  const { connection } = await openEngine(medium);
  const upgrade = readUserFunctions({ version: VERSION, upgrade: createTables });
  const failed = await upgrade?.(connection);
  if (failed) throw failed.error;
  await writeFirst(connection, medium);
  await writeCards(connection);
  for (const name of await connection.getAdmin().listTableNames()) await connection.getAdmin().flush(name);
  await changeCards(connection, [1, 6, 4]);
  await writeMore(connection, medium);
  await connection.close();
}

/** Its connection is not closed, and its last writes are only in the log. */
async function secondProcess(medium: MemoryMedium): Promise<MemoryMedium> {
  const { connection, database } = await openEngine(medium);
  const admin = connection.getAdmin();
  await settled();
  await changeSchema(connection);
  await takeSnapshots(connection);
  await writeForCompaction(connection, medium);
  await admin.flush('notes');
  // Files that the first process and the schema changes replaced are removed, but stay listed for a minute.
  medium.clock.advance(61 * SECOND);
  await settled();
  const client = new PacketClient(database.service, '1/never-acknowledges');
  await client.send(mutate('prefixes', new Put('west-2', 10).addColumn('f', 'q', 'not acknowledged')));
  await admin.majorCompact('notes', 'meta');
  await admin.compact('prefixes');
  await writeToLog(connection, medium);
  await changeCards(connection, [0, 7, 6]);
  await settled();
  const stored = copyOf(medium);
  await connection.close();
  return stored;
}

async function createTables(connection: Connection): Promise<void> {
  const admin = connection.getAdmin();
  await admin.createNamespace({
    name: 'library',
    configuration: { owner: 'me', 'hbase.namespace.quota.maxtables': '7' },
  });
  for (const table of TABLES) await admin.createTable(table);
  await createCards(connection);
}

async function changeSchema(connection: Connection): Promise<void> {
  const admin = connection.getAdmin();
  await admin.disableTable('emptied');
  await admin.truncateTable('emptied');
  await admin.disableTable('dropped');
  await admin.deleteTable('dropped');
  await admin.deleteColumnFamily('notes', 'short-lived');
  await admin.addColumnFamily('notes', { name: 'late', maxVersions: 2 });
  await admin.disableTable('archive');
}

/** A clone, a restored table, and a snapshot with files that its table replaces. */
async function takeSnapshots(connection: Connection): Promise<void> {
  const admin = connection.getAdmin();
  await admin.snapshot('of-drafts', 'drafts', 'FLUSH', { TTL: 100 * 365 * 86_400 });
  await admin.cloneSnapshot('of-drafts', 'drafts-copy');
  await connection.getTable('drafts-copy').put(new Put('letter').addColumn('text', 'body', 'of the copy'));
  await admin.snapshot('of-archive', 'archive');
  await admin.restoreSnapshot('of-archive');
  await admin.snapshot('of-notes', 'notes', 'SKIPFLUSH');
}

/** The first store file of every table. */
async function writeFirst(connection: Connection, medium: MemoryMedium): Promise<void> {
  await writeNotes(connection, medium);
  await writeBooks(connection);
  await writeTotals(connection);
  await connection.getTable('drafts').put(new Put('letter').addColumn('text', 'body', 'first'));

  // Long keys cause an index with two levels.
  const deep = connection.getTable('deep');
  for (let number = 0; number < 24; number++)
    await deep.put(
      new Put(`${'k'.repeat(2_800)}${String(number).padStart(2, '0')}`, START).addColumn('f', 'q', `deep ${number}`),
    );

  const prefixes = connection.getTable('prefixes');
  for (const row of ['north-1', 'north-2', 'south-1', 'sou'])
    await prefixes.put(new Put(row, 5).addColumn('f', 'q', row));
  for (const name of ['emptied', 'dropped', 'archive'])
    await connection.getTable(name).put(new Put('r', 7).addColumn('f', 'q', `of ${name}`));
}

async function writeNotes(connection: Connection, medium: MemoryMedium): Promise<void> {
  const notes = connection.getTable('notes');
  const tick = () => medium.clock.advance(SECOND);
  const put = async (row: string, column: string, value: string): Promise<void> => {
    tick();
    await notes.put(new Put(row).addColumn(...columnOf(column), value));
  };
  // a: seven versions, of which five are kept.
  for (const value of ['one', 'two', 'three', 'four', 'five', 'six', 'seven']) await put('a', 'text:body', value);
  await put('deleted-column', 'text:body', 'old');
  await put('deleted-column', 'text:title', 'stays');
  await put('deleted-family', 'text:body', 'old');
  await put('deleted-version', 'text:body', 'first');
  await put('deleted-version', 'text:body', 'second');
  await put('deleted-row', 'meta:author', 'nobody');
  await put('other', 'meta:author', 'somebody');
  await put('other', 'short-lived:q', 'goes with its family');
  await put('\u00fc\u00f6 \u{1f5c4}', 'text:\u00e9', 'not ASCII');
  await notes.put(new Put('fleeting').addColumn('fleeting', 'expired', LONG_AGO, 'long ago'));
  await notes.put(new Put('fleeting').addColumn('fleeting', 'alive', FAR_AHEAD, 'far ahead'));
  await notes.put(new Put('fleeting').setTTL(1).addColumn('meta', 'expired', LONG_AGO, 'for a millisecond'));
  await notes.put(new Put('fleeting').setTTL(CENTURY_MS).addColumn('meta', 'alive', 'for a century'));
  await notes.put(new Put('empty').addColumn('meta', '', ''));
  await notes.put(new Put(Uint8Array.of(0, 0xff, 0x80)).addColumn('meta', Uint8Array.of(0xfe), Uint8Array.of(0, 1, 2)));
  tick();
  await notes.incrementColumnValue('counter', 'meta', 'count', 41);
}

async function writeBooks(connection: Connection): Promise<void> {
  const books = connection.getTable('library:books');
  for (let number = 0; number < 12; number++) {
    const row = `book-${String(number).padStart(2, '0')}`;
    const text = `Page ${number}. `.repeat(10 + number);
    await books.put(
      new Put(row, START + number).addColumn('page', 'title', `Book ${number}`).addColumn('page', 'text', text),
    );
  }
  // Values of more than 64 KiB have separate blocks: one compressed, one not.
  await books.put(new Put('plates', START).addColumn('cover', 'image', new Uint8Array(65_537).fill(7)));
  await books.put(new Put('plates', START).addColumn('page', 'image', new Uint8Array(66_000).fill(8)));
}

async function writeTotals(connection: Connection): Promise<void> {
  const totals = connection.getTable('totals');
  for (const [row, column] of [
    ['spared', 'q'],
    ['dropped', 'q'],
    ['both', 'p'],
    ['both', 'q'],
  ] as const) {
    await totals.put(new Put(row, 10).addColumn('sum', column, 'ten'));
    await totals.put(new Put(row, 20).addColumn('sum', column, 'twenty'));
  }
}

/** A second store file: markers of every kind for the cells of the first one. */
async function writeMore(connection: Connection, medium: MemoryMedium): Promise<void> {
  const notes = connection.getTable('notes');
  const tick = () => medium.clock.advance(SECOND);
  tick();
  await notes.delete(new Delete('deleted-column').addColumns('text', 'body'));
  tick();
  await notes.delete(new Delete('deleted-family').addFamily('text'));
  tick();
  await notes.delete(new Delete('deleted-version').addColumn('text', 'body'));
  tick();
  await notes.delete(new Delete('deleted-row'));
  tick();
  await notes.put(new Put('deleted-row').addColumn('meta', 'author', 'again'));
  await notes.put(new Put('family-version', 100).addColumn('text', 'a', 'hidden').addColumn('text', 'b', 'hidden'));
  await notes.put(new Put('family-version', 101).addColumn('text', 'a', 'shown'));
  await notes.delete(new Delete('family-version').addFamilyVersion('text', 100));

  const totals = connection.getTable('totals');
  await totals.delete(new Delete('spared').addColumns('sum', 'q', 30));
  await totals.put(new Put('spared', 15).addColumn('sum', 'q', 'written after the marker'));
  await totals.delete(new Delete('dropped').addFamily('sum', 20));
  await totals.delete(new Delete('both').addFamilyVersion('sum', 20));

  const prefixes = connection.getTable('prefixes');
  await prefixes.put(new Put('north-2', 6).addColumn('f', 'q', 'newer'));
  await prefixes.delete(new Delete('south-1').addColumn('f', 'q', 5));
  await connection.getTable('archive').put(new Put('s', 8).addColumn('f', 'q', 'in a second file'));
}

async function writeForCompaction(connection: Connection, medium: MemoryMedium): Promise<void> {
  medium.clock.advance(SECOND);
  const notes = connection.getTable('notes');
  await notes.put(new Put('other').addColumn('meta', 'author', 'somebody else'));
  await notes.put(new Put('late').addColumn('late', 'q', 'in a family that was added'));
  const prefixes = connection.getTable('prefixes');
  await prefixes.put(new Put('west-1', 9).addColumn('f', 'q', 'third file'));
  await connection.getAdmin().flush('prefixes');
}

/** Every kind of change, without a flush afterwards. */
async function writeToLog(connection: Connection, medium: MemoryMedium): Promise<void> {
  const notes = connection.getTable('notes');
  const tick = () => medium.clock.advance(SECOND);
  tick();
  await notes.put(new Put('of-the-log').addColumn('text', 'body', 'first').addColumn('meta', 'author', 'me'));
  tick();
  await notes.put(new Put('of-the-log').addColumn('text', 'body', 'second'));
  tick();
  await notes.append(new Append('of-the-log').addColumn('text', 'body', ' and more'));
  tick();
  await notes.increment(new Increment('counter').addColumn('meta', 'count', 1));
  tick();
  await notes.delete(new Delete('a').addColumn('text', 'body'));
  tick();
  const moved = new RowMutations('other');
  moved.add(new Put('other').addColumn('meta', 'moved', 'yes'));
  moved.add(new Delete('other').addColumns('meta', 'author'));
  await notes.mutateRow(moved);
  tick();
  await notes.checkAndMutate(
    CheckAndMutate.newBuilder('late')
      .ifEquals('late', 'q', 'in a family that was added')
      .build(new Put('late').addColumn('late', 'q', 'checked')),
  );
  tick();
  await connection.atomicBatch([
    { table: 'notes', mutation: new Put('atomic').addColumn('text', 'body', 'half of it') },
    { table: 'library:books', mutation: new Put('atomic').addColumn('page', 'title', 'the other half') },
  ]);
  tick();
  await notes.put([
    new Put('list-1').addColumn('text', 'body', 'of a list'),
    new Put('list-2').setTTL(CENTURY_MS).addColumn('text', 'body', 'of a list, for a century'),
  ]);
  const books = connection.getTable('library:books');
  await books.delete(new Delete('book-00').addFamily('page', START + 1));
  await books.delete(new Delete('book-01').addFamilyVersion('page', START + 1));
  await books.delete(new Delete('book-02').addColumns('page', 'text', START + 5));
  await connection.getTable('totals').put(new Put('dropped', 21).addColumn('sum', 'q', 'above the marker'));
  await connection.getTable('emptied').put(new Put('new', 1).addColumn('f', 'q', 'after the truncate'));
  await connection.getTable('empty').delete(new Delete('nothing').addColumns('f', 'q', 5));
  await writeDrafts(connection, tick);
}

/** The row is restored to its first value, then changed again. */
async function writeDrafts(connection: Connection, tick: () => void): Promise<void> {
  const drafts = connection.getTable('drafts');
  const [{ timestamp = 0 } = {}] = await drafts.history('letter');
  await drafts.delete(new Delete('letter'));
  await drafts.put(new Put('letter').addColumn('text', 'sign', 'me'));
  tick();
  await drafts.restore('letter', timestamp);
  tick();
  await drafts.put(new Put('letter').addColumn('text', 'body', 'second'));
}

function columnOf(column: string): [family: string, qualifier: string] {
  const [family = '', qualifier = ''] = column.split(':');
  return [family, qualifier];
}
