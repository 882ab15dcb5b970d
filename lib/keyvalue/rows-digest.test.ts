import { describe, expect, it } from 'vitest';
import { ByteReader } from '../bytes/byte-reader.js';
import { Random } from '../simulation/random.js';
import { type BlockRow, resultBlock } from '../testing/samples/result-blocks.js';
import { testSeeds } from '../testing/seed.js';
import { readResultBlock } from './result-block.js';
import { RowsDigest } from './rows-digest.js';

/** The digest of these rows, which come in blocks of `size` rows. */
function digestOf(
  rows: readonly BlockRow[],
  size = rows.length || 1,
  families: readonly string[] = ['f', 'g'],
): string {
  const digest = new RowsDigest();
  for (let from = 0; from < rows.length; from += size) {
    const bytes = resultBlock(families, rows.slice(from, from + size));
    const block = readResultBlock(new ByteReader(bytes, 0, bytes.length, 'block'));
    for (const row of block.rows) digest.addRow(block, row);
  }
  return [...digest.finish()].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

const ROW: BlockRow = { row: 'a', cells: [['f', 'q', 5, 'value']] };

describe('RowsDigest', () => {
  it('is the same for the same rows, however they are divided into blocks', () => {
    const rows = Array.from({ length: 7 }, (_, index) => ({ ...ROW, row: `r${index}` }));
    const whole = digestOf(rows);
    expect(whole).toHaveLength(32);
    expect([digestOf(rows, 1), digestOf(rows, 3)]).toEqual([whole, whole]);
  });

  it('is another one for every difference', () => {
    const others: readonly (readonly [what: string, rows: readonly BlockRow[], families?: readonly string[]])[] = [
      ['no row', []],
      ['row', [{ row: 'b', cells: ROW.cells }]],
      ['family', [{ row: 'a', cells: [['g', 'q', 5, 'value']] }]],
      ['name of the family', [ROW], ['f', 'h']],
      ['qualifier', [{ row: 'a', cells: [['f', 'r', 5, 'value']] }]],
      ['timestamp', [{ row: 'a', cells: [['f', 'q', 6, 'value']] }]],
      ['value', [{ row: 'a', cells: [['f', 'q', 5, 'valuf']] }]],
      ['longer value', [{ row: 'a', cells: [['f', 'q', 5, 'value\0']] }]],
      ['type', [{ row: 'a', cells: [['f', 'q', 5, 'value', 'Delete']] }]],
      ['another cell', [{ row: 'a', cells: [...ROW.cells, ['f', 'r', 5, '']] }]],
      ['another row', [ROW, { row: 'b', cells: ROW.cells }]],
      ['the same row twice', [ROW, ROW]],
      ['two rows that are one', [{ row: 'a', cells: [...ROW.cells, ...ROW.cells] }]],
      ['a letter moved to the qualifier', [{ row: 'a', cells: [['f', 'qv', 5, 'alue']] }]],
    ];
    const digests = [digestOf([ROW]), ...others.map(([, rows, families]) => digestOf(rows, 1, families))];
    expect(new Set(digests).size).toBe(digests.length);
  });

  it.each(testSeeds(3))('has no collisions among rows that differ in few bits, seed %i', (seed) => {
    const random = new Random(seed);
    const digests = new Set<string>();
    const halves = new Set<string>();
    for (let run = 0; run < 5_000; run++) {
      const value = new Uint8Array(24);
      new DataView(value.buffer).setUint32(random.below(20), run, true);
      value[23] = run & 0xff;
      const digest = digestOf([{ row: 'a', cells: [['f', 'q', run, value]] }]);
      digests.add(digest);
      halves.add(digest.slice(0, 16));
    }
    expect([digests.size, halves.size]).toEqual([5_000, 5_000]);
  });
});
