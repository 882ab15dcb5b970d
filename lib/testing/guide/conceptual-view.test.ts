import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Connection } from '../../index.js';
import { openMemory } from '../../memory.js';
import { asMap, rowKeysOf, shown } from './shown.js';
import { fillWebtable } from './webtable.js';

let connection: Connection;

beforeEach(async () => {
  connection = await openMemory();
});

afterEach(() => connection.close());

describe('conceptual view', () => {
  it('is a map from row to family to column to timestamp to value', async () => {
    const webtable = await fillWebtable(connection);

    const cnn = await webtable.get({ row: 'com.cnn.www', versions: 'all' });
    expect(asMap(cnn)).toEqual({
      contents: { 'contents:html': { 6: '<html>6', 5: '<html>5', 3: '<html>3' } },
      anchor: { 'anchor:cnnsi.com': { 9: 'CNN' }, 'anchor:my.look.ca': { 8: 'CNN.com' } },
    });

    const example = await webtable.get({ row: 'com.example.www', versions: 'all' });
    expect(asMap(example)).toEqual({
      contents: { 'contents:html': { 5: '<html>example' } },
      people: { 'people:author': { 5: 'John Doe' } },
    });
  });

  it('has its rows in byte order, so reversed host names keep the hosts of a domain together', async () => {
    const webtable = await fillWebtable(connection);
    for (const row of ['org.apache.www', 'org.apache.mail', 'org.apache.jira'])
      await webtable.put({ row, cells: { people: { author: 'ASF' } } });

    const all = ['com.cnn.www', 'com.example.www', 'org.apache.jira', 'org.apache.mail', 'org.apache.www'];
    expect(await rowKeysOf(webtable.getScanner())).toEqual(all);
    expect(await rowKeysOf(webtable.getScanner({ prefix: 'org.apache.' }))).toEqual(all.slice(2));
  });

  it('gets new columns by writing to them, and new families only through the schema', async () => {
    const webtable = await fillWebtable(connection);
    await webtable.put({ row: 'com.cnn.www', timestamp: 10, cells: { anchor: { 'new.example': 'News' } } });
    expect(shown(await webtable.get({ row: 'com.cnn.www', columns: ['anchor:new.example'] }))).toEqual([
      ['anchor:new.example', 10, 'News'],
    ]);

    const undeclared = webtable.put({ row: 'com.cnn.www', cells: { pictures: { logo: '…' } } });
    await expect(undeclared).rejects.toMatchObject({ code: 'NO_SUCH_COLUMN_FAMILY' });
  });
});
