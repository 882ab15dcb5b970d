import { describe, expect, it } from 'vitest';
import {
  databaseRoot,
  manifestPath,
  newStoreFilePath,
  parseCount,
  parseManifestName,
  parseNumberedName,
  parseReserveName,
  reservePath,
  splitPath,
  storeFilePath,
  walPath,
} from './file-names.js';

describe('file names', () => {
  it('include the epoch of the writer in every name', () => {
    expect(walPath(3, 12)).toBe('wal/3-12');
    expect(newStoreFilePath(3, 12)).toBe('data/3-12');
    expect(manifestPath(3, 1)).toBe('manifest-3-1');
    expect(reservePath(3, 1)).toBe('reserve-3-1');
    expect(databaseRoot('crawl')).toBe('bigtab/crawl');
  });

  it('can be parsed', () => {
    const largest = Number.MAX_SAFE_INTEGER;
    for (const [epoch, number] of [
      [0, 0],
      [1, 10],
      [2 ** 48, largest],
    ] as const) {
      expect(parseNumberedName(splitPath(walPath(epoch, number)).name)).toEqual({ epoch, number });
      expect(parseNumberedName(splitPath(newStoreFilePath(epoch, number)).name)).toEqual({ epoch, number });
      expect(parseManifestName(manifestPath(epoch, number))).toEqual({ epoch, number });
      expect(parseReserveName(reservePath(epoch, number))).toEqual({ epoch, number });
      expect(splitPath(storeFilePath(number, { epoch: 1, number: 2 })).directory).toBe(`data/${number}`);
      expect(parseCount(`${number}`)).toBe(number);
    }
  });

  it('of a store file have the folder of its table only if it was written in format 1', () => {
    expect(storeFilePath(7, { epoch: 3, number: 12 })).toBe('data/7/3-12');
    expect(storeFilePath(7, { epoch: 3, number: 12, tableId: 5 })).toBe('data/3-12');
  });

  it('cannot be parsed in any other spelling', () => {
    for (const name of [
      '',
      '-',
      '1',
      '1-',
      '-1',
      '01-1',
      '1-01',
      '1-2-3',
      '+1-2',
      '1e3-1',
      '1-9007199254740992',
      // No writer has such an epoch.
      `${2 ** 48 + 1}-1`,
      '1-2 ',
    ]) {
      expect(parseNumberedName(name), name).toBeNull();
      expect(parseManifestName(`manifest-${name}`), name).toBeNull();
      expect(parseReserveName(`reserve-${name}`), name).toBeNull();
    }
    expect(parseManifestName('1-2')).toBeNull();
    expect(parseCount('-1')).toBeNull();
    expect(parseCount('1.5')).toBeNull();
  });

  it('have two parts', () => {
    expect(splitPath('data/7/3-12')).toEqual({ directory: 'data/7', name: '3-12' });
    expect(splitPath('manifest-3-1')).toEqual({ directory: '', name: 'manifest-3-1' });
    expect(() => splitPath('data//1')).toThrowError(expect.objectContaining({ code: 'INVALID_ARGUMENT' }));
  });
});
