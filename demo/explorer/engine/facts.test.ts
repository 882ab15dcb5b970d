import { openMemory } from 'bigtab/memory';
import { describe, expect, it } from 'vitest';
import { databaseFacts, explanationSentence, familyBars, verdictSentence } from './facts.js';

async function open() {
  const connection = await openMemory({ name: 'facts' });
  const table = await connection.ensureTable({ name: 't', families: ['a', 'b'] });
  const admin = connection.getAdmin();
  await table.put({ row: 'x', cells: { a: { q: 'old' } }, timestamp: 1 });
  await table.put({ row: 'z', cells: { a: { q: 'old' } }, timestamp: 2 });
  await admin.flush('t');
  await table.delete({ row: 'm', timestamp: 3 });
  await admin.flush('t');
  await table.put({ row: 'm', cells: { a: { q: 'new' } }, timestamp: 4 });
  return { connection, table, metrics: await admin.getRegionMetrics('t') };
}

describe('the engine as text', () => {
  it('shows the memstore and the files of each family from new to old', async () => {
    const { metrics } = await open();
    const [a, b] = familyBars(metrics);
    expect(a?.bars.map(({ name, tag }) => [name, tag])).toEqual([
      ['Memstore', 'memstore'],
      [expect.stringMatching(/^File \d+$/), 'flush'],
      [expect.stringMatching(/^File \d+$/), 'flush'],
    ]);
    expect(a?.bars[0]).toMatchObject({ facts: ['1 cell'] });
    expect(a?.bars[1]?.facts.slice(0, 3)).toEqual(['1 cell, including 1 marker', 'row m', 'time 3']);
    expect(a?.bars[2]?.facts.slice(0, 3)).toEqual(['2 cells', 'rows x … z', 'times 1 … 2']);
    expect(b?.bars[0]).toMatchObject({ name: 'Memstore', size: 'empty', share: 0 });
    expect(Math.max(...(a?.bars ?? []).map(({ share }) => share))).toBe(1);
  });

  it('reports what a get did with each file', async () => {
    const { table } = await open();
    const explained = await table.explain({ row: 'm', columns: ['a'] });
    expect(explanationSentence(explained)).toMatch(/^1 cell found in .* ms: 1 of 2 files read\.$/);
    const sentences = explained.families[0]?.sources.map(verdictSentence);
    expect(sentences).toEqual([
      expect.stringMatching(/^\d cells? read$/),
      expect.stringContaining('from disk'),
      'its range of row keys does not include the row',
    ]);
    const past = await table.explain({ row: 'x', asOf: 0 });
    expect(past.families[0]?.sources.map(verdictSentence)).toContain(
      'none of its timestamps is in the requested range',
    );
    expect(explanationSentence(past)).toMatch(/^Nothing found/);
  });

  it('shows the resources of the database, and what reads skipped', async () => {
    const { connection, table } = await open();
    await table.get('nobody');
    const facts = databaseFacts(await connection.status());
    const of = (name: string) => facts.find((fact) => fact.name === name);
    const of2 = (name: string, all: typeof facts) => all.find((fact) => fact.name === name)?.about;
    expect(of('Memstore')?.about).toContain('of 96 MiB');
    expect(of('Memstore')?.share).toBeGreaterThan(0);
    expect(of('Store files')?.about).toContain('files in all tables');
    expect(of('Files skipped')).toMatchObject({ value: '3', about: '(by key). Blocks skipped: 3.' });
    await table.get({ row: 'x', asOf: 0 });
    expect(of2('Files skipped', databaseFacts(await connection.status()))).toMatch(/^\(\d by key, \d by time\)\. /);
    const fresh = await openMemory({ name: 'fresh' });
    expect(of2('Files skipped', databaseFacts(await fresh.status()))).toBe('Blocks skipped: 0.');
  });
});
