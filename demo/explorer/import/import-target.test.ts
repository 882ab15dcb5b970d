import { openMemory } from 'bigtab/memory';
import { describe, expect, it } from 'vitest';
import { openTarget, tableNameOf, targetSentence } from './import-target.js';

describe('the table of an import', () => {
  it('is named after the file', () => {
    expect(tableNameOf('seattle-weather.csv')).toBe('seattle-weather');
    expect(tableNameOf('-my file (2).v1.csv')).toBe('my_file__2_.v1');
    expect(tableNameOf('.csv')).toBe('imported');
  });

  it('is created with a family that keeps every version; an existing table does not change', async () => {
    const connection = await openMemory({ name: 'target' });
    await connection.ensureTable({ name: 'old', families: ['a'] });
    const sentence = async (name: string, family: string) =>
      targetSentence(await connection.getAdmin().listTableDescriptors(), name, family);
    expect(await sentence('new', 'a')).toContain('is new');
    expect(await sentence('old', 'a')).toContain('keeps only the newest version');
    expect(await sentence('old', 'b')).toContain('The family b will be added to old');
    await openTarget(connection, 'old', 'a');
    const old = await openTarget(connection, 'old', 'b');
    const families = (await old.getDescriptor()).families.map(({ name, keepDeletedCells }) => [name, keepDeletedCells]);
    expect(families).toEqual([
      ['a', 'FALSE'],
      ['b', 'TRUE'],
    ]);
    expect(await sentence('old', 'b')).toContain('b keeps every version');
  });
});
