import { describe, expect, it } from 'vitest';
import { Append } from '../model/append.js';
import { CheckAndMutate } from '../model/check-and-mutate.js';
import { bytes, type Codec, float64, int64, text } from '../model/codec.js';
import { Delete } from '../model/delete.js';
import { Get } from '../model/get.js';
import { Increment } from '../model/increment.js';
import { json } from '../model/json-codec.js';
import { Put } from '../model/put.js';
import { RowMutations } from '../model/row-mutations.js';
import { memoryMedium, openEngine } from '../testing/samples/engine.js';
import { columnEquals } from './column-equals.js';
import { defineTable } from './define-table.js';
import { ROW_NAMES } from './typed-row.js';

/** Stores a Date as text. */
const date: Codec<Date> = {
  name: 'date',
  encode: (value) => text.encode(value.toISOString()),
  decode: (stored) => new Date(text.decode(stored)),
};

const notes = defineTable({
  name: 'notes',
  families: {
    e: { columns: { type: text, tags: json<string[]>(), done: json<boolean>(), at: date, rank: float64, raw: bytes } },
    n: { columns: { hits: int64 } },
    any: {},
  },
});

async function open() {
  const { connection } = await openEngine(memoryMedium());
  return { connection, table: await connection.ensureTable(notes) };
}

const at = new Date('2026-11-25T10:00:00Z');
const BAD = expect.objectContaining({ code: 'INVALID_ARGUMENT', details: expect.objectContaining({ table: 'notes' }) });

describe('A row of a typed table', () => {
  it('has its key, whether it is empty, and the readers of a Result', async () => {
    const { table } = await open();
    await table.put({ row: 'grün', cells: { n: { hits: 7 }, any: { j: '{"a":1}', t: 'text' }, e: { rank: 1.5 } } });
    const row = await table.get('grün');
    expect([row.key, row.isEmpty]).toEqual(['grün', false]);
    expect(row.getLong('n', 'hits')).toBe(7n);
    expect(row.getNumber('n', 'hits')).toBe(7);
    expect(row.getDouble('e', 'rank')).toBe(1.5);
    expect(row.getJson('any', 'j')).toEqual({ a: 1 });
    expect(row.getText('any', 't')).toBe('text');
    expect(row.toObject({ text: true }).any).toEqual({ j: '{"a":1}', t: 'text' });
    expect(row.toObject()).toEqual(row.result.toObject());
    expect(Object.keys(row)).toEqual(['result', 'e', 'n', 'any']);
    const shared = Object.getOwnPropertyNames(Object.getPrototypeOf(row));
    expect(['result', 'key', ...shared].sort()).toEqual([...ROW_NAMES].sort());
    const none = await table.get('none');
    expect([none.key, none.isEmpty, none.getLong('n', 'hits'), none.getJson('any', 'j')]).toEqual([
      null,
      true,
      null,
      null,
    ]);
    expect(none.e).toEqual({ type: null, tags: null, done: null, at: null, rank: null, raw: null });
    const keys: string[] = [];
    for await (const { key } of table.getScanner()) keys.push(key);
    expect(keys).toEqual(['grün']);
  });

  it('cannot have a family with the name of one of its properties', () => {
    const names = [
      'key',
      'isEmpty',
      'result',
      'toJSON',
      'toObject',
      'getText',
      'getLong',
      'getNumber',
      'getDouble',
      'getJson',
    ];
    for (const name of names)
      expect(() => defineTable({ name: 't', families: { [name]: {} } })).toThrow(
        `a typed table cannot have a family '${name}'`,
      );
  });
});

