import { describe, expect, it } from 'vitest';
import { ByteReader } from '../../bytes/byte-reader.js';
import { encodeText } from '../../bytes/text.js';
import { OFFSET_SEQUENCE_ID } from '../../keyvalue/cell-layout.js';
import { readResultBlock } from '../../keyvalue/result-block.js';
import type { WatchPart } from '../../service/watch-codec.js';
import { Random } from '../../simulation/random.js';
import { type BlockCell, resultBlock } from '../../testing/samples/result-blocks.js';
import { testSeeds } from '../../testing/seed.js';
import type { Result } from '../answers/result.js';
import { KeptRows } from './kept-rows.js';

interface Change {
  readonly removed?: readonly string[];
  readonly rows?: readonly (readonly [row: string, cells: readonly BlockCell[]])[];
  readonly reset?: boolean;
  readonly more?: boolean;
  readonly families?: readonly string[];
}

function part({ removed = [], rows = [], reset = false, more = false, families = ['f'] }: Change): WatchPart {
  const bytes = resultBlock(
    families,
    rows.map(([row, cells]) => ({ row, cells })),
  );
  const block = readResultBlock(new ByteReader(bytes, 0, bytes.length, 'rows'));
  return { watch: 1, reset, more, removed: removed.map((row) => encodeText(row)), block };
}

const cell = (value: string, timestamp = 1): BlockCell => ['f', 'q', timestamp, value];
const keep = (reversed = false) => new KeptRows<Result>(reversed, (result) => result);
const brief = (rows: readonly Result[] | null) =>
  rows?.map((row) => [new TextDecoder().decode(row.row as Uint8Array), row.getText('f', 'q')]);

describe('Rows that are kept', () => {
  it('are null before the first complete part', () => {
    const rows = keep();
    expect(rows.newest()).toBeNull();
    rows.add(part({ more: true, rows: [['a', [cell('1')]]] }));
    expect(rows.newest()).toBeNull();
    rows.add(part({}));
    expect(brief(rows.newest())).toEqual([['a', '1']]);
  });

  it('are in the order of their keys, whatever the order in which they arrive', () => {
    for (const reversed of [false, true]) {
      const rows = keep(reversed);
      rows.add(part({ rows: ['m', 'c', 'z', 'a'].map((row) => [row, [cell(row)]]) }));
      rows.add(part({ rows: ['n', 'b', 'zz', 'A'].map((row) => [row, [cell(row)]]) }));
      const sorted = ['A', 'a', 'b', 'c', 'm', 'n', 'z', 'zz'];
      expect(brief(rows.newest())?.map(([row]) => row)).toEqual(reversed ? sorted.reverse() : sorted);
    }
  });

  it('are the same object if they have the same cells, although sequence ids and indexes of families differ', () => {
    const rows = keep();
    rows.add(part({ rows: [['a', [cell('1')]]], families: ['f'] }));
    const before = rows.newest();
    const moved = part({ rows: [['a', [cell('1')]]], families: ['e', 'f'] });
    moved.block.view.setFloat64((moved.block.rows[0]?.offset ?? 0) + OFFSET_SEQUENCE_ID, 7, true);
    rows.add(moved);
    expect(rows.newest()).toBe(before);
  });

  it.each<[string, BlockCell[]]>([
    ['value', [cell('2')]],
    ['timestamp', [cell('1', 2)]],
    ['qualifier', [['f', 'r', 1, '1']]],
    ['split of the same bytes', [['f', 'q1', 1, '']]],
    ['family', [['g', 'q', 1, '1']]],
    ['number of cells', [cell('1'), ['f', 'r', 1, '1']]],
    ['type', [['f', 'q', 1, '1', 'Delete']]],
  ])('are another object if they have another %s', (_, cells) => {
    const rows = keep();
    const families = ['f', 'g'];
    rows.add(part({ rows: [['a', [cell('1')]]], families }));
    const [before] = rows.newest() ?? [];
    rows.add(part({ rows: [['a', cells]], families }));
    expect(rows.newest()?.[0]).not.toBe(before);
  });

  it('are the same object after they were removed and added again, if no reader saw that', () => {
    const rows = keep();
    rows.add(part({ rows: [['a', [cell('1')]]] }));
    const before = rows.newest();
    rows.add(part({ removed: ['a'] }));
    rows.add(part({ rows: [['a', [cell('1')]]] }));
    expect(rows.newest()).toBe(before);
  });

  it('are the same objects after they were read again', () => {
    const rows = keep();
    rows.add(part({ rows: ['a', 'b', 'c'].map((row) => [row, [cell('1')]]) }));
    const before = rows.newest() ?? [];
    rows.restart();
    rows.add(part({ more: true, rows: ['a', 'b'].map((row) => [row, [cell('1')]]) }));
    expect(rows.newest()).toBe(before);
    rows.add(part({ rows: [['c', [cell('2')]]] }));
    const after = rows.newest() ?? [];
    expect(after.map((row, at) => row === before[at])).toEqual([true, true, false]);
  });

  it('do not show a part of which a row could not be made', () => {
    const rows = new KeptRows<string>(false, (result) => {
      const value = result.getText('f', 'q') ?? '';
      if (value === 'bad') throw new Error(value);
      return value;
    });
    rows.add(part({ rows: [['a', [cell('1')]]] }));
    const before = rows.newest();
    rows.add(part({ rows: ['a', 'b'].map((row) => [row, [cell(row === 'a' ? '2' : 'bad')]]) }));
    expect(() => rows.newest()).toThrow('bad');
    expect(rows.newest()).toBe(before);
  });

  for (const seed of testSeeds(10)) {
    it(`are the same as in a sorted map, in steps or at once (BIGTAB_SEED=${seed} BIGTAB_RUNS=1)`, () => {
      const random = new Random(seed);
      const reversed = random.chance(0.5);
      const rows = keep(reversed);
      let expected = new Map<string, string>();
      let complete: typeof expected | null = null;
      const anyRow = () => String(random.below(3_000)).padStart(4, '0');
      for (let round = 0; round < 40; round++) {
        const reset = random.chance(0.1);
        const more = random.chance(0.3);
        if (reset) expected = new Map();
        const removed = Array.from({ length: random.below(random.chance(0.2) ? 1_200 : 4) }, anyRow);
        for (const row of removed) expected.delete(row);
        const changed = new Set(Array.from({ length: random.below(random.chance(0.2) ? 1_200 : 4) }, anyRow));
        const value = String(random.below(3));
        for (const row of changed) expected.set(row, value);
        rows.add(part({ reset, more, removed, rows: [...changed].map((row) => [row, [cell(value)]]) }));
        if (!more) complete = new Map(expected);
        for (let steps = random.below(8); steps > 0 && rows.steps > 0; steps--) rows.step();
        if (random.chance(0.5)) continue;
        const sorted = [...(complete ?? [])].sort(([a], [b]) => (a < b ? -1 : 1));
        expect(brief(rows.newest()) ?? []).toEqual(reversed ? sorted.reverse() : sorted);
      }
    });
  }
});
