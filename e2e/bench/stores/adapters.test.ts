import { describe, expect, it } from 'vitest';
import { bytesOf, textOf } from './binary-text.js';
import { copyStream } from './copy-stream.js';
import { newestByKey } from './newest-by-key.js';
import { packRows } from './packed-rows.js';

describe('copyStream', () => {
  it("writes PostgreSQL's binary form", async () => {
    const rows = packRows([{ key: 'é', value: Uint8Array.of(7) }]);
    expect(await hexOf(copyStream(rows, Float64Array.of(258)))).toBe(
      '5047434f50590aff0d0a00' + // PGCOPY\n\377\r\n\0
        '0000000000000000' +
        '0003' +
        '00000002c3a9' +
        '000000080000000000000102' +
        '0000000107' +
        'ffff',
    );
  });

  it('writes rows without timestamps as two fields', async () => {
    const rows = packRows([
      { key: 'a', value: new Uint8Array(0) },
      { key: 'bc', value: Uint8Array.of(1, 2) },
    ]);
    expect((await hexOf(copyStream(rows))).slice(38)).toBe(
      `${'0002' + '0000000161' + '00000000'}${'0002' + '000000026263' + '000000020102'}ffff`,
    );
  });
});

async function hexOf(blob: Blob): Promise<string> {
  return Buffer.from(await blob.arrayBuffer()).toString('hex');
}

describe('binary text', () => {
  it('contains every byte and can be converted back', () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte);
    expect(textOf(bytes)).toHaveLength(256);
    expect(bytesOf(textOf(bytes))).toEqual(bytes);
  });
});

describe('newestByKey', () => {
  const keys = [
    ['a', -3],
    ['a', -1],
    ['b', -2],
  ] as const;
  const values = [Uint8Array.of(3), Uint8Array.of(1), Uint8Array.of(2)];

  it('returns the first version of each key', () => {
    expect(newestByKey(keys, values, 9)).toEqual({ keys: ['a', 'b'], values: [values[0], values[2]] });
  });

  it('skips versions that are newer than the timestamp', () => {
    expect(newestByKey(keys, values, 1)).toEqual({ keys: ['a'], values: [values[1]] });
  });
});