describe('A typed table', () => {
  it('puts decoded values in a list of cells, with timestamps, and in a list of puts', async () => {
    const { table } = await open();
    await table.put([
      {
        row: 'a',
        cells: [
          { family: 'e', qualifier: 'type', value: 'old', timestamp: 5 },
          { family: 'e', qualifier: 'at', value: at },
          { family: new TextEncoder().encode('any'), qualifier: 'q', value: 'v' },
        ],
      },
      { row: 'b', cells: { e: { tags: ['x'], done: false } } },
    ]);
    const [a, b] = await table.get(['a', 'b']);
    expect(a?.e.at).toEqual(at);
    expect(a?.result.getColumnLatestCell('e', 'type')?.timestamp).toBe(5);
    expect(a?.getText('any', 'q')).toBe('v');
    expect([b?.e.tags, b?.e.done]).toEqual([['x'], false]);
  });

  it('appends to columns of codecs that support it, and refuses the others', async () => {
    const { table } = await open();
    await table.put({ row: 'a', cells: { e: { type: 'to' }, any: { q: 'v' } } });
    const row = await table.append({ row: 'a', values: { e: { type: 'do', raw: Uint8Array.of(1) }, any: { q: 'w' } } });
    expect([row.key, row.e.type, row.e.raw, row.getText('any', 'q')]).toEqual(['a', 'todo', Uint8Array.of(1), 'vw']);
    const listed = { row: 'a', values: [{ family: 'e', qualifier: 'type', value: '!' }] } as const;
    expect((await table.append(listed)).e.type).toBe('todo!');
    expect((await table.append(new Append('a').addColumn('e', 'type', '?'))).e.type).toBe('todo!?');
    const wrong = [
      { row: 'a', values: { e: { tags: ['x'] } } },
      { row: 'a', values: { n: { hits: 1n } } },
      { row: 'a', values: { e: { type: 5 } } },
      new Append('a').addColumn('e', 'tags', '["y"]'),
      new Append('a').addColumn('e', 'type', Uint8Array.of(0xff)),
    ];
    for (const append of wrong) await expect(table.append(append as never)).rejects.toEqual(BAD);
    await expect(table.append(wrong[0] as never)).rejects.toThrow('the codec json does not support append');
    expect((await table.get('a')).e.type).toBe('todo!?');
  });

  it('increments counters, and refuses columns of other codecs', async () => {
    const { table } = await open();
    expect((await table.increment({ row: 'a', amounts: { n: { hits: 2 }, any: { q: 1 } } })).n.hits).toBe(2n);
    expect((await table.increment(new Increment('a').addColumn('n', 'hits', 3))).n.hits).toBe(5n);
    const wrong = [
      { row: 'a', amounts: { e: { rank: 1 } } },
      { row: 'a', amounts: [{ family: 'e', qualifier: 'type', amount: 1 }] },
      new Increment('a').addColumn('e', 'rank', 1),
    ];
    for (const increment of wrong) await expect(table.increment(increment as never)).rejects.toEqual(BAD);
  });

  it('checks a decoded value, and returns a typed row', async () => {
    const { table } = await open();
    await table.put({ row: 'a', cells: { e: { type: 'todo' }, n: { hits: 5 } } });
    const done = { row: 'a', cells: { e: { type: 'done' } } };
    const held = await table.checkAndMutate({ row: 'a', family: 'n', qualifier: 'hits', value: 5n, action: done });
    expect([held.success, held.result, (await table.get('a')).e.type]).toEqual([true, null, 'done']);
    const counted = await table.checkAndMutate({
      row: 'a',
      family: 'e',
      qualifier: 'type',
      value: 'done',
      action: { row: 'a', amounts: { n: { hits: 1 } } },
    });
    expect(counted.getResult()?.n.hits).toBe(6n);
    const missed = await table.checkAndMutate({
      row: 'a',
      family: 'e',
      qualifier: 'type',
      value: 'todo',
      action: done,
    });
    expect([missed.isSuccess(), missed.result]).toEqual([false, null]);
    const absent = { row: 'a', family: 'e', qualifier: 'tags', value: null, action: done } as const;
    const larger = { row: 'a', family: 'n', qualifier: 'hits', op: 'GREATER', value: 7, action: done } as const;
    const filtered = { row: 'a', filter: columnEquals(notes, 'n:hits', 6n), action: done };
    const results = await table.checkAndMutate([absent, larger, filtered]);
    expect(results.map(({ success }) => success)).toEqual([true, true, true]);
  });

  it('checks a decoded value in a condition that is built step by step', async () => {
    const { table } = await open();
    await table.put({ row: 'a', cells: { n: { hits: 5 } } });
    const hits = () => table.checkAndMutate('a', 'n').qualifier('hits');
    expect(
      await hits()
        .ifEquals(4n)
        .thenPut({ row: 'a', cells: { e: { type: 'no' } } }),
    ).toBe(false);
    expect(
      await hits()
        .ifEquals(5)
        .thenPut({ row: 'a', cells: { e: { type: 'yes' } } }),
    ).toBe(true);
    expect(
      await hits()
        .ifMatches('GREATER', 6)
        .thenMutate({ row: 'a', mutations: [{ row: 'a', amounts: { n: { hits: 1 } } }] }),
    ).toBe(true);
    expect(await hits().ifNotExists().thenDelete({ row: 'a' })).toBe(false);
    expect(await hits().timeRange([0, 1]).ifNotExists().thenDelete({ row: 'a' })).toBe(true);
    expect(await table.exists('a')).toBe(false);
    await expect(hits().thenDelete({ row: 'a' })).rejects.toMatchObject({ code: 'INVALID_STATE' });
    await expect(
      hits()
        .ifEquals('x' as never)
        .thenDelete({ row: 'a' }),
    ).rejects.toEqual(BAD);
  });

  it('mutates a row, and returns the new values', async () => {
    const { table } = await open();
    const row = await table.mutateRow({
      row: 'a',
      mutations: [
        { row: 'a', cells: { e: { tags: ['x'] } } },
        { row: 'a', amounts: { n: { hits: 3 } } },
        { row: 'a', values: { e: { type: 'todo' } } },
        { kind: 'Delete', row: 'a', markers: [{ kind: 'columns', family: 'e', qualifier: 'done' }] },
        new Put('a').addColumn('e', 'rank', float64.encode(2)),
      ],
    });
    expect([row.n.hits, row.e.type]).toEqual([3n, 'todo']);
    expect((await table.get('a')).e).toMatchObject({ tags: ['x'], rank: 2 });
    await table.mutateRow(new RowMutations('a').add(new Put('a').addColumn('e', 'type', 'done')));
    const wrong = { row: 'a', mutations: [{ row: 'a', cells: { e: { tags: 5n } } }] };
    await expect(table.mutateRow(wrong as never)).rejects.toEqual(BAD);
  });

  it('runs a batch of decoded values, and reports a row that cannot be decoded like any other failure', async () => {
    const { table } = await open();
    const results: unknown[] = [];
    const [, row, check, counted] = await table.batch(
      [
        { row: 'a', cells: { e: { tags: ['x'], at } } },
        { kind: 'Get', row: 'a' },
        { row: 'a', family: 'e', qualifier: 'tags', value: ['x'], action: { row: 'a', amounts: { n: { hits: 1 } } } },
        { row: 'a', amounts: { n: { hits: 1 } } },
        { kind: 'Delete', row: 'b' },
      ],
      results,
    );
    expect(results.slice(0, 4)).toEqual([results[0], row, check, counted]);
    expect(row).toMatchObject({ key: 'a', e: { tags: ['x'], at } });
    expect(check).toMatchObject({ success: true, result: { n: { hits: 1n } } });
    expect(counted).toMatchObject({ n: { hits: 2n } });
    await table.table.put(new Put('bad').addColumn('n', 'hits', 'no number'));
    const failed = await table.batch([new Get('a'), new Get('bad')]).catch((error) => error);
    expect(failed).toMatchObject({
      code: 'BATCH_FAILED',
      details: { causes: [{ index: 1, code: 'INVALID_ARGUMENT' }] },
    });
    expect(failed.message).toContain("table 'notes', column 'n:hits' of row 'bad': expected 8 bytes, found 9");
    expect(failed.details.results[0]).toMatchObject({ key: 'a' });
    await expect(table.batch([{ row: 'c', cells: { e: { rank: 'x' } } }] as never)).rejects.toMatchObject({
      details: { family: 'e', qualifier: 'rank', table: 'notes', index: 0 },
    });
  });

  it('takes part in an atomic batch with decoded values, beside other tables', async () => {
    const { connection, table } = await open();
    const plain = await connection.ensureTable({ name: 'plain', families: ['f'] });
    const [put, counted, other] = await connection.atomicBatch([
      { table, mutation: { row: 'a', cells: { e: { tags: ['x'] } } } },
      { table, mutation: { row: 'a', amounts: { n: { hits: 4 } } } },
      { table: plain, mutation: { row: 'r', amounts: { f: { q: 1 } } } },
      { table: 'plain', mutation: new Put('s').addColumn('f', 'q', 'v') },
      { table, mutation: { row: 'b', mutations: [{ row: 'b', cells: { e: { done: true } } }] } },
      { table, mutation: { kind: 'Delete', row: 'c' } },
    ]);
    expect([put.isEmpty, counted.n.hits, other.getLong('f', 'q')]).toEqual([true, 4n, 1n]);
    expect((await table.get(['a', 'b'])).map(({ e }) => [e.tags, e.done])).toEqual([
      [['x'], null],
      [null, true],
    ]);
    const wrong = [
      { table: plain, mutation: new Put('t').addColumn('f', 'q', 'v') },
      { table, mutation: { row: 'a', cells: { e: { tags: 5n } } } },
    ];
    await expect(connection.atomicBatch(wrong as never)).rejects.toEqual(BAD);
    await expect(
      connection.atomicBatch([{ table, mutation: new Put('a').addColumn('n', 'hits', 'no number') }]),
    ).rejects.toEqual(BAD);
    expect(await plain.exists('t')).toBe(false);
  });

  it('has a mutator that takes decoded values', async () => {
    const { table } = await open();
    const mutator = table.getBufferedMutator({ maxMutations: 100 });
    await mutator.mutate({ row: 'a', cells: { e: { at } } });
    await mutator.mutate([{ row: 'a', amounts: { n: { hits: 1 } } }, { kind: 'Delete', row: 'b' }, new Delete('c')]);
    await expect(mutator.mutate({ row: 'a', cells: { e: { at: 'now' } } } as never)).rejects.toEqual(BAD);
    await mutator.close();
    const { e, n } = await table.get('a');
    expect([e.at, n.hits]).toEqual([at, 1n]);
    const untyped = table.table.getBufferedMutator();
    expect(untyped.getName()).toBe('notes');
    await untyped.close();
  });

  it('reports whether rows of a list exist', async () => {
    const { table } = await open();
    await table.put({ row: 'a', cells: { e: { type: 'todo' } } });
    expect(await table.exists(['a', 'b', { row: 'a', columns: ['n'] }])).toEqual([true, false, false]);
    expect(await table.exists([])).toEqual([]);
  });

  it('explains a read', async () => {
    const { table } = await open();
    expect((await table.explain('a')).families.map(({ family }) => family)).toEqual(['any', 'e', 'n']);
    expect((await table.explain({ prefix: 'a' })).families).toHaveLength(3);
  });

  it('accepts a request that is an object if the codecs can read its bytes, and refuses it otherwise', async () => {
    const { table } = await open();
    await table.put(new Put('a').addColumn('e', 'tags', '["x"]').addColumn('any', 'q', Uint8Array.of(0xff)));
    expect((await table.get(new Get('a'))).e.tags).toEqual(['x']);
    const put = new Put('a').addColumn('e', 'tags', 'not json');
    const check = CheckAndMutate.newBuilder('a');
    const refused: { [what: string]: () => Promise<unknown> } = {
      put: () => table.put(put),
      'a list of puts': () => table.put([new Put('a').addColumn('e', 'type', 'v'), put]),
      mutateRow: () => table.mutateRow(new RowMutations('a').add(put)),
      'a put in a literal': () => table.mutateRow({ row: 'a', mutations: [put] }),
      batch: () => table.batch([put]),
      mutate: () => table.getBufferedMutator().mutate(put),
      'a condition': () => table.checkAndMutate(check.ifEquals('n', 'hits', 'x').build(new Delete('a'))),
      'an action': () => table.checkAndMutate(check.ifNotExists('e', 'type').build(put)),
    };
    for (const [what, call] of Object.entries(refused)) {
      const error = (await call().catch((cause) => cause)) as Error;
      expect(error, what).toEqual(BAD);
      expect(error.message, what).toMatch(
        /table 'notes', column '(e:tags|n:hits)' of row 'a': (these bytes are not JSON|expected 8 bytes)/,
      );
    }
    expect(await table.checkAndMutate(check.ifEquals('e', 'tags', '["x"]').build(new Delete('a')))).toMatchObject({
      success: true,
    });
  });

  it('names the place of a wrong value in a list', async () => {
    const { table } = await open();
    const other = defineTable({ name: 'other', families: { e: { columns: { '': int64 } } } });
    const typed = await (await open()).connection.ensureTable(other);
    const put = typed.put({ row: 'r', cells: [{ family: 'e', value: 'x' }] } as never);
    await expect(put).rejects.toMatchObject({
      message: "table 'other', column 'e:' of row 'r': a long must be a safe integer or a 64-bit bigint; got text",
      details: { family: 'e', qualifier: '' },
    });
    const puts = Array.from({ length: 20 }, (_, row) => ({ row: `r${row}`, cells: { e: { rank: row as unknown } } }));
    puts[17] = { row: 'r17', cells: { e: { rank: 'x' } } };
    await expect(table.put(puts as never)).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      details: { index: 17, table: 'notes', family: 'e', qualifier: 'rank' },
    });
    expect(await table.exists('r0')).toBe(false);
  });
});

