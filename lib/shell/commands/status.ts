import type { Admin } from '../../client/admin.js';
import type { Connection } from '../../client/connection.js';
import type { Command } from '../command.js';
import type { Output } from '../output.js';
import { argumentError } from '../ruby-error.js';

type RegionMetrics = Awaited<ReturnType<Admin['getRegionMetrics']>>;

export const status: Command = {
  name: 'status',
  group: 'general',
  arity: [0, 1],
  help: `Prints the state of the database as that of a cluster with one server, which has the database's name. Each table is one region. 'simple'
describes the server, and 'detailed' also describes each table. Sizes are in bytes. The version is that of the app, if it has given the database one:

  status
  status 'summary'
  status 'simple'
  status 'detailed'`,
  async run({ connection, output }, args) {
    const format = args.has(0) ? args.word(0, 'a format') : 'summary';
    if (format === 'simple') await printServer(connection, output, null);
    else if (format === 'detailed') await printServer(connection, output, await regionsOf(connection));
    else if (format === 'summary') {
      const { tables } = await connection.status();
      output.line(
        `1 active master, 0 backup masters, 1 servers, 0 decommissioned, 0 dead, ${tables.toFixed(4)} average load`,
      );
    } else throw argumentError(`status may be 'summary', 'simple' or 'detailed'; '${format}' does not exist`);
  },
};

async function printServer(
  connection: Connection,
  output: Output,
  regions: readonly RegionMetrics[] | null,
): Promise<void> {
  const { version, tables, storeFiles, memory } = await connection.status();
  output.line(`active master:  ${connection.name}`);
  output.line('0 backup masters');
  output.line('1 live servers');
  output.line(`    ${connection.name}`);
  if (version > 0) output.line(`        version=${version}`);
  output.line(`        numberOfRegions=${tables}, ${sizes(storeFiles.count, storeFiles.bytes, memory.memstore.used)}`);
  for (const { table, stores, storeFileBytes, memstoreBytes } of regions ?? []) {
    output.line(`        "${table}"`);
    output.line(
      `            numberOfStores=${stores.length}, ${sizes(filesOf(stores), storeFileBytes, memstoreBytes)}`,
    );
  }
  output.line('0 dead servers');
}

function sizes(files: number, fileBytes: number, memstoreBytes: number): string {
  return `numberOfStorefiles=${files}, storefileSize=${fileBytes}, memstoreSize=${memstoreBytes}`;
}

function filesOf(stores: RegionMetrics['stores']): number {
  return stores.reduce((sum, { storeFileCount }) => sum + storeFileCount, 0);
}

/** The metrics of every table, by name; rejects with TABLE_NOT_FOUND if a table is dropped meanwhile. */
async function regionsOf(connection: Connection): Promise<readonly RegionMetrics[]> {
  const admin = connection.getAdmin();
  return Promise.all((await admin.listTableNames()).map((name) => admin.getRegionMetrics(name)));
}
