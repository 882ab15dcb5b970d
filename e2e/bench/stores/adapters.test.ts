import { describe, expect, it } from 'vitest';
import { copyStream } from './copy-stream.js';
import { newestByKey } from './newest-by-key.js';

describe('copyStream', () => {
  it("writes PostgreSQL's binary form", async () => {
    const bytes = new Uint8Array(await copyStream([['é', 258n, Uint8Array.of(7)]]).arrayBuffer());
    expect(Buffer.from(bytes).toString('hex')).toBe(
      '5047434f50590aff0d0a00' + // PGCOPY\n\377\r\n\0
        '0000000000000000' +
        '0003' +
        '00000002c3a9' +
        '000000080000000000000102' +
        '0000000107' +
        'ffff',
    );
  });
});

describe('newestByKey', () => {
  const keys = [
    ['a', -3],
    ['a', -1],
    ['b', -2],
  ] as const;
  const values = [Uint8Array.of(3), Uint8Array.of(1), Uint8Array.of(2)];

  it('takes the first version of each key', () => {
    expect(newestByKey(keys, values, 9)).toEqual({ keys: ['a', 'b'], values: [values[0], values[2]] });
  });

  it('passes over what is younger than the timestamp', () => {
    expect(newestByKey(keys, values, 1)).toEqual({ keys: ['a'], values: [values[1]] });
  });
});
