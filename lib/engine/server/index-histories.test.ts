import { describe, expect, it } from 'vitest';
import { compareBytes, equalBytes } from '../../bytes/compare.js';
import { decodeInt64, encodeInt64 } from '../../bytes/numbers.js';
import { decodeText, encodeText } from '../../bytes/text.js';
import type { Result } from '../../client/answers/result.js';
import type { Connection } from '../../client/connection.js';
import type { IndexedTableLike } from '../../client/ensure-table.js';
import type { Table } from '../../client/table.js';
import { BigtabError } from '../../errors.js';
import { Delete } from '../../model/delete.js';
import { KEEP_HISTORY } from '../../model/keep-history.js';
import { Put } from '../../model/put.js';
import type { ScanLike } from '../../model/scan.js';
import type { IndexLike } from '../../model/schema/index-descriptor.js';
import { Random } from '../../simulation/random.js';
import { compactFiles } from '../../testing/fakes/compact-files.js';
import { type MemoryMedium, memoryMedium, openEngine } from '../../testing/samples/engine.js';
import { settle } from '../../testing/samples/log-records.js';
import { testSeeds } from '../../testing/seed.js';

/*
 * Random histories of tables with indexes: after every change, reads by an index are compared with a scan of all rows,
 * filtered and sorted by the values of the index's columns. In some of the histories, the clock is set back now and then. In
 * the others, no two rows have the same value in a unique index, unless a compaction has removed a marker that hid one.
 */

const RUNS = 40;
const STEPS = 60;
const ROWS = ['a', 'b', 'b\0', 'ba', 'c', 'd', 'e'];
/** The errors of writes that are refused. */
const EXPECTED: readonly string[] = ['INVALID_OPERATION', 'CONDITION_FAILED', 'BATCH_FAILED'];
const MAILS = ['', 'a', 'b', 'c', 'd', 'e'];
const VALUES = ['', '\0', '\0\0', '\0a', 'a', 'ab', 'b', 'x'.repeat(4096), 'x'.repeat(5000), `${'x'.repeat(4096)}a`];

const INDEXES = {
  byType: { on: 'e:type' },
  byTypeAndDay: { on: ['e:type', 'g:day'] },
  byCount: { on: 'e:count', order: 'int64' },
  byTag: { qualifiersOf: 'tag' },
  byMail: { on: 'm:mail', unique: true },
} satisfies Record<string, IndexLike>;
type IndexName = keyof typeof INDEXES;

const FAMILIES: readonly (readonly Record<string, unknown>[])[] = [
  [{ name: 'e' }, { name: 'g' }, { name: 'tag' }, { name: 'm' }],
  [
    { name: 'e', maxVersions: 3 },
    { name: 'g', timeToLive: 2 },
    { name: 'tag', maxVersions: 2 },
    { name: 'm', timeToLive: 2, maxVersions: 2 },
  ],
  [
    { name: 'e', ...KEEP_HISTORY },
    { name: 'g', ...KEEP_HISTORY },
    { name: 'tag', ...KEEP_HISTORY },
    { name: 'm', ...KEEP_HISTORY },
  ],
  [
    { name: 'e', timeToLive: 3, minVersions: 1, maxVersions: 2 },
    { name: 'g', keepDeletedCells: 'TTL', timeToLive: 3 },
    { name: 'tag', timeToLive: 2 },
    { name: 'm', timeToLive: 3, minVersions: 1, maxVersions: 2 },
  ],
  [
    { name: 'e', newVersionBehavior: true, maxVersions: 2 },
    { name: 'g', newVersionBehavior: true },
    { name: 'tag', newVersionBehavior: true },
    { name: 'm', newVersionBehavior: true },
  ],
  [
    { name: 'e', keepDeletedCells: 'TRUE' },
    { name: 'g', keepDeletedCells: 'TRUE', maxVersions: 2 },
    { name: 'tag', keepDeletedCells: 'TTL', timeToLive: 3 },
    { name: 'm', keepDeletedCells: 'TRUE' },
  ],
];

class History {
  readonly log: string[] = [];
  private readonly random: Random;
  /** Whether the clock is set back now and then. */
  private readonly setsBack: boolean;
  /** Whether two rows may have the same value in the unique index. */
  private mayRepeat: boolean;
  private compacted = false;
  private readonly medium: MemoryMedium = memoryMedium();
  private readonly descriptor: IndexedTableLike;
  private connection!: Connection;
  private table!: Table;

