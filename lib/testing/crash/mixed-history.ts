import { CheckAndMutateResult } from '../../client/answers/check-and-mutate-result.js';
import { Result } from '../../client/answers/result.js';
import type { Connection } from '../../client/connection.js';
import { BigtabError } from '../../errors.js';
import { Append } from '../../model/append.js';
import { CheckAndMutate } from '../../model/check-and-mutate.js';
import { Delete } from '../../model/delete.js';
import { Get } from '../../model/get.js';
import { Increment } from '../../model/increment.js';
import { Put } from '../../model/put.js';
import type { Durability } from './expected-state.js';

/*
 * A fixed history of several clients. Its calls are made in rounds: all calls of a round at once, client by client, and
 * the next round when all have their answers.
 *
 * If the engine dies during a round, each answer and the final state must be the same as without a death. This holds
 * because the clients send their open calls again in the order in which they first sent them. A call that only reads
 * may run again after later writes, so it reads what its round does not change.
 */

/** Makes the calls of one client in one round. */
type Calls = (client: Connection, name: string) => readonly Promise<unknown>[];

const CLIENTS = ['c0', 'c1', 'c2'] as const;
const LONG = 'x'.repeat(3_000);
/** Its writes survive every death. */
const NEW = { name: 'new', durability: 'FSYNC_WAL', families: ['f'] } as const;

const count = (row: string, amount = 1) => new Increment(row).addColumn('f', 'n', amount);
const token = (row: string, text: string) => new Append(row).addColumn('f', 'q', `${text};`);
const put = (row: string, value: string) => new Put(row).addColumn('f', 'q', value);
const ifEquals = (row: string, value: string) => CheckAndMutate.newBuilder(row).ifEquals('f', 'q', value);

/** All clients write to rows that they share, and to rows of their own. */
const writes: Calls = (client, name) => {
  const t = client.getTable('t');
  const u = client.getTable('u');
  return [
    t.put(put(`${name}/put`, 'first')),
    t.increment(count('shared')),
    t.append(token('shared', name)),
    u.put([put(`${name}/a`, 'a'), put(`${name}/b`, 'b'), put(`${name}/c`, LONG)]),
    t.checkAndMutate(ifEquals(`${name}/put`, 'first').build(put(`${name}/put`, 'second'))),
    t.checkAndMutate(ifEquals(`${name}/put`, 'first').build(put(`${name}/put`, 'wrong'))),
    u.delete(new Delete(`${name}/b`)),
    t.increment(count('shared', 10)),
  ];
};

const batches: Calls = (client, name) => {
  const t = client.getTable('t');
  const own = `${name}/batch`;
  return [
    t.batch([token('shared', `${name}b`), new Get('fixed'), count(own, 3), put(`${name}/in batch`, '1')]),
    client.atomicBatch([
      { table: 't', mutation: put(own, 'atomic') },
      { table: 'u', mutation: put(own, LONG) },
    ]),
    t.delete([new Delete(`${name}/put`), new Delete(`${name}/in batch`)]),
    t.append(token(own, name)),
    t.increment(count(own, 4)),
  ];
};

/** The clients change the schema, with writes before and after each change. */
const changes: Readonly<Record<string, Calls>> = {
  c0: (client, name) => [
    client.getTable('u').append(token('before', name)),
    client.getAdmin().createTable(NEW),
    client.getTable('new').increment(count('n')),
    client.getTable('new').increment(count('n')),
    client.getAdmin().createTable(NEW),
  ],
  c1: (client) => [
    client.getAdmin().addColumnFamily('u', 'h'),
    client.getTable('u').put(new Put('in h').addColumn('h', 'q', 'v')),
    client.getAdmin().createNamespace({ name: 'space' }),
  ],
  c2: (client, name) => [client.getTable('t').append(token('shared', `${name}s`)), client.getAdmin().flush('t')],
};

