import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Connection } from '../../index.js';
import { openMemory } from '../../memory.js';
import { rowsOf, shown } from './shown.js';
import { fillWebtable } from './webtable.js';

let connection: Connection;

beforeEach(async () => {
  connection = await openMemory();
});

afterEach(() => connection.close());

describe('physical view', () => {
  it('is stored family by family', async () => {
    const webtable = await fillWebtable(connection);

    expect(await rowsOf(webtable.getScanner({ columns: ['anchor'], versions: 'all' }))).toEqual([
      ['com.cnn.www', ['anchor:cnnsi.com', 9, 'CNN'], ['anchor:my.look.ca', 8, 'CNN.com']],
    ]);
    expect(await rowsOf(webtable.getScanner({ columns: ['contents'], versions: 'all' }))).toEqual([
      [
        'com.cnn.www',
        ['contents:html', 6, '<html>6'],
        ['contents:html', 5, '<html>5'],
        ['contents:html', 3, '<html>3'],
      ],
      ['com.example.www', ['contents:html', 5, '<html>example']],
    ]);
  });

  it('contains nothing for the empty cells of the conceptual view', async () => {
    const webtable = await fillWebtable(connection);
    expect(await webtable.exists({ row: 'com.cnn.www', columns: ['people'] })).toBe(false);
    expect(await webtable.exists({ row: 'com.example.www', columns: ['anchor'] })).toBe(false);
  });

  it('returns nothing for a timestamp at which nothing was written', async () => {
    const webtable = await fillWebtable(connection);

    const htmlAtT8 = await webtable.get({ row: 'com.cnn.www', columns: ['contents:html'], timestamp: 8 });
    expect(htmlAtT8.isEmpty).toBe(true);

    const lookAtT9 = await webtable.get({ row: 'com.cnn.www', columns: ['anchor:my.look.ca'], timestamp: 9 });
    expect(lookAtT9.isEmpty).toBe(true);

    // The value written at t8 is returned.
    const allOfT8 = await webtable.get({ row: 'com.cnn.www', timestamp: 8 });
    expect(shown(allOfT8)).toEqual([['anchor:my.look.ca', 8, 'CNN.com']]);
  });

  it('returns the newest value of each column if no timestamp is given', async () => {
    const webtable = await fillWebtable(connection);
    const result = await webtable.get('com.cnn.www');
    expect(shown(result)).toEqual([
      ['anchor:cnnsi.com', 9, 'CNN'],
      ['anchor:my.look.ca', 8, 'CNN.com'],
      ['contents:html', 6, '<html>6'],
    ]);
  });

  it('returns the same answers from files as from memory', async () => {
    const webtable = await fillWebtable(connection);
    const before = await rowsOf(webtable.getScanner({ versions: 'all' }));

    await connection.getAdmin().flush('webtable');
    expect(await rowsOf(webtable.getScanner({ versions: 'all' }))).toEqual(before);

    await connection.getAdmin().majorCompact('webtable');
    expect(await rowsOf(webtable.getScanner({ versions: 'all' }))).toEqual(before);
  });
});
