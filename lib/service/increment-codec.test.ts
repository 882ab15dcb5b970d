import { describe, expect, it } from 'vitest';
import { ByteReader } from '../bytes/byte-reader.js';
import { decodeText } from '../bytes/text.js';
import { Increment } from '../model/increment.js';
import { LATEST_TIMESTAMP } from '../model/mutation.js';
import { encodeIncrement, readIncrement } from './increment-codec.js';

const reader = (bytes: Uint8Array): ByteReader => new ByteReader(bytes, 0, bytes.length, 'test');
const increment = new Increment('r')
  .addColumn('b', 'x', -1)
  .addColumn('a', null, 2n ** 63n - 1n)
  .addColumn('b', 'x', 2)
  .setDurability('ASYNC_WAL')
  .setReturnResults(false);

describe('encodeIncrement', () => {
  it('gives back row, options and amounts in the order named', () => {
    const back = readIncrement(reader(encodeIncrement('t', increment)));
    expect(back).toMatchObject({
      table: 't',
      durability: 'ASYNC_WAL',
      timestamp: LATEST_TIMESTAMP,
      returnResults: false,
    });
    expect(decodeText(back.row)).toBe('r');
    expect(
      back.amounts.map(({ family, qualifier, amount }) => [
        decodeText(back.families[family] as Uint8Array),
        decodeText(qualifier),
        amount,
      ]),
    ).toEqual([
      ['a', '', 2n ** 63n - 1n],
      ['b', 'x', -1n],
      ['b', 'x', 2n],
    ]);
  });

  it('answers every cut with CORRUPTION', () => {
    const whole = encodeIncrement('t', increment);
    for (let length = 0; length < whole.length; length++) {
      expect(() => readIncrement(reader(whole.slice(0, length)))).toThrowError(
        expect.objectContaining({ code: 'CORRUPTION' }),
      );
    }
  });
});