  constructor(seed: number) {
    this.random = new Random(seed);
    this.setsBack = Math.floor(seed / FAMILIES.length) % 2 === 0;
    this.mayRepeat = this.setsBack;
    const families = FAMILIES[seed % FAMILIES.length] as never;
    this.descriptor = { name: 't', families, indexes: INDEXES };
  }

  async run(steps: number): Promise<void> {
    await this.open();
    for (let step = 0; step < steps; step++) {
      await this.change();
      await this.compare(this.table);
      if (step % 20 === 19) await this.verify();
      if (step % 20 === 9) await this.clone();
    }
    await this.connection.close();
  }

  private async open(): Promise<void> {
    this.connection = (await openEngine(this.medium)).connection;
    this.table = (await this.connection.ensureTable(this.descriptor)) as Table;
  }

  private async change(): Promise<void> {
    const { random, connection, table } = this;
    const kind = random.below(27);
    this.compacted = kind === 20 || kind === 21;
    this.log.push(`kind ${kind} at ${this.medium.clock.now()}`);
    const row = random.pick(ROWS);
    try {
      if (kind < 8) await table.put(Array.from({ length: 1 + random.below(3) }, () => this.put(random.pick(ROWS))));
      else if (kind < 12) await table.delete(this.remove(row));
      else if (kind < 13) await table.increment({ row, amounts: { e: { count: BigInt(random.below(5)) - 2n } } });
      else if (kind < 14) await table.append({ row, values: { e: { type: random.pick(['', 'a', 'b']) } } });
      else if (kind < 15) await table.mutateRow({ row, mutations: [this.put(row), this.remove(row)] } as never);
      else if (kind < 16)
        await connection.atomicBatch([
          { table: 't', mutation: this.put(random.pick(ROWS)) },
          { table: 't', mutation: this.remove(random.pick(ROWS)) },
        ] as never);
      else if (kind < 17)
        await table.checkAndMutate({
          ...{ row, family: 'e', qualifier: 'type', value: random.pick(VALUES), action: this.put(row) },
        } as never);
      else if (kind < 19) {
        this.medium.clock.advance(random.pick([1, 500, 1_000, 1_001, 2_000]));
        // What timers have started, such as a flush, ends before the comparison.
        await settle();
      } else if (kind < 20) await connection.getAdmin().flush('t');
      else if (kind < 21) await compactFiles(connection, 't', 2);
      else if (kind < 22) await compactFiles(connection, 't', null);
      else if (kind < 23) {
        await connection.close();
        await this.open();
      } else if (kind < 24) this.setBack();
      else if (kind < 26) await this.exchange();
      else await table.restore(row, this.medium.clock.now() - random.pick([0, 1, 500, 2_000]));
    } catch (error) {
      if (!BigtabError.is(error) || !EXPECTED.includes(error.code)) throw error;
    }
  }

  private setBack(): void {
    const { clock } = this.medium;
    if (this.setsBack) clock.set(clock.now() - this.random.pick([1, 500, 1_500, 3_000, 10_000]));
  }

  /** Two rows exchange their values of a unique index in one step. */
  private async exchange(): Promise<void> {
    const { random, connection, table } = this;
    const mail = async (row: string) => (await table.get(row)).getText('m', 'mail');
    const rows = [random.pick(ROWS), random.pick(ROWS)] as const;
    const values = [await mail(rows[1]), await mail(rows[0])];
    const mutations = rows.flatMap((row, at) => {
      const value = values[at];
      return value === null || value === undefined ? [] : [new Put(row).addColumn('m', 'mail', value)];
    });
    this.log.push(`exchange ${rows} ${values}`);
    if (mutations.length > 0) await connection.atomicBatch(mutations.map((mutation) => ({ table: 't', mutation })));
  }