const drops: Readonly<Record<string, Calls>> = {
  c0: (client) => [
    client.getAdmin().disableTable('new'),
    client.getAdmin().truncateTable('new'),
    client.getTable('new').increment(count('n', 5)),
  ],
  c1: (client) => [
    client.getAdmin().deleteColumnFamily('u', 'h'),
    client.getAdmin().deleteNamespace('space'),
    client.getTable('u').append(token('after', 'c1')),
  ],
  c2: (client) => [client.getTable('t').increment(count('shared', 100)), client.getAdmin().majorCompact('t')],
};

/** Batches with conditions, and transactions on rows of each client and on one that they share. */
const transactions: Calls = (client, name) => {
  const own = `${name}/booked`;
  const book = () =>
    client.atomicBatch(
      [
        { table: 't', mutation: put(own, 'booked') },
        { table: 'u', mutation: count(own) },
      ],
      { conditions: [{ table: 'u', row: own, exists: false }] },
    );
  // Applied twice, it would add another version with a larger number.
  const next = (row: string) =>
    client.transact(
      async (transaction) => {
        const t = transaction.table('t');
        const before = Number((await t.get(row)).getText('f', 'q') ?? 0);
        t.put(put(row, String(before + 1)));
        transaction.table('u').increment(count(row));
      },
      { attempts: 100 },
    );
  // The second booking finds the first one.
  return [book(), book(), next(`${name}/next`), next('shared next')];
};

const ROUNDS: readonly Calls[] = [
  writes,
  batches,
  (client, name) => changes[name]?.(client, name) ?? [],
  writes,
  (client, name) => drops[name]?.(client, name) ?? [],
  (client, name) => (name === 'c1' ? [client.getAdmin().flush('u'), ...batches(client, name)] : writes(client, name)),
  transactions,
];

/** Creates the tables. `durability`: that of all writes to them. */
export async function prepareMixedHistory(connection: Connection, durability: Durability): Promise<void> {
  for (const name of ['t', 'u'])
    await connection.ensureTable({ name, durability, families: [{ name: 'f', maxVersions: 9 }] });
  await connection.getTable('t').put(put('fixed', 'fixed'));
}

/** Makes all calls, with a client for each name. Resolves to their answers as text, without timestamps. */
export async function runMixedHistory(connect: (name: string) => Connection): Promise<readonly string[]> {
  const clients = CLIENTS.map((name) => ({ name, client: connect(name) }));
  const answers: string[] = [];
  for (const [round, calls] of ROUNDS.entries()) {
    const open = clients.flatMap(({ client, name }) => calls(client, name).map((call) => textOf(call)));
    for (const [at, answer] of (await Promise.all(open)).entries()) answers.push(`${round}.${at} ${answer}`);
  }
  await Promise.all(clients.map(({ client }) => client.close()));
  return answers;
}

/** The schema, and every version of every cell, without timestamps: a mutation that ran twice left one more. */
export async function readMixedHistory(connection: Connection): Promise<readonly string[]> {
  const admin = connection.getAdmin();
  const state = [(await admin.listNamespaces()).join()];
  for (const name of await admin.listTableNames()) {
    const { families } = await admin.getDescriptor(name);
    state.push(`${name}: ${families.map((family) => family.name).join()}`);
    const rows = await connection.getTable(name).getScanner({ versions: 'all' }).toArray();
    for (const row of rows) state.push(`${name} ${cellsOf(row)}`);
  }
  return state;
}

async function textOf(call: Promise<unknown>): Promise<string> {
  try {
    return shown(await call);
  } catch (error) {
    if (!BigtabError.is(error)) throw error;
    return error.code;
  }
}

function shown(answer: unknown): string {
  if (Array.isArray(answer)) return `[${answer.map(shown).join(' ')}]`;
  if (answer instanceof CheckAndMutateResult) return `${answer.success} ${shown(answer.result)}`;
  return answer instanceof Result ? cellsOf(answer) : String(answer);
}

function cellsOf(result: Result): string {
  const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
  const cells = result.cells.map(({ row, family, qualifier, value }) => {
    const isCount = text(qualifier) === 'n';
    const content = isCount ? new DataView(value.slice().buffer).getBigInt64(0) : text(value).replace(LONG, 'long');
    return `${text(row)}:${text(family)}:${text(qualifier)}=${content}`;
  });
  return cells.join(' ');
}
