import { describe, expect, it } from 'vitest';
import { ByteReader } from '../../bytes/byte-reader.js';
import { toBytesBinary } from '../../bytes/text.js';
import { Get } from '../../model/get.js';
import { Scan } from '../../model/scan.js';
import { readGet } from '../../service/get-codec.js';
import { readOpenScanner } from '../../service/scan-codec.js';
import { connectTo } from '../../testing/fakes/scripted-connection.js';

/** A table, and the reads that it requested the engine to explain. */
function tableOn() {
  const asked: unknown[] = [];
  const { connection } = connectTo({
    control({ method, args: [kind, request, options] }) {
      const bytes = toBytesBinary(request as string);
      const reader = new ByteReader(bytes, 0, bytes.length, 'request');
      asked.push([method, kind, kind === 'get' ? readGet(reader) : readOpenScanner(reader), options]);
      return 'the answer';
    },
  });
  return { table: connection.getTable('ns:t'), asked };
}

describe('explain', () => {
  it.each([
    ['text', 'r'],
    ['bytes', Uint8Array.of(0x72)],
    ['a literal', { row: 'r' }],
    ['a Get', new Get('r')],
  ])('sends %s as a get', async (_, read) => {
    const { table, asked } = tableOn();
    expect(await table.explain(read)).toBe('the answer');
    const row = new Uint8Array([0x72]);
    expect(asked).toMatchObject([['explain', 'get', { table: 'ns:t', gets: [{ row }] }, {}]]);
  });

  it.each([
    ['a literal', { start: Uint8Array.of(0, 0x5c, 0xff), versions: 2 }],
    ['a Scan', new Scan().withStartRow(Uint8Array.of(0, 0x5c, 0xff)).readVersions(2)],
  ])('sends %s as a scan, with its limit', async (_, read) => {
    const { table, asked } = tableOn();
    expect(await table.explain(read, { maxCells: 7 })).toBe('the answer');
    const start = Uint8Array.of(0, 0x5c, 0xff);
    expect(asked).toMatchObject([['explain', 'scan', { table: 'ns:t', start, maxVersions: 2 }, { maxCells: 7 }]]);
  });

  it('refuses a value that is not a read, and sends nothing', async () => {
    const { table, asked } = tableOn();
    for (const read of [null, 7, [], { stat: 'a' }, { row: '' }, { row: 'r', limit: 1 }]) {
      await expect(table.explain(read as never)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    }
    expect(asked).toEqual([]);
  });
});