  private put(row: string): Put {
    const { random } = this;
    const put = new Put(row);
    const add = (family: string, qualifier: string, value: string | Uint8Array): void => {
      const at = random.chance(0.3) ? this.time() : null;
      this.log.push(`put ${JSON.stringify(row)} ${family}:${qualifier} ${at} ${String(value).slice(0, 9)}`);
      if (at === null) put.addColumn(family, qualifier, value);
      else put.addColumn(family, qualifier, at, typeof value === 'string' ? encodeText(value) : value);
    };
    do {
      if (random.chance(0.6)) add('e', 'type', random.pick(VALUES));
      if (random.chance(0.4)) add('g', 'day', random.pick(VALUES));
      if (random.chance(0.3)) add('e', 'count', encodeInt64(BigInt(random.below(9)) - 4n));
      if (random.chance(0.05)) add('e', 'count', 'short');
      if (random.chance(0.4)) add('tag', random.pick(['a', 'b', 'c', '']), 'v');
      if (random.chance(0.2)) add('e', 'other', 'o');
      if (random.chance(0.3)) add('m', 'mail', random.pick(MAILS));
    } while (put.isEmpty);
    if (random.chance(0.2)) {
      const ttl = random.pick([1, 500, 1_000, 2_500]);
      this.log.push(`  ttl ${ttl}`);
      put.setTTL(ttl);
    }
    return put;
  }

  private remove(row: string): Delete {
    const { random } = this;
    const [family, qualifier] = random.pick([
      ['e', 'type'],
      ['g', 'day'],
      ['e', 'count'],
      ['tag', 'a'],
      ['tag', 'b'],
      ['m', 'mail'],
    ]) as [string, string];
    const at = random.chance(0.4) ? this.time() : undefined;
    const kind = random.below(6);
    this.log.push(`delete ${kind} ${JSON.stringify(row)} ${family}:${qualifier} ${at}`);
    const marker = new Delete(row);
    if (kind === 0) return at === undefined ? marker : new Delete(row, at);
    if (kind === 1) return at === undefined ? marker.addFamily(family) : marker.addFamily(family, at);
    if (kind === 2) return marker.addFamilyVersion(family, at ?? this.medium.clock.now());
    if (kind === 3)
      return at === undefined ? marker.addColumns(family, qualifier) : marker.addColumns(family, qualifier, at);
    return at === undefined ? marker.addColumn(family, qualifier) : marker.addColumn(family, qualifier, at);
  }

  private time(): number {
    return this.medium.clock.now() + this.random.pick([-3_000, -2_000, -1_000, -500, -1, 0]);
  }

  private async compare(table: Table): Promise<void> {
    const all = await table.getScanner().toArray();
    const mails = all.map((row) => row.getText('m', 'mail')).filter((mail) => mail !== null);
    // With NEW_VERSION_BEHAVIOR, no marker hides what is written after it.
    const isByWriting = JSON.stringify(this.descriptor.families).includes('newVersionBehavior');
    if (this.compacted && !isByWriting && new Set(mails).size < mails.length) this.mayRepeat = true;
    if (!this.mayRepeat) expect(mails).toHaveLength(new Set(mails).size);
    for (const name of Object.keys(INDEXES) as IndexName[]) {
      const scan = this.scan(name);
      const found = await table.getScanner(scan as ScanLike).toArray();
      const shown = (rows: readonly Result[]) => rows.map((row) => JSON.stringify(row.key));
      const of = JSON.stringify(scan).replaceAll('x'.repeat(4096), 'X').replaceAll('x'.repeat(900), 'Y');
      expect([of, shown(found)]).toEqual([of, shown(expected(name, all, scan))]);
    }
  }

  /** The indexes of a clone are those of the snapshot. */
  private async clone(): Promise<void> {
    const admin = this.connection.getAdmin();
    await admin.snapshot('s', 't', this.random.pick(['FLUSH', 'SKIPFLUSH'] as const));
    if (this.random.chance(0.5)) await this.change();
    // The change may have opened the database again.
    const present = this.connection.getAdmin();
    await present.cloneSnapshot('s', 'c');
    await this.connection.ensureTable({ ...this.descriptor, name: 'c' });
    await this.compare(this.connection.getTable('c'));
    await this.verify(['t', 'c']);
    await present.disableTable('c');
    await present.deleteTable('c');
    await present.deleteSnapshot('s');
  }

  private async verify(tables: readonly string[] = ['t']): Promise<void> {
    const { files } = await this.connection.verify();
    expect(files.flatMap(({ problems }) => problems)).toEqual([]);
    expect(files.filter(({ kind }) => kind === 'index')).toHaveLength(tables.length * Object.keys(INDEXES).length);
  }

