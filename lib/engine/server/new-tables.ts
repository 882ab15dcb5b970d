import type { TableDescriptor } from '../../model/schema/table-descriptor.js';
import type { TableRecord } from '../../storage/catalog/catalog.js';
import { unreadTable } from '../recovery/open-table.js';
import type { Engine } from '../region/engine.js';
import type { Region } from '../region/region.js';
import { Slices } from './slices.js';
import { newTable } from './table-record.js';

/** Empty tables that one commit creates. */
export interface NewTables {
  readonly records: readonly TableRecord[];
  readonly nextTableId: number;
  /** Makes them visible to requests, when they are committed. */
  readonly show: () => void;
}

/**
 * Makes tables without indexes, in slices, because there may be thousands. `as` may change a record. REQUIRES that schema
 * changes run one after the other: the ids stay free until the commit.
 */
export async function newTables(
  engine: Engine,
  descriptors: readonly TableDescriptor[],
  as: (table: TableRecord) => TableRecord,
): Promise<NewTables> {
  const slices = new Slices(engine);
  const { nextTableId } = engine.commit.image.database;
  const regions: Region[] = [];
  const records: TableRecord[] = [];
  for (const [index, descriptor] of descriptors.entries()) {
    const record = as(newTable(nextTableId + index, descriptor, [], engine, engine.clock.now()));
    records.push(record);
    regions.push(unreadTable(record, engine).region);
    await slices.rest();
  }
  return {
    records,
    nextTableId: nextTableId + records.length,
    show() {
      for (const region of regions) engine.regions.set(region.name, region);
    },
  };
}
