import { describe, expect, it } from 'vitest';
import { readDatabaseOptions, requireSameOptions } from './database-options.js';

const PURGE = 'hbase.hstore.time.to.purge.deletes';
const withSettings = (configuration: Record<string, string>) => readDatabaseOptions({ name: 'crawl', configuration });

describe('readDatabaseOptions', () => {
  it('fills in the defaults', () => {
    expect(readDatabaseOptions({ name: 'crawl' })).toMatchObject({
      name: 'crawl',
      timestamps: 'ordered',
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

  it('lets the memory of another tab differ, but not its timestamps', () => {
    const withLog = (log: number) => readDatabaseOptions({ name: 'crawl', memory: { log } });
    const [small, large] = [withLog(1 << 20), withLog(2 << 20)];
    expect(() => requireSameOptions(small, large, 'this page')).toThrowError(differs('memory.log'));
    expect(() => requireSameOptions(small, large, 'another tab')).not.toThrow();
    const wall = readDatabaseOptions({ name: 'crawl', timestamps: 'wall' });
    expect(() => requireSameOptions(small, wall, 'another tab')).toThrowError(
      'is open in another tab with timestamps: ordered',
    );
  });

  it('accepts the same options in any notation', () => {
    const [open, asked] = [withSettings({ a: '1', b: '2' }), withSettings({ b: '2', a: '1' })];
    expect(() => requireSameOptions(open, asked, 'this page')).not.toThrow();
  });

  it('names the first option that differs', () => {
    const open = withSettings({ [PURGE]: '5' });
    expect(() => requireSameOptions(open, withSettings({ [PURGE]: '6' }), 'this page')).toThrowError(
      differs(`configuration.${PURGE}`),
    );
    expect(() => requireSameOptions(open, withSettings({}), 'this page')).toThrowError(
      differs(`configuration.${PURGE}`),
    );
    expect(() => requireSameOptions(withSettings({}), open, 'this page')).toThrowError(
      differs(`configuration.${PURGE}`),
    );
    const wall = readDatabaseOptions({ name: 'crawl', timestamps: 'wall' });
    expect(() => requireSameOptions(wall, readDatabaseOptions({ name: 'crawl' }), 'this page')).toThrowError(
      differs('timestamps'),
    );
  });
});
