import { describe, expect, it } from 'vitest';
import { SingleColumnValueFilter } from '../../filter/single-column-value-filter.js';
import { Put } from '../../model/put.js';
import { mutate } from '../../testing/samples/packet-client.js';
import { keysOf, put, watchBench } from '../../testing/samples/watch-bench.js';
import { WATCH_LIMITS, type WatchLimits } from './watch-limits.js';

const START = 1_000_000;

/** Cells of family `f` live for 10 s; `g` keeps two versions. */
const brief = (limits: Partial<WatchLimits> = {}) =>
  watchBench({
    families: [
      { name: 'f', timeToLive: 10 },
      { name: 'g', maxVersions: 2 },
    ],
    platform: { watchLimits: { ...WATCH_LIMITS, ...limits } },
  });
const shortLived = (row: string, ttlMs: number, family = 'g', value = 'v') =>
  mutate('t', new Put(row).addColumn(family, 'q', value).setTTL(ttlMs));

describe('Cells that expire', () => {
  it('leave at their time without a write: by the time of their family, and by their own', async () => {
    const { page, clock, woken } = await brief();
    const watched = await page.open('t');
    await page.send(put('a'), shortLived('b', 3_000), shortLived('c', 20_000));
    clock.advance(3_000);
    expect(woken).toEqual([]);
    clock.advance(1);
    expect(woken).toEqual(['page']);
    await page.read();
    expect(keysOf(watched)).toEqual(['a', 'c']);
    clock.advance(7_000);
    await page.read();
    expect([keysOf(watched), woken.length]).toEqual([['c'], 2]);
    clock.advance(10_000);
    await page.read();
    expect([keysOf(watched), woken.length]).toEqual([[], 3]);
  });

  it('show the version before them', async () => {
    const { page, clock } = await brief();
    const watched = await page.open('t');
    await page.send(mutate('t', new Put('a').addColumn('g', 'q', START - 1, 'old')));
    await page.send(shortLived('a', 1_000, 'g', 'new'));
    expect(watched.rows.get('a')).toEqual([`a/g:q/${START}=new`]);
    clock.advance(1_001);
    await page.read();
    expect(watched.rows.get('a')).toEqual([`a/g:q/${START - 1}=old`]);
  });

  it('change rows that a filter leaves out because of them', async () => {
    const { page, clock } = await brief();
    const filter = new SingleColumnValueFilter('g', 'hidden', 'NOT_EQUAL', 'yes');
    const watched = await page.open('t', { filter });
    await page.send(put('a'), mutate('t', new Put('a').addColumn('g', 'hidden', 'yes').setTTL(2_000)));
    expect(keysOf(watched)).toEqual([]);
    // The second write of a row in a millisecond has the timestamp of the next one.
    clock.advance(2_002);
    await page.read();
    expect(keysOf(watched)).toEqual(['a']);
  });

  it('leave although there are too many of them to remember', async () => {
    const { page, clock } = await brief({ remembered: 3 });
    const watched = await page.open('t');
    for (let index = 0; index < 8; index++) await page.send(shortLived(`r${index}`, 1_000 * (8 - index)));
    for (let left = 7; left >= 0; left--) {
      clock.advance(1_000 + (left === 7 ? 1 : 0));
      await page.read();
      expect(watched.rows.size).toBe(left);
    }
  });

  it('leave with the limit of their own even if MIN_VERSIONS keeps them beyond that of their family', async () => {
    const { page, clock } = await watchBench({ families: [{ name: 'f', timeToLive: 1, minVersions: 1 }] });
    const watched = await page.open('t');
    await page.send(mutate('t', new Put('a').addColumn('f', 'q', 'v').setTTL(2_500)));
    clock.advance(2_000);
    await page.read();
    expect(keysOf(watched)).toEqual(['a']);
    clock.advance(501);
    await page.read();
    expect(keysOf(watched)).toEqual([]);
  });
});

describe('A jump of the clock', () => {
  it('forward lets cells leave at the next commit', async () => {
    const { page, other, clock, woken } = await brief();
    const watched = await page.open('t');
    await page.send(put('a'), shortLived('b', 3_000));
    clock.set(START + 5_000);
    await other.send(put('outside', 'v'));
    expect(woken).toEqual(['page']);
    await page.read();
    expect(keysOf(watched)).toEqual(['a', 'outside']);
  });

  it('forward lets cells leave at their time if a commit came between', async () => {
    const { page, other, clock, woken } = await brief();
    const watched = await page.open('t');
    await page.send(shortLived('a', 3_000));
    clock.set(START + 1_000);
    await other.send(mutate('t', new Put('outside').addColumn('g', 'q', 'v')));
    await page.read();
    woken.length = 0;
    clock.advance(2_001);
    expect(woken).toEqual(['page']);
    await page.read();
    expect(keysOf(watched)).toEqual(['outside']);
  });

  it('back shows cells that had expired', async () => {
    const { page, clock } = await brief();
    const watched = await page.open('t');
    await page.send(put('a'), shortLived('b', 3_000));
    clock.advance(5_000);
    await page.read();
    expect(keysOf(watched)).toEqual(['a']);
    clock.set(START);
    await page.read();
    expect(keysOf(watched)).toEqual(['a', 'b']);
  });

  it('back makes a reading begin again that has not met such cells yet', async () => {
    const { page, other, clock } = await brief({ stepBytes: 1 });
    await other.send(put('a'), put('b'), shortLived('c', 3_000));
    clock.set(START + 5_000);
    const watched = await page.open('t', { columns: ['g'], start: 'b' });
    const first = await page.open('t');
    clock.set(START);
    await page.read();
    expect([keysOf(watched), keysOf(first)]).toEqual([['c'], ['a', 'b', 'c']]);
  });
});