  private scan(name: IndexName): ScanLike {
    const { random } = this;
    const value = () =>
      name === 'byCount'
        ? encodeInt64(BigInt(random.below(9)) - 4n)
        : name === 'byTag'
          ? random.pick(['a', 'b'])
          : random.pick(name === 'byMail' ? MAILS : VALUES);
    const kind = random.below(5);
    const equals = name === 'byTypeAndDay' && random.chance(0.5) ? { equals: [value()] } : {};
    return {
      index: name,
      ...(kind === 0 && { equals: [value()] }),
      ...(kind === 1 && { ...equals, from: value() }),
      ...(kind === 2 && { ...equals, from: value(), to: value() }),
      ...(kind === 3 && name !== 'byCount' && { ...equals, prefix: value() }),
      ...(random.chance(0.3) && { reversed: true }),
      ...(random.chance(0.3) && { limit: 1 + random.below(3) }),
      ...(random.chance(0.3) && { caching: 1 }),
      // The values of the index are read apart then; every row has one of these cells.
      ...(random.chance(0.3) && { columns: ['e', 'g', 'm', 'tag:a', 'tag:b', 'tag:c', 'tag:'] }),
    };
  }
}

interface Keyed {
  readonly row: Result;
  readonly values: readonly Uint8Array[];
}

/** The full scan, filtered and sorted. */
function expected(name: IndexName, all: readonly Result[], scan: ScanLike): Result[] {
  const bytes = (value: unknown) => (typeof value === 'string' ? encodeText(value) : (value as Uint8Array));
  const equals = ((scan.equals ?? []) as readonly unknown[]).map(bytes);
  const [from, to, prefix] = [scan.from, scan.to, scan.prefix].map((one) => (one === undefined ? null : bytes(one)));
  const order = (a: Uint8Array, b: Uint8Array): number => {
    if (name !== 'byCount') return compareBytes(a, b);
    const [x, y] = [decodeInt64(a, 0), decodeInt64(b, 0)];
    return x < y ? -1 : x > y ? 1 : 0;
  };
  // Values are sorted by their first 4 KiB.
  const cut = (value: Uint8Array) => value.subarray(0, 4096);
  const due = all
    .flatMap((row) => keysOf(name, row).map((values): Keyed => ({ row, values })))
    .filter(({ values }) => {
      if (!equals.every((value, at) => equalBytes(value, values[at] as Uint8Array))) return false;
      const next = values[equals.length];
      if (next === undefined) return true;
      if (from && order(next, from) < 0) return false;
      if (to && order(next, to) >= 0) return false;
      return !prefix || equalBytes(next.subarray(0, prefix.length), prefix);
    })
    .sort((a, b) => {
      for (const [at, value] of a.values.entries()) {
        const by = order(cut(value), cut(b.values[at] as Uint8Array));
        if (by !== 0) return by;
      }
      return compareBytes(a.row.row as Uint8Array, b.row.row as Uint8Array);
    })
    .map(({ row }) => row);
  if (scan.reversed) due.reverse();
  return scan.limit === undefined ? due : due.slice(0, scan.limit);
}

function keysOf(name: IndexName, row: Result): (readonly Uint8Array[])[] {
  if (name === 'byTag')
    return row.cells.filter(({ family }) => decodeText(family) === 'tag').map(({ qualifier }) => [qualifier]);
  const columns = {
    byType: [['e', 'type']],
    byTypeAndDay: [
      ['e', 'type'],
      ['g', 'day'],
    ],
    byCount: [['e', 'count']],
    byMail: [['m', 'mail']],
  }[name];
  const values = columns.map(([family, qualifier]) => row.getValue(family as string, qualifier as string));
  if (values.some((value) => value === null)) return [];
  if (name === 'byCount' && values[0]?.length !== 8) return [];
  return [values as Uint8Array[]];
}

describe('reads by an index', () => {
  it.each(testSeeds(RUNS))('return what a scan of all rows returns, in history %i', async (seed) => {
    const history = new History(seed);
    try {
      await history.run(STEPS);
    } catch (error) {
      throw new Error(`seed ${seed}:\n${history.log.slice(-60).join('\n')}`, { cause: error });
    }
  });
});
