import { BigtabError, type Connection, type IndexInfo, type IndexOrder } from 'bigtab';
import { describe, expect, it } from 'vitest';
import { indexWords, readIndexes, type ShownIndex } from './shown-index.js';

const INFO: IndexInfo = {
  name: 'i',
  on: ['e:type'],
  order: ['bytes'],
  qualifiersOf: null,
  unique: false,
  complete: true,
};

describe('an index', () => {
  const wordsOf = (on: readonly string[], order: readonly IndexOrder[], more: Partial<ShownIndex> = {}) =>
    indexWords({ ...INFO, on, order, done: 1, ...more });

  it('is described by its columns, their order and its state', () => {
    expect(wordsOf(['e:day', 'e:type'], ['bytes', 'bytes'])).toBe('on e:day, e:type as text or bytes; complete');
    expect(wordsOf(['e:day', 'e:stars'], ['bytes', 'int64'], { unique: true })).toBe(
      'on e:day as text or bytes, e:stars as int64, unique; complete',
    );
    expect(wordsOf([], ['bytes'], { qualifiersOf: 'tag', complete: false, done: 0.456 })).toBe(
      'on the column names of tag; 45 % built',
    );
  });

  it('has the share that is built, which a read by it reports', async () => {
    const building = new BigtabError('INVALID_STATE', 'being built', { details: { done: 0.25 } });
    const dropped = new BigtabError('INVALID_ARGUMENT', 'no index');
    for (const [error, done] of [
      [building, 0.25],
      [dropped, 0],
      [null, 1],
    ] as const) {
      const connection = {
        getAdmin: () => ({ listIndexes: async () => [{ ...INFO, complete: false }] }),
        getTable: () => ({ count: () => (error === null ? Promise.resolve(1) : Promise.reject(error)) }),
      } as unknown as Connection;
      expect((await readIndexes(connection, 't')).map((index) => index.done)).toEqual([done]);
    }
  });
});
