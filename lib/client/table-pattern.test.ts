import { afterEach, describe, expect, it, vi } from 'vitest';
import { tableMatcher, wholeMatcher } from './table-pattern.js';

const INVALID = expect.objectContaining({ code: 'INVALID_ARGUMENT' });

describe('a pattern of table names', () => {
  afterEach(() => void vi.doUnmock('./compile-pattern.js'));

  it('matches whole names, of `default` also with the namespace written out (S-50)', async () => {
    const matches = await tableMatcher('(default:)?t.|ns:.*');
    expect(['t1', 't', 'xt1', 'ns:t', 'ns2:t'].filter(matches)).toEqual(['t1', 'ns:t']);
    expect(['t1', 'ns:t'].filter(await tableMatcher('default:.*'))).toEqual(['t1']);
    expect(['t1', 'ns:t'].filter(await tableMatcher(null))).toEqual(['t1', 'ns:t']);
  });

  it('returns at once if nested repetition almost matches', async () => {
    for (const pattern of ['(a|aa)+b', '(a+)+', '(.*)*b'])
      expect((await wholeMatcher(pattern))(`${'a'.repeat(10_000)}!`)).toBe(false);
  });

  it('is text that Bigtab supports, or a JavaScript RegExp', async () => {
    expect((await wholeMatcher(/T\d/giu))('t1')).toBe(true);
    for (const wrong of ['(', 'a++', '\\p{L}', 5, {}])
      await expect(wholeMatcher(wrong as string)).rejects.toEqual(INVALID);
  });

  it('explains what to do if the code that compiles it cannot be loaded', async () => {
    vi.doMock('./compile-pattern.js', () => {
      throw new Error('404');
    });
    const message = expect.stringContaining('Serve all files of the package from one place');
    await expect(wholeMatcher('a')).rejects.toEqual(expect.objectContaining({ code: 'WORKER_START_FAILED', message }));
    // A JavaScript RegExp does not need that code.
    expect((await wholeMatcher(/a/))('a')).toBe(true);
  });
});
