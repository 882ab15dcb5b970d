import { describe, expect, it } from 'vitest';
import type { Connection } from '../../client/connection.js';
import { defineTable, text } from '../../index.js';
import { Delete } from '../../model/delete.js';
import { Put } from '../../model/put.js';
import { memoryMedium, openEngine } from '../../testing/samples/engine.js';

/* A unique index judges the state that an atomic step leaves, not the states between its mutations. */

const INDEXES = { byMail: { on: 'e:mail', unique: true } } as const;
const WAYS = ['atomicBatch', 'transact'] as const;

async function tables() {
  const { connection } = await openEngine(memoryMedium());
  for (const name of ['t', 'u']) await connection.ensureTable({ name, families: ['e'], indexes: INDEXES });
  await connection.getTable('t').put(['a', 'b', 'c'].map((row) => mail(row, row)));
  await connection.getTable('u').put(mail('z', 'z'));
  return connection;
}

function mail(row: string, value: string): Put {
  return new Put(row).addColumn('e', 'mail', value);
}

/** One atomic step: tables and mutations of them. */
type Step = readonly (readonly [table: string, mutation: Put | Delete])[];

async function run(connection: Connection, way: (typeof WAYS)[number], step: Step): Promise<void> {
  if (way === 'atomicBatch') {
    await connection.atomicBatch(step.map(([table, mutation]) => ({ table, mutation })));
    return;
  }
  await connection.transact(async (transaction) => {
    for (const [name, mutation] of step) {
      const table = transaction.table(connection.getTable(name));
      if (mutation instanceof Put) table.put(mutation);
      else table.delete(mutation);
    }
  });
}

/** Each row of a table with its value, by the index; the index and a scan of all rows must agree. */
async function mails(connection: Connection, name = 't'): Promise<string> {
  const table = connection.getTable(name);
  const shown = async (scan: object) =>
    (await table.getScanner(scan).toArray())
      .map((row) => `${row.key}=${row.getText('e', 'mail')}`)
      .sort()
      .join(' ');
  const all = await shown({});
  expect(await shown({ index: 'byMail' })).toBe(all);
  return all;
}

describe.each(WAYS)('A unique index, in %s', (way) => {
  it.each<[string, Step, string]>([
    [
      'two rows swap their values',
      [
        ['t', mail('a', 'b')],
        ['t', mail('b', 'a')],
      ],
      'a=b b=a c=c',
    ],
    [
      'three rows pass their values on',
      [
        ['t', mail('a', 'b')],
        ['t', mail('b', 'c')],
        ['t', mail('c', 'a')],
      ],
      'a=b b=c c=a',
    ],
    [
      'a row gets a new key',
      [
        ['t', mail('new', 'a')],
        ['t', new Delete('a')],
      ],
      'b=b c=c new=a',
    ],
    [
      'a row has a value of another row in between',
      [
        ['t', mail('a', 'b')],
        ['t', mail('a', 'd')],
      ],
      'a=d b=b c=c',
    ],
    [
      'two rows have one value in between',
      [
        ['t', mail('d', 'x')],
        ['t', mail('e', 'x')],
        ['t', new Delete('d')],
      ],
      'a=a b=b c=c e=x',
    ],
    [
      'several tables take part',
      [
        ['t', mail('a', 'b')],
        ['u', mail('y', 'z')],
        ['t', mail('b', 'a')],
        ['u', new Delete('z')],
      ],
      'a=b b=a c=c',
    ],
  ])('allows that %s', async (_, step, expected) => {
    const connection = await tables();
    await run(connection, way, step);
    expect(await mails(connection)).toBe(expected);
    await mails(connection, 'u');
    await connection.close();
  });

  it.each<[string, Step, object]>([
    [
      'another row has the value',
      [
        ['t', mail('d', 'd')],
        ['t', mail('e', 'a')],
      ],
      { row: 'a', refused: 'e', mutation: 1 },
    ],
    [
      'two mutations of the step write the same value',
      [
        ['t', mail('d', 'x')],
        ['t', mail('e', 'x')],
      ],
      { row: 'd', refused: 'e', mutation: 1 },
    ],
    [
      'a row takes the value of a row that keeps it',
      [
        ['t', mail('a', 'b')],
        ['t', mail('b', 'b')],
      ],
      { row: 'b', refused: 'a', mutation: 0 },
    ],
    [
      'only one of two values is free afterwards',
      [
        ['t', mail('a', 'b')],
        ['u', mail('y', 'z')],
        ['t', mail('b', 'a')],
      ],
      { row: 'z', refused: 'y', mutation: 1 },
    ],
  ])('writes nothing if %s', async (_, step, details) => {
    const connection = await tables();
    const error = { code: 'CONDITION_FAILED', details: { index: 'byMail', ...details } };
    await expect(run(connection, way, step)).rejects.toMatchObject(error);
    expect(await mails(connection)).toBe('a=a b=b c=c');
    expect(await mails(connection, 'u')).toBe('z=z');
    await connection.close();
  });
});

describe('A unique index', () => {
  it('refuses a swap in a list of puts, because each row is a step', async () => {
    const connection = await tables();
    const table = connection.getTable('t');
    const failed = { code: 'BATCH_FAILED' };
    await expect(table.put([mail('a', 'b'), mail('b', 'a')])).rejects.toMatchObject(failed);
    await expect(table.batch([mail('a', 'c'), mail('c', 'a')])).rejects.toMatchObject(failed);
    expect(await mails(connection)).toBe('a=a b=b c=c');
    await connection.close();
  });

  it('judges the result of a mutateRow with several mutations, and of a checkAndMutate', async () => {
    const connection = await tables();
    const table = connection.getTable('t');
    await table.mutateRow({ row: 'a', mutations: [mail('a', 'b'), new Delete('a').addColumns('e', 'mail')] } as never);
    expect(await mails(connection)).toBe('b=b c=c');
    await expect(
      table.checkAndMutate({ row: 'b', family: 'e', qualifier: 'mail', value: 'b', action: mail('b', 'c') } as never),
    ).rejects.toMatchObject({ code: 'CONDITION_FAILED', details: { index: 'byMail', row: 'c' } });
    expect(await mails(connection)).toBe('b=b c=c');
    await connection.close();
  });

  it('allows a swap in a typed table', async () => {
    const connection = await tables();
    const users = defineTable({
      name: 'users',
      families: { e: { columns: { mail: text } } },
      indexes: { byMail: { on: 'e:mail', unique: true } },
    });
    const table = await connection.ensureTable(users);
    const user = (row: string, value: string) => ({ row, cells: { e: { mail: value } } });
    await table.put([user('1', 'x'), user('2', 'y')]);
    await connection.atomicBatch([
      { table, mutation: user('1', 'y') },
      { table, mutation: user('2', 'x') },
    ]);
    expect(await mails(connection, 'users')).toBe('1=y 2=x');
    await connection.close();
  });
});
