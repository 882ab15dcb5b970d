import { compareBytes } from '../../bytes/compare.js';
import type { Connection } from '../../client/connection.js';
import type { Command } from '../command.js';
import { type RegionBounds, regionText } from '../region-text.js';

const listRegions: Command = {
  name: 'list_regions',
  group: 'ddl',
  arity: [1, 1],
  help: `Lists the regions of a table with their start and end rows. In Bigtab, a table has one region, which has the table's name. SERVER_NAME is
the database, and '' is the beginning and the end of the table:

  list_regions 't'`,
  async run({ connection, output }, args) {
    const name = args.table();
    const regions = await regionsOf(connection, name);
    output.header('SERVER_NAME', 'REGION');
    for (const region of regions) output.row(connection.name, regionText(name, region));
    output.footer(regions.length);
  },
};

const locateRegion: Command = {
  name: 'locate_region',
  group: 'tools',
  arity: [2, 2],
  help: `Prints the region of a table that a row belongs to. In Bigtab, a table has one region. HOST is the database:

  locate_region 't', 'row'`,
  async run({ connection, output }, args) {
    const name = args.table();
    const row = args.bytes(1);
    const before = (await regionsOf(connection, name)).filter(({ start }) => compareBytes(start, row) <= 0);
    output.header('HOST', 'REGION');
    for (const region of before.slice(-1)) output.row(connection.name, regionText(name, region));
    output.footer(1);
  },
};

export const REGIONS: readonly Command[] = [listRegions, locateRegion];

async function regionsOf(connection: Connection, name: string): Promise<readonly RegionBounds[]> {
  const { startKeys, endKeys } = await connection.getTable(name).getRegionLocator().getStartEndKeys();
  return startKeys.map((start, index) => ({ start, end: endKeys[index] as Uint8Array }));
}
