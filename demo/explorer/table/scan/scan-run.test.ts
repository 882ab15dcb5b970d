import { KEEP_HISTORY, type Table } from 'bigtab';
import { openMemory } from 'bigtab/memory';
import { describe, expect, it } from 'vitest';
import type { ShownCell } from '../cells/shown-cell.js';
import { ScanRun } from './scan-run.js';

async function openRows(count: number): Promise<Table> {
  const connection = await openMemory({ name: 'rows' });
  const table = await connection.ensureTable({ name: 't', families: [{ name: 'f', ...KEEP_HISTORY }] });
  for (let row = 0; row < count; row++) await table.put({ row: `r${row}`, cells: { f: { q: 'v' } } });
  return table;
}

describe('a run of a scan', () => {
  const rowsOf = (run: ScanRun) => run.shown.value?.items.map(({ row }: ShownCell) => row.text);

  it('reads page by page, and remembers earlier pages', async () => {
    const table = await openRows(5);
    const run = new ScanRun(table, { limit: 5 }, 2);
    await run.first();
    expect(rowsOf(run)).toEqual(['r0', 'r1']);
    await run.next();
    await run.next();
    expect(rowsOf(run)).toEqual(['r4']);
    expect(run.shown.value).toMatchObject({ before: 4, more: false, moved: false });
    await run.next();
    expect(rowsOf(run)).toEqual(['r4']);
    await run.close();
    await run.previous();
    expect(rowsOf(run)).toEqual(['r2', 'r3']);
  });

  it('shows one state of the table, even if the table changes in the meantime', async () => {
    const table = await openRows(5);
    const run = new ScanRun(table, { reversed: true }, 2);
    await run.first();
    await table.delete({ row: 'r0' });
    await run.next();
    await run.next();
    expect(rowsOf(run)).toEqual(['r0']);
  });

  it('is empty if nothing is found', async () => {
    const table = await openRows(0);
    const run = new ScanRun(table, {}, 2);
    await run.first();
    expect(run.shown.value).toEqual({ items: [], before: 0, more: false, moved: false });
  });
});
