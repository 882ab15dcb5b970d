import { openMemory } from 'bigtab/memory';
import { describe, expect, it } from 'vitest';
import { EMPTY_SCAN, type ScanFields, toScanLike } from './scan-fields.js';

describe('the scan form', () => {
  const scanOf = (fields: Partial<ScanFields>) => toScanLike({ ...EMPTY_SCAN, limit: '', ...fields });

  it('sets only the limit before anything is typed', () => {
    expect(toScanLike(EMPTY_SCAN)).toEqual({ limit: 100 });
    expect(scanOf({})).toEqual({});
  });

  it('has a range of rows or a prefix', () => {
    expect(scanOf({ rows: 'range', start: 'a', stop: 'b' })).toEqual({ start: 'a', stop: 'b' });
    expect(scanOf({ rows: 'range', start: 'a', startInclusive: false, stop: 'b', stopInclusive: true })).toEqual({
      start: 'a',
      startInclusive: false,
      stop: 'b',
      stopInclusive: true,
    });
    expect(scanOf({ rows: 'range', startInclusive: false })).toEqual({});
    expect(scanOf({ rows: 'prefix', prefix: 'com.', start: 'x' })).toEqual({ prefix: 'com.' });
    expect(scanOf({ rows: 'prefix', prefix: '\\x00', form: 'binary' })).toEqual({ prefix: new Uint8Array(1) });
  });

  it('has columns, one per line', () => {
    expect(scanOf({ columns: 'f\ng:q:r\n' })).toEqual({ columns: ['f', 'g:q:r'] });
    expect(scanOf({ columns: 'g:\\xFF', form: 'binary' })).toEqual({ columns: [['g', new Uint8Array([255])]] });
    expect(scanOf({ columns: 'g\\xFF' })).toEqual({ columns: [[new Uint8Array([0x67, 255])]] });
  });

  it('has versions, timestamps, direction and markers', () => {
    expect(scanOf({ versions: '' })).toEqual({ versions: 'all' });
    expect(scanOf({ versions: '3', reversed: true, raw: true })).toEqual({ versions: 3, reversed: true, raw: true });
    expect(scanOf({ time: 'asOf', from: '7' })).toEqual({ asOf: 7 });
    expect(scanOf({ time: 'at', from: '7' })).toEqual({ timestamp: 7 });
    expect(scanOf({ time: 'range', from: '3', to: '8' })).toEqual({ timeRange: [3, 8] });
    expect(scanOf({ time: 'range', from: '3' })).toEqual({ timeRange: [3, Number.MAX_SAFE_INTEGER] });
  });

  it('refuses a raw scan of one column, as the database does', async () => {
    for (const columns of ['f:q', 'f\ng:', 'g:\\xFF']) {
      expect(() => scanOf({ raw: true, columns, form: 'binary' })).toThrow('a raw scan reads whole families');
    }
    expect(scanOf({ raw: true, columns: 'f\ng' })).toEqual({ raw: true, columns: ['f', 'g'] });
    const connection = await openMemory({ name: 'raw' });
    const table = await connection.ensureTable({ name: 't', families: ['f'] });
    await expect(table.getScanner({ raw: true, columns: ['f:q'] }).toArray()).rejects.toThrow(/raw/);
    expect(await table.getScanner({ raw: true, columns: ['f'] }).toArray()).toEqual([]);
  });

  it('reports a malformed number', () => {
    for (const versions of ['0', '-1', 'many', '1.5']) expect(() => scanOf({ versions })).toThrow(/whole number/);
    expect(() => scanOf({ time: 'asOf' })).toThrow(/enter a time/);
  });
});
