import { bench, describe } from 'vitest';
import { FIRST_TIMESTAMP, makeVersions, ROW, STEP_MS } from './version-tables.js';

/*
 * The cost of a read whose cell has 1,000 versions of 100 bytes, compared with a cell that has one; all from a
 * compacted file. Compare the times only with each other.
 */
const VERSIONS = 1000;
const MIDDLE = FIRST_TIMESTAMP + (VERSIONS / 2) * STEP_MS;

const one = await makeVersions(1, 100);
const many = await makeVersions(VERSIONS, 100);
for (const { connection } of [one, many]) await connection.getAdmin().majorCompact('t');

describe('a get of a cell', () => {
  bench('with one version', async () => {
    await one.table.get(ROW);
  });

  bench('with 1,000 versions: the newest', async () => {
    await many.table.get(ROW);
  });

  bench('with 1,000 versions: as of the middle', async () => {
    await many.table.get({ row: ROW, asOf: MIDDLE });
  });

  bench('with 1,000 versions: all', async () => {
    await many.table.get({ row: ROW, versions: 'all' });
  });
});
