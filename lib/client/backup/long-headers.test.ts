import { describe, expect, it } from 'vitest';
import { crc32c } from '../../bytes/crc32c.js';
import { exported, streamOf } from '../../testing/samples/backups.js';
import { memoryMedium, openEngine } from '../../testing/samples/engine.js';

/* The first line of a backup may create much. It is checked first, and then one commit creates everything. */

const MODES = [{ mode: 'create' }, { mode: 'merge' }] as const;
const encoder = new TextEncoder();

interface Given {
  readonly namespaces?: readonly object[];
  readonly tables?: readonly { readonly descriptor: { readonly name: string }; readonly [name: string]: unknown }[];
}

/** A backup without cells. */
function backup({ namespaces = [], tables = [] }: Given): string {
  const header = JSON.stringify({ format: 'bigtab', version: 1, namespaces, tables });
  const lines = [header, ...tables.map(({ descriptor }) => JSON.stringify({ table: descriptor.name }))];
  const body = `${lines.join('\n')}\n`;
  const bytes = encoder.encode(body);
  const checksum = crc32c(bytes, 0, bytes.length).toString(16).padStart(8, '0');
  return `${body}{"cells":0,"checksum":"${checksum}"}\n`;
}

function many<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

/** A table of a header. */
function table(name: string, others: object = {}, more: object = {}) {
  return { descriptor: { name, families: [{ name: 'f' }], ...others }, ...more };
}

async function open() {
  const { connection, database } = await openEngine(memoryMedium());
  const { commit } = database.engine;
  const left = async () => ({
    tables: (await connection.getAdmin().listTableNames()).length,
    namespaces: (await connection.getAdmin().listNamespaceDescriptors()).length - 2,
  });
  return { connection, left, generation: () => commit.image.database.generation };
}

const LONG: readonly (readonly [what: string, given: Given])[] = [
  ['namespaces', { namespaces: many(3_000, (index) => ({ name: `n${index}`, configuration: {} })) }],
  ['tables', { tables: many(500, (index) => table(`t${index}`)) }],
  [
    'tables in namespaces',
    {
      namespaces: many(300, (index) => ({ name: `n${index}` })),
      tables: many(300, (index) => table(`n${index}:t`)),
    },
  ],
  ['families', { tables: [table('t', { families: many(1_000, (index) => ({ name: `f${index}` })) })] }],
  [
    'indexes, read-only and disabled tables',
    {
      tables: many(100, (index) =>
        table(
          `t${index}`,
          { readOnly: true },
          { disabled: true, indexes: { byQ: { on: ['f:q'], order: ['bytes'], unique: false } } },
        ),
      ),
    },
  ],
];

