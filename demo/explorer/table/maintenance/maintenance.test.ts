import { openMemory } from 'bigtab/memory';
import { describe, expect, it } from 'vitest';
import { erase, maintain } from './maintenance.js';

describe('maintenance', () => {
  it('reports how many files became how many, and when there was nothing to do', async () => {
    const connection = await openMemory({ name: 'files' });
    const table = await connection.ensureTable({ name: 't', families: ['f', 'g'] });
    await connection.ensureTable({ name: 'other', families: ['f'] });
    const { signal } = new AbortController();
    const run = (kind: 'flush' | 'compact' | 'majorCompact', family: string | null = null) =>
      maintain(connection, kind, { table: 't', family, signal });
    expect(await run('flush')).toBe('Nothing needed flushing. There are no store files.');
    await table.put({ row: 'r', cells: { f: { q: '1' } } });
    expect(await run('flush')).toMatch(/^Flushed into 1 new store file in [\d.]+ m?s\.$/);
    await table.put({ row: 'r', cells: { f: { q: '2' } } });
    expect(await run('flush', 'f')).toMatch(/^Flushed into 1 new store file in /);
    expect(await run('compact')).toBe('Nothing needed compacting. There are still 2 store files.');
    expect(await run('majorCompact')).toMatch(/^Merged 2 files into 1 in [\d.]+ m?s\.$/);
    expect(await run('compact')).toBe('Nothing needed compacting. There is still 1 store file.');
  });

  it('shows how long an erasure still waits, and can cancel it', async () => {
    const connection = await openMemory({ name: 'files' });
    const table = await connection.ensureTable({ name: 't', families: ['f'] });
    await table.put({ row: 'r', cells: { f: { q: '1' } } });
    await table.delete({ row: 'r' });
    const abort = new AbortController();
    const words: string[] = [];
    const erasing = erase(connection, { table: 't', signal: abort.signal }, (word) => {
      words.push(word);
      if (word.endsWith('s left')) abort.abort();
    });
    await expect(erasing).rejects.toThrow('aborted');
    expect(words.at(-1)).toMatch(/^Erasing: [56]\d s left$/);
    await connection.close();
  });
});
