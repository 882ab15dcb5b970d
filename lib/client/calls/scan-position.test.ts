import { describe, expect, it } from 'vitest';
import { encodeText } from '../../bytes/text.js';
import { Scan, type ScanLike } from '../../model/scan.js';
import { memoryMedium, openEngine } from '../../testing/samples/engine.js';
import { afterPosition, positionText } from './scan-position.js';

const INVALID = expect.objectContaining({ code: 'INVALID_ARGUMENT' });

/** A position with a valid check, at any key. */
function forged(scan: ScanLike, key: string): ScanLike & Record<never, never> {
  return { ...scan, after: positionText('t', new Scan(scan), encodeText(key)) };
}

describe('A position', () => {
  it('continues after its key, whatever its length', () => {
    for (const key of ['a', 'ab', 'abc', 'abcd', '\u{1f600}']) {
      const scan = new Scan(forged({}, key));
      expect(afterPosition('t', scan)).toMatchObject({
        start: encodeText(key),
        startInclusive: false,
      });
    }
  });

  it('is refused before the range of the scan', () => {
    for (const [scan, key] of [
      [{ start: 'b', stop: 'd' }, 'a'],
      [{ prefix: 'b' }, 'a'],
      [{ start: 'd', stop: 'b', reversed: true }, 'e'],
      [{}, ''],
    ] as const) {
      const own = new Scan(forged(scan, key));
      expect(() => afterPosition('t', own)).toThrow(INVALID);
    }
  });

  it('is refused by the engine outside the range in the index', async () => {
    const { connection } = await openEngine(memoryMedium());
    await connection.ensureTable({ name: 't', families: ['e'], indexes: { a: { on: 'e:a' } } });
    const table = connection.getTable('t');
    await table.put(['v4', 'v5', 'v6'].map((a) => ({ row: a, cells: { e: { a } } })));
    for (const reversed of [false, true]) {
      const scan = { index: 'a', equals: 'v5', reversed };
      const read = async (key: string) => (await table.getScanner(forged(scan, key)).toArray()).map((row) => row.key);
      for (const key of ['\x00', '\x01v4\x00\x00v4', '\x01v6\x00\x00v6', '\xff', '\x01v5\x00\x00', 'v5']) {
        await expect(read(key)).rejects.toThrow(INVALID);
        await expect(table.count(forged(scan, key))).rejects.toThrow(INVALID);
        await expect(table.explain(forged(scan, key))).rejects.toThrow(INVALID);
      }
      expect(await read('\x01v5\x00\x00v')).toEqual(reversed ? [] : ['v5']);
      expect(await read('\x01v5\x00\x00w')).toEqual(reversed ? ['v5'] : []);
    }
    await connection.close();
  });
});
