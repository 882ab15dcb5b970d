import { describe, expect, it } from 'vitest';
import { PageFilter } from '../../filter/page-filter.js';
import { SingleColumnValueFilter } from '../../filter/single-column-value-filter.js';
import { WhileMatchFilter } from '../../filter/while-match-filter.js';
import { Put } from '../../model/put.js';
import type { ScanLike } from '../../model/scan.js';
import { mutate } from '../../testing/samples/packet-client.js';
import { keysOf, put, remove, watchBench } from '../../testing/samples/watch-bench.js';
import { WATCH_LIMITS } from './watch-limits.js';

/** The rows a … `last`, and a watch. */
async function limited(scan: ScanLike, rows = 'abcdefgh', stepBytes = WATCH_LIMITS.stepBytes) {
  const bench = await watchBench({ platform: { watchLimits: { ...WATCH_LIMITS, stepBytes } } });
  await bench.other.send(mutate('t', ...[...rows].map((row) => new Put(row).addColumn('f', 'q', row))));
  const watched = await bench.page.open('t', scan);
  while (!watched.isState) await bench.page.readOnce();
  return { ...bench, watched, keys: () => keysOf(watched).join('') };
}

describe('A watch with a limit', () => {
  it('lets the last row leave when one enters, and ignores rows after the last', async () => {
    const { page, keys, watched } = await limited({ limit: 3 });
    expect(keys()).toBe('abc');
    await page.send(put('aa'));
    expect(keys()).toBe('aaab');
    const { sent } = watched;
    await page.send(put('c', 'new'), remove('h'));
    expect(watched.sent).toBe(sent);
  });

  it('is filled up with the rows that follow when it loses some', async () => {
    const { page, keys } = await limited({ limit: 3 });
    await page.send(remove('a'), remove('b'));
    expect(keys()).toBe('cde');
    await page.send(...[...'cdefg'].map(remove));
    expect(keys()).toBe('h');
    await page.send(put('i'), put('j'));
    expect(keys()).toBe('hij');
  });

  it('is filled up in steps if this takes long; what is written meanwhile is not lost', async () => {
    const { page, other, keys, watched } = await limited({ limit: 4 }, 'abcdefgh', 1);
    await page.send(...[...'abcd'].map(remove));
    expect(watched.isState).toBe(false);
    await other.send(remove('g'), put('a', 'again'));
    await page.read();
    expect([keys(), watched.isState]).toEqual(['aefh', true]);
  });

  it('begins at the end if it is reversed', async () => {
    const { page, keys } = await limited({ limit: 3, reversed: true });
    expect(keys()).toBe('fgh');
    await page.send(put('i'));
    expect(keys()).toBe('ghi');
    await page.send(remove('i'), remove('g'), put('a', 'unseen'));
    expect(keys()).toBe('efh');
  });

  it('counts only rows that its filter lets pass', async () => {
    const filter = new SingleColumnValueFilter('f', 'q', 'NOT_EQUAL', 'x');
    const { page, keys } = await limited({ limit: 2, filter });
    await page.send(put('a', 'x'), put('c', 'x'));
    expect(keys()).toBe('bd');
    await page.send(put('a', 'y'));
    expect(keys()).toBe('ab');
  });

  it('sends a row that left and came back', async () => {
    const { page, other, keys } = await limited({ limit: 2 });
    await other.send(put('aa'), remove('aa'), remove('a'), put('a'));
    await page.read();
    expect(keys()).toBe('ab');
    await page.send(put('aa'));
    await page.send(remove('aa'));
    expect(keys()).toBe('ab');
  });
});

describe('A watch whose filter counts rows', () => {
  it.each([
    ['PageFilter', new PageFilter(3)],
    ['WhileMatchFilter', new WhileMatchFilter(new SingleColumnValueFilter('f', 'q', 'LESS', 'd'))],
  ])('is read again as a whole: %s', async (_, filter) => {
    const { page, keys } = await limited({ filter });
    expect(keys()).toBe('abc');
    await page.send(remove('b'));
    expect(keys()).toBe(_ === 'PageFilter' ? 'acd' : 'ac');
    await page.send(put('aa', 'aa'));
    expect(keys()).toBe(_ === 'PageFilter' ? 'aaac' : 'aaac');
  });

  it('has a state although rows are written during each of its readings', async () => {
    const { page, other, keys, watched } = await limited({ filter: new PageFilter(6) }, 'abcdefgh', 1);
    await other.send(put('c', '0'));
    let reads = 0;
    do {
      await other.send(put('c', String(reads)));
      await page.readOnce();
    } while (!watched.isState && ++reads < 100);
    expect(reads).toBeLessThan(100);
    expect([keys(), watched.rows.get('c')?.[0]?.endsWith(`=${reads}`)]).toEqual(['abcdef', true]);
  });
});
