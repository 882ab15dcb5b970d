import { ALL_VERSIONS, type FamilyAttributes, type FamilyDescriptor, FOREVER, KEEP_HISTORY } from 'bigtab';
import { openMemory } from 'bigtab/memory';
import { describe, expect, it } from 'vitest';
import { dropTable } from './drop-table.js';
import { type FamilyFields, fieldsOf, inWords, NEW_FAMILY, toFamily, withNewVersionBehavior } from './family-fields.js';
import { lossesOf } from './family-loss.js';
import { toTableLike } from './new-table.js';
import { tableFieldsOf, toChangedTable } from './table-fields.js';
import { tableNameProblem } from './table-name.js';

describe('the form of a family', () => {
  it('is filled from a family and produces the same family', async () => {
    const connection = await openMemory({ name: 'families' });
    const table = await connection.ensureTable({
      name: 't',
      families: [
        'plain',
        { name: 'history', ...KEEP_HISTORY, metadata: { owner: 'me' } },
        {
          name: 'short',
          maxVersions: 3,
          minVersions: 1,
          timeToLive: '2 HOURS',
          keepDeletedCells: 'TTL',
          bloomFilter: 'NONE',
        },
        {
          name: 'stored',
          newVersionBehavior: true,
          compression: 'GZ',
          bloomFilter: 'ROWPREFIX_FIXED_LENGTH',
          blockCache: false,
          configuration: { 'RowPrefixBloomFilter.prefix_length': '4', 'hbase.hregion.majorcompaction': '4' },
        },
      ],
    });
    const { families } = await table.getDescriptor();
    for (const family of families) expect(toFamily(fieldsOf(family), family)).toEqual(family);
    expect(families.map((family) => `${family.name} ${inWords(family)}`)).toEqual([
      'history keeps all versions, including deleted cells',
      'plain keeps 1 version',
      'short keeps 3 versions for 2 hours (the newest 1 without a time limit), and deleted cells until they expire',
      'stored keeps 1 version, new version behavior',
    ]);
  });

  it('begins with a family that keeps its history, and otherwise has the defaults of HBase', async () => {
    const connection = await openMemory({ name: 'new' });
    const admin = connection.getAdmin();
    await admin.createTable({ name: 't', families: [{ name: 'history', ...KEEP_HISTORY }] });
    await admin.addColumnFamily('t', toFamily({ ...NEW_FAMILY, name: 'f' }));
    const [added, expected] = (await admin.getDescriptor('t')).families;
    expect(added).toEqual({ ...expected, name: 'f' });
  });

  it('applies the changes of every attribute, with one setting per line', async () => {
    const connection = await openMemory({ name: 'changed' });
    const admin = connection.getAdmin();
    await admin.createTable({ name: 't', families: [{ name: 'f', ...KEEP_HISTORY }] });
    const [before] = (await admin.getDescriptor('t')).families;
    if (before === undefined) throw new Error('there is no family');
    const changed = {
      ...fieldsOf(before),
      ...withNewVersionBehavior(true),
      compression: 'GZ',
      bloomFilter: 'ROWPREFIX_FIXED_LENGTH',
      prefixLength: '3',
      inMemory: true,
      settings: '\nhbase.hregion.majorcompaction=4 \n note = a = b',
    } as const;
    await admin.modifyColumnFamily('t', toFamily(changed, before));
    expect((await admin.getDescriptor('t')).families[0]).toEqual({
      ...before,
      newVersionBehavior: true,
      keepDeletedCells: 'FALSE',
      compression: 'GZ',
      bloomFilter: 'ROWPREFIX_FIXED_LENGTH',
      inMemory: true,
      configuration: { 'RowPrefixBloomFilter.prefix_length': '3', 'hbase.hregion.majorcompaction': '4', note: 'a = b' },
    });
    expect(() => toFamily({ ...changed, settings: 'nothing' }, before)).toThrow('“nothing” is not a setting');
    expect(() => toFamily({ ...changed, prefixLength: '' }, before)).toThrow(/whole number/);
  });

  it('reads the typed text, and refuses a malformed number', () => {
    const family = toFamily({ ...NEW_FAMILY, name: ' f ', timeToLive: '2 DAYS' });
    expect(family).toMatchObject({
      name: 'f',
      maxVersions: ALL_VERSIONS,
      keepDeletedCells: 'TRUE',
      timeToLive: '2 DAYS',
    });
    expect(toFamily({ ...NEW_FAMILY, name: 'f' })).toMatchObject({ timeToLive: FOREVER });
    expect(() => toFamily({ ...NEW_FAMILY, name: 'f', maxVersions: 'x' })).toThrow(/whole number/);
  });
});

