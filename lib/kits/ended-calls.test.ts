import { describe, expect, it } from 'vitest';
import '../backup/backup-code.js';
import type { Connection } from '../client/connection.js';
import { SimulatedMachine } from './simulated-machine.js';

const NEVER = new Promise<never>(() => {});
const never = (): Promise<never> => NEVER;

/** A call that does not settle by itself within a turn: the clock of the machine never moves. */
interface Wait {
  readonly name: string;
  readonly begin: (connection: Connection) => Promise<unknown>;
}

async function fill(connection: Connection): Promise<void> {
  const table = await connection.ensureTable({ name: 't', families: ['f'] });
  await table.put(Array.from({ length: 50 }, (_, index) => ({ row: `r${index}`, cells: { f: { q: 'v' } } })));
}

/** A transaction whose reads change before each commit. */
function conflicting(connection: Connection): Promise<unknown> {
  const table = connection.getTable('t');
  let run = 0;
  return connection.transact(async (transaction) => {
    const own = transaction.table(table);
    await own.get('r0');
    await table.put({ row: 'r0', cells: { f: { q: `${run++}` } } });
    own.put({ row: 'r1', cells: { f: { q: 'v' } } });
  });
}

const endless = (): ReadableStream<Uint8Array> => new ReadableStream({ pull: never });

async function partOfExport(connection: Connection): Promise<ReadableStream<Uint8Array>> {
  const reader = connection.exportStream().getReader();
  const { value } = await reader.read();
  await reader.cancel();
  let given = false;
  return new ReadableStream({
    pull: (controller) => {
      if (given) return NEVER;
      given = true;
      controller.enqueue(value as Uint8Array);
      return undefined;
    },
  });
}

const WAITS: readonly Wait[] = [
  { name: 'the pause of a transaction after a conflict', begin: conflicting },
  { name: 'the function of a transaction', begin: (connection) => connection.transact(never) },
  {
    name: 'the function of a transaction that has read',
    begin: (connection) =>
      connection.transact(async (transaction) => {
        await transaction.table(connection.getTable('t')).get('r0');
        return NEVER;
      }),
  },
  {
    name: 'the stream of an import',
    begin: (connection) => connection.importStream(endless(), { mode: 'merge' }),
  },
  {
    name: 'the stream of an import whose header has arrived',
    begin: async (connection) => connection.importStream(await partOfExport(connection), { mode: 'merge' }),
  },
  {
    name: 'the target of a backup',
    begin: (connection) => connection.backup(new WritableStream<Uint8Array>({ write: never })),
  },
  {
    name: 'the target of a backup that is not ready',
    begin: (connection) => {
      const target = new WritableStream<Uint8Array>({ start: never });
      return connection.backup(target);
    },
  },
  {
    name: 'the next state of a live list',
    begin: async (connection) => {
      const states = connection.getTable('t').watch({})[Symbol.asyncIterator]();
      await states.next();
      for (;;) {
        const { done, value } = await states.next();
        if (done) throw Object.assign(new Error('ended'), { code: 'CONNECTION_CLOSED' });
        if (value.error !== null) throw value.error;
      }
    },
  },
];

/** Lets everything run that does not wait for time. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 300; turn++) await new Promise((resolve) => setImmediate(resolve));
}

/** How a call ended; 'open' if it did not. */
function watched(call: Promise<unknown>): { outcome: string } {
  const seen = { outcome: 'open' };
  call.then(
    () => {
      seen.outcome = 'resolved';
    },
    (error: { readonly code?: string }) => {
      seen.outcome = error.code ?? String(error);
    },
  );
  return seen;
}

/** A call that waits, on a separate machine. */
async function waiting({ begin }: Wait) {
  const machine = new SimulatedMachine();
  const connection = await machine.open();
  await fill(connection);
  const call = watched(begin(connection));
  await settle();
  expect(call.outcome).toBe('open');
  return { machine, connection, call };
}

describe('A call that waits', () => {
  it.for(WAITS)('rejects with WORKER_LOST when the machine is killed: $name', async (wait) => {
    const { machine, connection, call } = await waiting(wait);
    machine.kill();
    await settle();
    expect(call.outcome).toBe('WORKER_LOST');
    const closed = watched(connection.close());
    await settle();
    expect(closed.outcome).toBe('resolved');
  });

  it.for(WAITS)('rejects with CONNECTION_CLOSED when the connection closes: $name', async (wait) => {
    const { connection, call } = await waiting(wait);
    const closed = watched(connection.close());
    await settle();
    expect([call.outcome, closed.outcome]).toEqual(['CONNECTION_CLOSED', 'resolved']);
  });
});
