import { KEEP_HISTORY } from 'bigtab';
import { openMemory } from 'bigtab/memory';
import { describe, expect, it } from 'vitest';
import { deleteCounted, outcomeSentence } from './counted-delete.js';
import { type DeleteFields, toDeleteLike } from './write-fields.js';

const CELL = { form: 'text', row: 'r', family: 'f', qualifier: 'q', time: '' } as const;

describe('the outcome of a delete', () => {
  async function openVersions() {
    const connection = await openMemory({ name: 'deletes' });
    const table = await connection.ensureTable({ name: 't', families: [{ name: 'f', ...KEEP_HISTORY }, 'g'] });
    for (const time of [3, 5, 4_000_000_000_000]) {
      await table.put({ row: 'r', cells: { f: { q: String(time) } }, timestamp: time });
    }
    const told = async (fields: Partial<DeleteFields>) =>
      outcomeSentence(await deleteCounted(table, toDeleteLike({ ...CELL, kind: 'row', ...fields })));
    return { table, told };
  }

  it('is reported if the marker is older than the shown version', async () => {
    const { table, told } = await openVersions();
    expect(await told({ kind: 'columns', time: '6' })).toBe(
      'The marker hides 2 versions. Later versions are still visible; the newest is from 2096-10-02 07:06:40 UTC.',
    );
    expect(await told({ kind: 'columns', time: '6' })).toBe(
      'The marker hides nothing: the newest version has the timestamp 2096-10-02 07:06:40 UTC, which is later. ' +
        'Delete with that timestamp to hide it.',
    );
    expect((await table.get('r')).size).toBe(1);
    expect(await told({ kind: 'columns', time: '2096-10-02 07:06:40 UTC' })).toBe('The marker hides 1 version.');
    expect(await told({ kind: 'row' })).toBe('There was nothing to hide.');
  });

  it('is reported for a timestamp, a family and a row', async () => {
    const { told } = await openVersions();
    expect(await told({ kind: 'column', time: '4' })).toBe(
      'The marker hides nothing: there is no version with this timestamp.',
    );
    expect(await told({ kind: 'familyVersion', time: '3' })).toBe('The marker hides 1 version.');
    expect(await told({ kind: 'family', family: 'g' })).toBe('There was nothing to hide.');
    expect(await told({ kind: 'row', time: '4100000000000' })).toBe('The marker hides 2 versions.');
  });
});
