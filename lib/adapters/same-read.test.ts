import { describe, expect, it } from 'vitest';
import { Get, PrefixFilter, Scan } from '../index.js';
import { sameRead } from './same-read.js';

const bytes = (...list: number[]) => Uint8Array.from(list);

describe('sameRead', () => {
  it('compares by content', () => {
    const same: readonly (readonly [unknown, unknown])[] = [
      ['a', 'a'],
      [bytes(1, 2), bytes(1, 2)],
      [
        { prefix: 'a', limit: 5 },
        { limit: 5, prefix: 'a' },
      ],
      [{ columns: ['e:text', ['e', bytes(1)]] }, { columns: ['e:text', ['e', bytes(1)]] }],
      [{ row: ['alice', 5n] }, { row: ['alice', 5n] }],
      [{ asOf: new Date(5) }, { asOf: new Date(5) }],
      [new Scan({ prefix: 'a' }), new Scan({ prefix: 'a' })],
      [new Get('a').addFamily('e'), new Get('a').addFamily('e')],
      [{ filter: new PrefixFilter('a') }, { filter: new PrefixFilter('a') }],
    ];
    for (const [a, b] of same) expect([a, sameRead(a, b), sameRead(b, a)]).toEqual([a, true, true]);
  });

  it('notices every difference', () => {
    const different: readonly (readonly [unknown, unknown])[] = [
      ['a', 'b'],
      ['a', bytes(97)],
      [bytes(1), bytes(1, 2)],
      [{ prefix: 'a' }, { prefix: 'a', limit: 5 }],
      [{ columns: ['e:a', 'e:b'] }, { columns: ['e:b', 'e:a'] }],
      [{ row: ['alice', 5n] }, { row: ['alice', 6n] }],
      [{ asOf: new Date(5) }, { asOf: new Date(6) }],
      [new Scan({ prefix: 'a' }), new Scan({ prefix: 'b' })],
      [new Scan({ prefix: 'a' }), { prefix: 'a' }],
      [{ filter: new PrefixFilter('a') }, { filter: new PrefixFilter('b') }],
      [{}, null],
      [{ prefix: 'a' }, { prefix: undefined }],
      [{ prefix: undefined }, { limit: 5 }],
    ];
    for (const [a, b] of different) expect([a, sameRead(a, b), sameRead(b, a)]).toEqual([a, false, false]);
  });
});
