import { describe, expect, it } from 'vitest';
import { text } from '../model/codec.js';
import { Put } from '../model/put.js';
import { memoryMedium, openEngine } from '../testing/samples/engine.js';
import { defineTable } from './define-table.js';

const now = new Date() as never;
const cells = { f: { q: now } };
const ADVICE = 'a value must be text or bytes; got Date: use toISOString()';

async function open() {
  const { connection } = await openEngine(memoryMedium());
  const table = await connection.ensureTable({ name: 'notes', families: ['f'] });
  return { connection, table };
}

/** The error with which `work` fails. */
function messageOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'nothing',
    ({ code, message }) => `${code} ${message}`,
  );
}

describe('A refused value', () => {
  const expected = `INVALID_ARGUMENT table 'notes', column 'f:q' of row 'r': ${ADVICE}`;

  it('is reported with table, row and column by every call that writes', async () => {
    const { connection, table } = await open();
    const mutator = connection.getBufferedMutator('notes');
    const calls: { [what: string]: () => Promise<unknown> } = {
      put: () => table.put({ row: 'r', cells }),
      'a list of puts': () =>
        table.put([
          { row: 'a', cells: { f: { q: 'v' } } },
          { row: 'r', cells },
        ]),
      append: () => table.append({ row: 'r', values: cells }),
      mutateRow: () => table.mutateRow({ row: 'r', mutations: [{ row: 'r', cells }] }),
      batch: () => table.batch([{ row: 'r', cells }]),
      checkAndMutate: () => table.checkAndMutate({ row: 'r', family: 'f', action: { row: 'r', cells } }),
      'a list of checks': () => table.checkAndMutate([{ row: 'r', family: 'f', action: { row: 'r', cells } }]),
      'the value of a check': () =>
        table.checkAndMutate({ row: 'r', family: 'f', qualifier: 'q', value: now, action: { row: 'r', cells: {} } }),
      checkAndPut: () => table.checkAndPut('r', 'f', 'q', null, { row: 'r', cells }),
      'the value of checkAndPut': () => table.checkAndPut('r', 'f', 'q', now, { row: 'r', cells: {} }),
      'a check step by step': () => table.checkAndMutate('r', 'f').ifNotExists().thenPut({ row: 'r', cells }),
      atomicBatch: () => connection.atomicBatch([{ table, mutation: { row: 'r', cells } }]),
      mutator: () => mutator.mutate({ row: 'r', cells }),
    };
    for (const [what, call] of Object.entries(calls)) expect(await messageOf(call()), what).toBe(expected);
    await mutator.close();
    expect(await table.exists(['a', 'r'])).toEqual([false, false]);
  });

  it('is reported with its place in details', async () => {
    const { table } = await open();
    const details = { table: 'notes', family: 'f', qualifier: 'q' };
    await expect(table.put({ row: 'r', cells })).rejects.toMatchObject({ details });
    await expect(table.put([{ row: 'r', cells }])).rejects.toMatchObject({ details: { ...details, index: 0 } });
  });

  it('is reported with row and column when a Put is created, because a Put has no table', () => {
    expect(() => new Put('r').addColumn('f', 'q', now)).toThrowError(`column 'f:q' of row 'r': ${ADVICE}`);
  });

  it('may be null in a literal, but not in a Put', async () => {
    const { table } = await open();
    const nothing = { f: { q: null as never } };
    const refused =
      "INVALID_ARGUMENT table 'notes', column 'f:q' of row 'r': a value must be text or bytes; got null: for an empty value use ''";
    expect(await messageOf(table.put({ row: 'r', cells: nothing }))).toBe(refused);
    expect(await messageOf(table.append({ row: 'r', values: nothing }))).toBe(refused);
    await table.put(new Put('r').addColumn('f', 'q', null));
    expect((await table.get('r')).getValue('f', 'q')).toEqual(new Uint8Array());
  });

  it('can be an amount that is not an integer', async () => {
    const { table } = await open();
    const refused =
      "INVALID_ARGUMENT table 'notes', column 'f:n' of row 'r': an amount must be a safe integer or a 64-bit bigint; got";
    expect(await messageOf(table.increment({ row: 'r', amounts: { f: { n: 1.5 } } }))).toBe(`${refused} 1.5`);
    expect(await messageOf(table.incrementColumnValue('r', 'f', 'n', 2n ** 63n))).toBe(`${refused} ${2n ** 63n}`);
    expect(await messageOf(table.increment({ row: 'r', amounts: { f: { n: null as never } } }))).toBe(
      `${refused} null`,
    );
  });

  it('is reported with table, row and column in a typed table, with the reason from its codec', async () => {
    const { connection } = await openEngine(memoryMedium());
    const odd = { name: 'odd', encode: () => raise('no such thing'), decode: () => raise('never') };
    const families = { f: { columns: { title: text, odd } } };
    const typed = await connection.ensureTable(defineTable({ name: 'notes', families }));
    const start = "INVALID_ARGUMENT table 'notes', column 'f:";
    const refused = (columns: object) => messageOf(typed.put({ row: 'r', cells: { f: columns } } as never));
    expect(await refused({ title: now })).toBe(`${start}title' of row 'r': expected text; got Date: use toISOString()`);
    expect(await refused({ title: {} })).toBe(
      `${start}title' of row 'r': expected text; got Object: use the json codec, or JSON.stringify`,
    );
    await expect(typed.put({ row: 'r', cells: { f: { title: now } } } as never)).rejects.toMatchObject({
      details: { table: 'notes', family: 'f', qualifier: 'title' },
    });
    expect(await refused({ odd: 'v' })).toBe(`${start}odd' of row 'r': no such thing`);
    expect(await refused({ other: now })).toBe(`${start}other' of row 'r': ${ADVICE}`);
    await typed.put({ row: 'r', cells: { f: { title: 'v' } } });
    await typed.table.put(new Put('r').addColumn('f', 'title', Uint8Array.of(0xff)));
    expect(await messageOf(typed.get('r'))).toBe(`${start}title' of row 'r': these bytes are not text in UTF-8`);
  });
});

function raise(message: string): never {
  throw new TypeError(message);
}