describe('the loss caused by a change of a family', () => {
  async function familyOf(attributes: Omit<FamilyAttributes, 'name'>): Promise<FamilyDescriptor> {
    const connection = await openMemory({ name: 'losses' });
    const table = await connection.ensureTable({ name: 't', families: [{ name: 'f', ...attributes }] });
    return (await table.getDescriptor()).families[0] as FamilyDescriptor;
  }
  const losses = (family: FamilyDescriptor, change: Partial<FamilyFields>) =>
    lossesOf(family, toFamily({ ...fieldsOf(family), ...change }, family));

  it('is reported if the family keeps fewer versions, for less time, or no deleted cells', async () => {
    const family = await familyOf(KEEP_HISTORY);
    expect(losses(family, { maxVersions: '2' })).toEqual([
      'Each column keeps only its newest 2 versions instead of all.',
    ]);
    expect(losses(family, { maxVersions: '1', keepDeletedCells: 'FALSE' })).toEqual([
      'Each column keeps only its newest version instead of all.',
      'Deleted cells are no longer kept.',
    ]);
    expect(losses(family, { keepDeletedCells: 'TTL' })).toEqual(['Deleted cells are kept only until they expire.']);
    expect(losses(family, { timeToLive: '3600' })).toEqual(['Versions older than 1 hour expire.']);
    expect(losses(family, { timeToLive: '2 DAYS', minVersions: '3' })).toEqual([
      'Versions older than 2 DAYS expire, except the newest 3.',
    ]);
    expect(losses(family, withNewVersionBehavior(true))).toEqual(['Deleted cells are no longer kept.']);
    const short = await familyOf({ maxVersions: 5, minVersions: 2, timeToLive: 60 });
    expect(losses(short, { minVersions: '0' })).toEqual(['Expired versions are no longer kept.']);
  });

  it('is empty if the family keeps as much or more', async () => {
    const family = await familyOf({ maxVersions: 3, timeToLive: 60, minVersions: 1 });
    expect(losses(family, {})).toEqual([]);
    expect(losses(family, { maxVersions: '', timeToLive: '', minVersions: '0', keepDeletedCells: 'TRUE' })).toEqual([]);
    expect(losses(family, { compression: 'GZ', blockSize: '1024' })).toEqual([]);
  });
});

describe('the form of a table', () => {
  it('changes its attributes, and leaves the families and other attributes unchanged', async () => {
    const connection = await openMemory({ name: 'table' });
    const admin = connection.getAdmin();
    await admin.createTable({ name: 't', families: [{ name: 'f', ...KEEP_HISTORY }], metadata: { owner: 'me' } });
    const before = await admin.getDescriptor('t');
    expect(toChangedTable(tableFieldsOf(before), before)).toEqual(before);
    const fields = { durability: 'FSYNC_WAL', readOnly: true, settings: 'hbase.hregion.majorcompaction = 4' } as const;
    await admin.modifyTable(toChangedTable(fields, before));
    const after = await admin.getDescriptor('t');
    const configuration = { 'hbase.hregion.majorcompaction': '4' };
    expect(after).toEqual({ ...before, durability: 'FSYNC_WAL', readOnly: true, configuration });
    expect(tableFieldsOf(after)).toEqual(fields);
  });
});

describe('the name of a table', () => {
  it('is refused with a message at its field', () => {
    expect(tableNameProblem('my table')).toBe('A table name cannot contain a space.');
    expect(tableNameProblem('a/b')).toBe('A table name cannot contain “/”.');
    expect(tableNameProblem('.a')).toBe('A table name cannot begin with “.”.');
    expect(tableNameProblem('ns:-a')).toBe('A table name cannot begin with “-”.');
    for (const name of ['', ' t ', 'ns:t', 'a.b-c_1', 'tägé']) expect(tableNameProblem(name)).toBeNull();
  });
});

describe('the form of a new table', () => {
  it('accepts names of families separated by spaces or commas', () => {
    expect(toTableLike({ name: ' t ', families: 'a, b\nc', keepHistory: false })).toEqual({
      name: 't',
      families: ['a', 'b', 'c'],
    });
    expect(toTableLike({ name: 't', families: 'a', keepHistory: true }).families).toEqual([
      { name: 'a', ...KEEP_HISTORY },
    ]);
  });

  it('creates tables that can be dropped, enabled or not', async () => {
    const connection = await openMemory({ name: 'drops' });
    const admin = connection.getAdmin();
    for (const name of ['on', 'off']) await admin.createTable(toTableLike({ name, families: 'f', keepHistory: true }));
    await admin.disableTable('off');
    await dropTable(admin, 'on');
    await dropTable(admin, 'off');
    expect(await admin.listTableNames()).toEqual([]);
    await expect(dropTable(admin, 'on')).rejects.toMatchObject({ code: 'TABLE_NOT_FOUND' });
  });
});
