import { describe, expect, it } from 'vitest';
import type { History, Step } from '../vectors/history.js';
import { PLAIN, SMALL_BLOCKS, type Variant } from './engine-variants.js';
import { answered } from './oracle.js';
import { playVariant } from './variant-player.js';

const NEW_VERSIONS = { families: [{ NAME: 'f', VERSIONS: '2', NEW_VERSION_BEHAVIOR: 'true' }] };
const THREE_PUTS: History['steps'] = [1, 2, 3].map((timestamp) => ({
  at: 1000,
  op: 'put',
  row: 'r',
  cells: [['f', 'a', timestamp, timestamp === 3 ? 'new' : 'old']],
}));
const OLD = { type: 'ValueFilter', op: 'EQUAL', comparator: ['binary', 'old'] } as const;

/* Histories that once had wrong answers, in their shrunk form. Each is played as it is and with small blocks. */
const FOUND: Readonly<Record<string, Pick<History, 'table' | 'steps'>>> = {
  'a store limit of 0 counts as 1 after a store offset too (R-70)': {
    table: { families: [{ NAME: 'f' }] },
    steps: [
      { at: 1000, op: 'put', row: 'r', cells: [['f', 'b', 1, '1']] },
      { at: 1000, op: 'put', row: 'r', cells: [['f', 'a', 'LATEST', '2']] },
      { at: 1000, op: 'get', row: 'r', versions: 'all', storeLimit: 0, storeOffset: 1, expect: [['f', 'b', 1, '1']] },
    ],
  },
  'a mutateRow that names a missing family is refused before any value is read (W-8)': {
    table: { families: [{ NAME: 'f' }] },
    steps: [
      { at: 3, op: 'put', row: 'r', cells: [['f', 'n', 1, 'no counter']] },
      {
        at: 3,
        op: 'mutateRow',
        row: 'r',
        mutations: [
          { op: 'increment', amounts: [['f', 'n', '1']] },
          { op: 'append', values: [['h', 'a', '3']] },
        ],
        error: 'NoSuchColumnFamilyException',
      },
    ],
  },
  'with NEW_VERSION_BEHAVIOR, versions are counted before the filter runs (R-63)': {
    table: NEW_VERSIONS,
    steps: [
      ...THREE_PUTS,
      { at: 1000, op: 'get', row: 'r', filter: OLD, expect: [] },
      { at: 1000, op: 'get', row: 'r', filter: OLD, versions: 2, expect: [['f', 'a', 2, 'old']] },
    ],
  },
  'with NEW_VERSION_BEHAVIOR, a version that a hint skips still pushes out others (R-60)': {
    table: NEW_VERSIONS,
    steps: [
      ...THREE_PUTS,
      {
        at: 1000,
        op: 'get',
        row: 'r',
        filter: { type: 'TimestampsFilter', timestamps: [1], canHint: true },
        versions: 'all',
        expect: [],
      },
    ],
  },
};

describe('histories that found a defect', () => {
  for (const [title, { table, steps }] of Object.entries(FOUND)) {
    const history: History = { id: title, table, steps };

    it.each<Variant>([PLAIN, SMALL_BLOCKS])(`${title}: $name`, async (variant) => {
      expect(await playVariant(variant, history)).toEqual({ kind: 'passed' });
    });

    it(`${title}: the oracle agrees`, () => {
      const asked = steps.map(({ expect: _, error: __, ...step }) => step as Step);
      expect(answered(title, { table, steps: asked }).steps).toEqual(steps);
    });
  }
});
