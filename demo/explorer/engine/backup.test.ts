import { openMemory } from 'bigtab/memory';
import { describe, expect, it } from 'vitest';
import { type BackupSubject, importBackup, saveBackup } from './backup.js';

const ALL: BackupSubject = { kind: 'all', name: '' };
const { signal } = new AbortController();

async function open() {
  const connection = await openMemory({ name: 'demo' });
  for (const name of ['t', 'u']) {
    const table = await connection.ensureTable({ name, families: ['f'] });
    await table.put({ row: 'a', cells: { f: { q: name } } });
  }
  return connection;
}

/** The names of the tables in a backup. */
async function tablesIn(content: Blob): Promise<string[]> {
  const [first = ''] = (await content.text()).split('\n');
  return (JSON.parse(first).tables as { descriptor: { name: string } }[]).map(({ descriptor }) => descriptor.name);
}

function asFile(content: Blob): Blob & { readonly name: string } {
  return Object.assign(content, { name: 'demo.ndjson' });
}

describe('a backup', () => {
  it('of all tables is a file that another database can import', async () => {
    const [source, target] = [await open(), await openMemory()];
    const told: string[] = [];
    const { fileName, content, sentence } = await saveBackup(source, ALL, signal, (words) => told.push(words));
    expect(fileName).toMatch(/^demo-20\d\d-\d\d-\d\d\.ndjson$/);
    expect(sentence).toMatch(/^Made a backup of .* B|KiB in /);
    expect(told.at(-1)).toBe('Saving: 100 %');
    const imported = await importBackup(target, asFile(content), 'create', signal, (words) => told.push(words));
    expect(imported).toMatch(/^Imported demo\.ndjson \(.*\) in .*\.$/);
    expect(told.at(-1)).toBe('Importing: 100 %');
    expect((await target.getTable('u').get('a')).getText('f', 'q')).toBe('u');
    await Promise.all([source.close(), target.close()]);
  });

  it('has one table or the state of a snapshot, if the user chooses so', async () => {
    const connection = await open();
    const one = await saveBackup(connection, { kind: 'table', name: 't' }, signal, () => {});
    expect([await tablesIn(one.content), one.fileName.startsWith('t-20')]).toEqual([['t'], true]);
    await connection.getAdmin().snapshot('before', 'u');
    await connection.getTable('u').put({ row: 'b', cells: { f: { q: 'later' } } });
    const kept = await saveBackup(connection, { kind: 'snapshot', name: 'before' }, signal, () => {});
    expect(await tablesIn(kept.content)).toEqual(['u']);
    expect(await kept.content.text()).not.toContain('later');
    await connection.close();
  });

  it('is refused as a whole if its tables exist, unless its cells are to be added', async () => {
    const connection = await open();
    const { content } = await saveBackup(connection, ALL, signal, () => {});
    const again = (mode: 'create' | 'merge') => importBackup(connection, asFile(content), mode, signal, () => {});
    await expect(again('create')).rejects.toMatchObject({ code: 'TABLE_EXISTS' });
    await connection.getTable('t').put({ row: 'new', cells: { f: { q: 'v' } } });
    await again('merge');
    expect(await connection.getTable('t').exists(['a', 'new'])).toEqual([true, true]);
    await connection.close();
  });
});