describe('The first line of a backup', () => {
  for (const { mode } of MODES)
    it.each(LONG)(`with many %s takes a few commits in mode ${mode}`, async (_, given) => {
      const { connection, left, generation } = await open();
      const before = generation();
      await connection.importStream(streamOf(backup(given), 100_000), { mode });
      expect(generation() - before).toBeLessThanOrEqual(3);
      const { tables = [], namespaces = [] } = given;
      expect(await left()).toEqual({ tables: tables.length, namespaces: namespaces.length });
      await connection.close();
    });

  it('changes many tables that exist with one commit in mode merge', async () => {
    const { connection, generation } = await open();
    await connection.importStream(streamOf(backup({ tables: many(100, (index) => table(`t${index}`)) })), {
      mode: 'merge',
    });
    const families = ['f', 'g'].map((name) => ({ name }));
    const indexes = { byQ: { on: ['f:q'], order: ['bytes'], unique: false } };
    const tables = many(100, (index) => table(`t${index}`, { families }, { indexes }));
    const before = generation();
    await connection.importStream(streamOf(backup({ tables })), { mode: 'merge' });
    const changed = generation();
    await connection.importStream(streamOf(backup({ tables })), { mode: 'merge' });
    expect([changed - before <= 2, generation() - changed <= 1]).toEqual([true, true]);
    expect(await exported(connection, { tables: ['t99'] })).toContain('"byQ"');
    await connection.close();
  });

  it('lets other work run between the steps of a change of many tables that exist', async () => {
    const medium = memoryMedium();
    let [time, rests] = [0, 0];
    Object.defineProperty(medium.clock, 'monotonic', { value: () => time++ });
    const yielder = async () => void rests++;
    const { connection } = await openEngine(medium, {}, { yielder });
    const families = (...names: string[]) => ({ families: names.map((name) => ({ name })) });
    const text = (...names: string[]) =>
      backup({ tables: many(100, (index) => table(`t${index}`, families(...names))) });
    await connection.importStream(streamOf(text('f')), { mode: 'merge' });
    rests = 0;
    await connection.importStream(streamOf(text('f', 'g')), { mode: 'merge' });
    // It reads, compares and prepares each table, and rests after at most 5 of these steps.
    expect(rests).toBeGreaterThanOrEqual(300 / 5);
    await connection.close();
  });

  it('that fails creates no namespace in mode merge', async () => {
    const namespaces = many(10, (index) => ({ name: `n${index}` }));
    const refused: readonly (readonly [code: string, given: Given])[] = [
      [
        'CONSTRAINT',
        { namespaces: [...namespaces, { name: 'x', configuration: { 'hbase.namespace.quota.maxtables': '0' } }] },
      ],
      ['INVALID_ARGUMENT', { namespaces: [...namespaces, { name: 'x y' }] }],
      ['NAMESPACE_NOT_FOUND', { namespaces, tables: [table('t'), table('missing:t')] }],
      ['INVALID_ARGUMENT', { namespaces, tables: [table('t'), table('u', { maxFileSize: 'x' })] }],
      ['TABLE_NOT_FOUND', { namespaces, tables: [table('t'), table('u', {}, { increment: true })] }],
      ['SCHEMA_MISMATCH', { namespaces, tables: [table('kept', { readOnly: true }), table('t')] }],
      ['INVALID_ARGUMENT', { namespaces, tables: [table('t'), table('default:t')] }],
    ];
    for (const [code, given] of refused) {
      const { connection, left } = await open();
      await connection.ensureTable({ name: 'kept', families: ['f'] });
      await expect(connection.importStream(streamOf(backup(given)), { mode: 'merge' })).rejects.toMatchObject({
        code,
        details: { line: 1 },
      });
      expect(await left()).toEqual({ tables: 1, namespaces: 0 });
      await connection.close();
    }
  });

  it.each(MODES)('creates nothing in mode $mode if the signal aborts before it was read', async ({ mode }) => {
    const namespaces = many(1_000, (index) => ({ name: `n${index}` }));
    const text = encoder.encode(backup({ namespaces, tables: [table('t')] }));
    const { connection, left } = await open();
    const abort = new AbortController();
    let chunks = 0;
    const stream = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          if (++chunks === 3) abort.abort(new Error('aborted'));
          controller.enqueue(text.slice((chunks - 1) * 1_000, chunks * 1_000));
        },
      },
      { highWaterMark: 0 },
    );
    await expect(connection.importStream(stream, { mode, signal: abort.signal })).rejects.toThrow('aborted');
    expect(await left()).toEqual({ tables: 0, namespaces: 0 });
    await connection.close();
  });

  it.each(MODES)('leaves all or nothing in mode $mode if the signal aborts at any time', async ({ mode }) => {
    const namespaces = many(50, (index) => ({ name: `n${index}` }));
    const text = backup({ namespaces, tables: many(20, (index) => table(`n${index}:t`)) });
    const seen = new Set<string>();
    for (let turns = 0; turns < 24; turns++) {
      const { connection, left } = await open();
      const abort = new AbortController();
      const imported = connection.importStream(streamOf(text, 1_000), { mode, signal: abort.signal }).then(
        () => 'imported',
        () => 'aborted',
      );
      for (let turn = 0; turn < turns; turn++) await Promise.resolve();
      for (let turn = 0; turn < turns / 4; turn++) await new Promise((resolve) => setImmediate(resolve));
      abort.abort();
      const outcome = await imported;
      const { tables, namespaces: made } = await left();
      seen.add(`${outcome} ${tables} ${made}`);
      await connection.close();
    }
    const all = 'imported 20 50';
    const allowed = mode === 'create' ? [all, 'aborted 0 0'] : [all, 'aborted 0 0', 'aborted 20 50'];
    expect([...seen].filter((outcome) => !allowed.includes(outcome))).toEqual([]);
    expect(seen).toContain('aborted 0 0');
  });

  it.each([
    ['namespaces', { namespaces: many(10_001, (index) => ({ name: `n${index}` })) }, /10001 namespaces.*10000/],
    ['tables', { tables: many(10_001, (index) => table(`t${index}`)) }, /10001 tables.*10000/],
    ['bytes', { namespaces: [{ name: 'n', configuration: { key: 'x'.repeat(16 * 1024 * 1024) } }] }, /16777216 bytes/],
  ] as const)('with too many %s is refused before anything is created', async (_, given, message) => {
    for (const { mode } of MODES) {
      const { connection, left, generation } = await open();
      const before = generation();
      await expect(connection.importStream(streamOf(backup(given), 1_000_000), { mode })).rejects.toMatchObject({
        code: 'INVALID_ARGUMENT',
        message: expect.stringMatching(message),
        details: { line: 1 },
      });
      expect(generation()).toBe(before);
      expect(await left()).toEqual({ tables: 0, namespaces: 0 });
      await connection.close();
    }
  });
});
