import { compareBytes, equalBytes } from '../../bytes/compare.js';
import { encodeText } from '../../bytes/text.js';
import { BigtabError } from '../../errors.js';
import { normalizeTableName } from '../../model/schema/table-name.js';
import type { Gateway } from '../gateway.js';

const FIRST_ROW = new Uint8Array(0);

/** The first row of each region of a table, in order. */
export async function regionStarts(gateway: Gateway, name: string): Promise<readonly Uint8Array[]> {
  const table = encodeText(normalizeTableName(name));
  const locations = await gateway.repeatable('getAllRegionLocations', { table });
  // HBase answers so for a table that does not exist.
  if (locations.length === 0)
    throw new BigtabError('TABLE_NOT_FOUND', `Table '${name}' does not exist`, { details: { table: name } });
  const starts = locations.map(({ regionInfo }) => regionInfo.startKey ?? FIRST_ROW).sort(compareBytes);
  // Region replicas begin at the same row.
  return starts.filter((start, at) => at === 0 || !equalBytes(start, starts[at - 1] as Uint8Array));
}
