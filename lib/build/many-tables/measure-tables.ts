/*
 * Prints the cost of many tables with three families: the time to create, use, close and open them, and memory, handles
 * and files. The tables are used in turn, like those of a program that has one for each of its documents.
 */
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Connection } from '../../client/connection.js';
import { directTransport } from '../../client/page/direct-transport.js';
import { systemClock } from '../../clock.js';
import { Database } from '../../engine/server/database.js';
import { NodeFileSystem } from '../../kits/node/node-file-system.js';
import { Get } from '../../model/get.js';
import { Put } from '../../model/put.js';
import { MemoryCatalog } from '../../storage/catalog/memory-catalog.js';
import { CountingFileSystem } from '../../testing/fakes/counting-file-system.js';
import { createYielder } from '../../yielder.js';

const FAMILIES = ['f', 'g', 'h'];
const ROUNDS = 10;
const MIB = 1024 * 1024;

const tables = Number(process.argv[2] ?? 1000);
const root = mkdtempSync(join(tmpdir(), 'bigtab-tables-'));
const catalog = new MemoryCatalog();
const yielder = createYielder();
let sessions = 0;
const names = Array.from({ length: tables }, (_, index) => `table-${index}`);

async function open(): Promise<{ readonly connection: Connection; readonly files: CountingFileSystem }> {
  const files = new CountingFileSystem(new NodeFileSystem(root));
  const parts = { files, catalog, clock: systemClock, yielder: yielder.yield, random: Math.random };
  const database = await Database.open({ ...parts, backend: 'memory' }, { name: 'tables' });
  const transport = directTransport(database);
  const id = `session-${++sessions}`;
  const connection = new Connection({ name: 'tables', id, transport, clock: systemClock, yielder: yielder.yield });
  return { connection, files };
}

async function timed<T>(what: string, work: () => Promise<T>): Promise<T> {
  const start = performance.now();
  const result = await work();
  console.log(`${what.padEnd(44)}${(performance.now() - start).toFixed(0).padStart(8)} ms`);
  return result;
}

function usedBytes(): number {
  (globalThis as { gc?: () => void }).gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** One row with a cell in each family, in one table after the other. */
async function putInTurn(connection: Connection, round: number): Promise<void> {
  for (const name of names) {
    const put = new Put(`row-${round}`);
    for (const family of FAMILIES) put.addColumn(family, 'q', `value ${round} of ${name}, which has some length`);
    await connection.getTable(name).put(put);
    await connection.getTable(name).get(new Get('row-0'));
  }
}

function printFiles(): void {
  const all = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) =>
    statSync(join(root, path)).isFile(),
  );
  const bytes = all.reduce((sum, path) => sum + statSync(join(root, path)).size, 0);
  const stores = all.filter((path) => path.startsWith('data')).length;
  console.log(`files: ${all.length}, of which ${stores} store files; ${(bytes / MIB).toFixed(1)} MiB in all`);
}

async function session(title: string, work: (connection: Connection) => Promise<void>): Promise<void> {
  console.log(`\n${title}`);
  const before = usedBytes();
  const { connection, files } = await timed('open', open);
  await work(connection);
  console.log(`memory ${((usedBytes() - before) / MIB).toFixed(1)} MiB; most open handles ${files.handles.most}`);
  files.done.flushes = 0;
  await timed('close', () => connection.close());
  console.log(`device flushes while closing: ${files.done.flushes}`);
  printFiles();
}

const putAndGetInEach = (round: number) => (connection: Connection) =>
  timed('a put and a get in each table', () => putInTurn(connection, round));

console.log(`${tables} tables with ${FAMILIES.length} families`);
await session('created, and one row in each', async (connection) => {
  const families = [...FAMILIES];
  await timed('create', async () => {
    for (const name of names) await connection.ensureTable({ name, families });
  });
  await putAndGetInEach(0)(connection);
});
await session(`used ${ROUNDS} times`, async (connection) => {
  for (let round = 1; round <= ROUNDS; round++) await putAndGetInEach(round)(connection);
});
await session('every memstore flushed', async (connection) => {
  await timed('flush', async () => {
    await Promise.all(names.map((name) => connection.getAdmin().flush(name)));
  });
});
await session('read once', putAndGetInEach(1));
yielder.close();
rmSync(root, { recursive: true });
