import { FIRST_TIMESTAMP, makeVersions, ROW, STEP_MS, type VersionTable } from './version-tables.js';

const VERSIONS = 1000;
const MIDDLE = FIRST_TIMESTAMP + (VERSIONS / 2) * STEP_MS;
const WARM_UP = 2000;
const RUNS = 2000;

/**
 * Prints the cost of 1,000 versions of a cell: bytes on disk, and the time of reads compared with a cell that has one
 * version.
 */
export async function measureVersions(): Promise<void> {
  for (const valueBytes of [100, 10]) await measure(valueBytes);
}

async function measure(valueBytes: number): Promise<void> {
  console.log(`\nvalues of ${valueBytes} bytes, family with KEEP_HISTORY`);
  const one = await makeVersions(1, valueBytes);
  const many = await makeVersions(VERSIONS, valueBytes);
  await printBytes('a flush', one, many, (table) => table.connection.getAdmin().flush('t'));
  await printBytes('a major compaction', one, many, (table) => table.connection.getAdmin().majorCompact('t'));

  await printTime('get, cell with one version', () => one.table.get(ROW));
  await printTime('get of the newest version', () => many.table.get(ROW));
  await printTime('get as of the middle', () => many.table.get({ row: ROW, asOf: MIDDLE }));
  await printTime(`get of all ${VERSIONS} versions`, () => many.table.get({ row: ROW, versions: 'all' }));
  for (const { connection } of [one, many]) await connection.close();
}

async function printBytes(
  after: string,
  one: VersionTable,
  many: VersionTable,
  rewrite: (table: VersionTable) => Promise<void>,
): Promise<void> {
  await rewrite(one);
  await rewrite(many);
  const [least, most] = [await one.storedBytes(), await many.storedBytes()];
  const each = (most - least) / (VERSIONS - 1);
  console.log(`after ${after}: ${most} bytes, ${each.toFixed(1)} a version; one version alone: ${least}`);
}

async function printTime(what: string, read: () => Promise<unknown>): Promise<void> {
  for (let run = 0; run < WARM_UP; run++) await read();
  const times: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    const start = performance.now();
    await read();
    times.push(performance.now() - start);
  }
  times.sort((a, b) => a - b);
  const median = times[RUNS / 2] ?? 0;
  console.log(`${what}: ${(median * 1000).toFixed(1)} µs`);
}