describe('columnEquals', () => {
  it('finds the rows whose column has a decoded value, and not those without the column', async () => {
    const { table } = await open();
    await table.put([
      { row: 'a', cells: { e: { type: 'todo', at } } },
      { row: 'b', cells: { e: { type: 'done' }, any: { q: 'v' } } },
      { row: 'c', cells: { n: { hits: 5 } } },
    ]);
    const keys = async (filter: ReturnType<typeof columnEquals>) =>
      (await table.getScanner({ filter }).toArray()).map(({ key }) => key);
    expect(await keys(columnEquals(notes, 'e:type', 'todo'))).toEqual(['a']);
    expect(await keys(columnEquals(notes, 'e:at', at))).toEqual(['a']);
    expect(await keys(columnEquals(notes, 'n:hits', 5))).toEqual(['c']);
    expect(await keys(columnEquals(notes, 'any:q', 'v'))).toEqual(['b']);
    const filter = columnEquals(notes, 'e:type', 'todo');
    expect([filter.filterIfMissing, filter.latestVersionOnly, filter.op]).toEqual([true, true, 'EQUAL']);
  });

  it('refuses a wrong value and an unknown family', () => {
    const equals = columnEquals as (...given: readonly unknown[]) => unknown;
    for (const [column, value] of [
      ['n:hits', 'many'],
      ['e:type', 5],
      ['people:q', 'v'],
      ['e', 'v'],
    ])
      expect(() => equals(notes, column, value)).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT' }));
  });
});
