import { describe, expect, it } from 'vitest';
import { readDatabaseOptions, requireSameOptions } from './database-options.js';

const PURGE = 'hbase.hstore.time.to.purge.deletes';
const withSettings = (configuration: Record<string, string>) => readDatabaseOptions({ name: 'crawl', configuration });

describe('readDatabaseOptions', () => {
  it('fills in the defaults', () => {
    expect(readDatabaseOptions({ name: 'crawl' })).toMatchObject({
      name: 'crawl',
      timestamps: 'ordered',
      durability: 'SYNC_WAL',
      configuration: {},
    });
  });

  it('accepts known settings', () => {
    expect(withSettings({ [PURGE]: '5' }).configuration).toEqual({ [PURGE]: '5' });
    for (const wrong of [{ 'hbase.unknown': '1' }, { [PURGE]: 'x' }, { [PURGE]: 5 as never }]) {
      expect(() => withSettings(wrong)).toThrowError(expect.objectContaining({ code: 'INVALID_ARGUMENT' }));
    }
  });
});

describe('requireSameOptions', () => {
  const differs = (option: string): unknown =>
    expect.objectContaining({ code: 'INVALID_ARGUMENT', details: expect.objectContaining({ option }) });

  it('accepts the same options in any notation', () => {
    const [open, asked] = [withSettings({ a: '1', b: '2' }), withSettings({ b: '2', a: '1' })];
    expect(() => requireSameOptions(open, asked)).not.toThrow();
  });

  it('names the first option that differs', () => {
    const open = withSettings({ [PURGE]: '5' });
    expect(() => requireSameOptions(open, withSettings({ [PURGE]: '6' }))).toThrowError(
      differs(`configuration.${PURGE}`),
    );
    expect(() => requireSameOptions(open, withSettings({}))).toThrowError(differs(`configuration.${PURGE}`));
    expect(() => requireSameOptions(withSettings({}), open)).toThrowError(differs(`configuration.${PURGE}`));
    const wall = readDatabaseOptions({ name: 'crawl', timestamps: 'wall' });
    expect(() => requireSameOptions(wall, readDatabaseOptions({ name: 'crawl' }))).toThrowError(differs('timestamps'));
  });
});
