import type { Connection, Table } from 'bigtab';
import type { ConnectHBaseOptions } from 'bigtab/hbase';
import type { JavaMeasurement, JavaWorkload } from './run-java-client.js';

/** As in JavaClient.java. */
const ROWS = 10_000;
const SINGLE_ROWS = 2_000;
const LIST_ROWS = 1_000;
const WARM_UP_ROUNDS = 5;
const VALUE_BYTES = 100;

/** Measures `bigtab/hbase` with the same workloads and rows as the Java client. */
export async function measureBigtab(
  connect: (options: ConnectHBaseOptions) => Promise<Connection>,
  url: string,
  { table: name, rounds }: { readonly table: string; readonly rounds: number },
): Promise<readonly JavaMeasurement[]> {
  const connection = await connect({ url });
  const measured: JavaMeasurement[] = [];
  const admin = connection.getAdmin();
  const table = await connection.ensureTable({ name, families: ['f'] });
  for (const [workload, run] of Object.entries(workloadsOf(table)) as [JavaWorkload, () => Promise<number>][]) {
    for (let round = 1 - WARM_UP_ROUNDS; round <= rounds; round++) {
      const start = performance.now();
      const operations = await run();
      const milliseconds = performance.now() - start;
      if (round >= 1) measured.push({ workload, round, operations, milliseconds });
    }
  }
  await admin.disableTable(name);
  await admin.deleteTable(name);
  await connection.close();
  return measured;
}

/** In the order in which they run: the first one stores the rows that the others read. */
function workloadsOf(table: Table): Readonly<Record<JavaWorkload, () => Promise<number>>> {
  return {
    'put list': async () => {
      for (let first = 0; first < ROWS; first += LIST_ROWS) await table.put(listOf(first, putOf));
      return ROWS;
    },
    'get list': async () => {
      for (let first = 0; first < ROWS; first += LIST_ROWS)
        for (const row of await table.get(listOf(first, getOf))) check(row);
      return ROWS;
    },
    scan: async () => {
      let rows = 0;
      for await (const row of table.getScanner({ columns: ['f'], caching: ROWS })) {
        check(row);
        rows++;
      }
      if (rows !== ROWS) throw new Error(`the scan returned ${rows} rows`);
      return rows;
    },
    put: async () => {
      for (let count = 0; count < SINGLE_ROWS; count++) await table.put(putOf(randomRow()));
      return SINGLE_ROWS;
    },
    get: async () => {
      for (let count = 0; count < SINGLE_ROWS; count++) check(await table.get(getOf(randomRow())));
      return SINGLE_ROWS;
    },
  };
}

function listOf<T>(first: number, make: (row: number) => T): readonly T[] {
  return Array.from({ length: LIST_ROWS }, (_, index) => make(first + index));
}

function putOf(row: number): { row: string; cells: { f: { q: Uint8Array } } } {
  return { row: keyOf(row), cells: { f: { q: crypto.getRandomValues(new Uint8Array(VALUE_BYTES)) } } };
}

function getOf(row: number): { row: string; columns: readonly ['f'] } {
  return { row: keyOf(row), columns: ['f'] };
}

function keyOf(row: number): string {
  return `row${String(row).padStart(8, '0')}`;
}

function randomRow(): number {
  return Math.floor(Math.random() * ROWS);
}

function check(row: { getValue(family: string, qualifier: string): Uint8Array | null }): void {
  if (row.getValue('f', 'q')?.length !== VALUE_BYTES) throw new Error('a row without its value');
}
