import type { Random } from '../../lib/simulation/random.js';

/*
 * The operations that a page writes until it is killed. They are plain data, so the test can generate them and record
 * them before the page runs them.
 */

export type Durability = 'SYNC_WAL' | 'FSYNC_WAL';

/** One request of a page to one table. Its rows change one after the other, each completely or not at all. */
export type Operation =
  | { readonly kind: 'put'; readonly rows: readonly NewRow[]; readonly durability: Durability }
  | { readonly kind: 'increment'; readonly row: string; readonly amount: number; readonly durability: Durability }
  | {
      readonly kind: 'delete';
      readonly row: string;
      /** Null means the whole row. */
      readonly family: string | null;
      readonly durability: Durability;
    }
  /** These change nothing that a reader sees, and are not awaited. */
  | { readonly kind: 'flush' }
  | { readonly kind: 'majorCompact' };

/** Cells of a row that get the value `text`, followed by `x` `padding` times. */
export interface NewRow {
  readonly row: string;
  readonly columns: readonly string[];
  readonly text: string;
  readonly padding: number;
}

export const FAMILIES: readonly string[] = ['f', 'g'];

const COLUMNS: readonly (readonly string[])[] = [['f:v', 'g:v'], ['f:v', 'f:w', 'g:v', 'g:w'], ['g:w']];
const ROWS = 150;
const COUNTERS = 4;

/** Generates the next operation. `serial` makes its values different from all others. */
export function drawOperation(random: Random, serial: number): Operation {
  const durability: Durability = random.chance(0.05) ? 'FSYNC_WAL' : 'SYNC_WAL';
  const row = () => `row ${String(random.below(ROWS)).padStart(3, '0')}`;
  const newRow = (index: number): NewRow => ({
    row: row(),
    columns: random.pick(COLUMNS),
    text: `${serial}.${index}:`,
    padding: random.chance(0.02) ? 70_000 + random.below(100_000) : random.below(2_000),
  });
  const draw = random.below(100);
  if (draw < 45) return { kind: 'put', rows: [newRow(0)], durability };
  if (draw < 55)
    return { kind: 'put', rows: Array.from({ length: 2 + random.below(20) }, (_, n) => newRow(n)), durability };
  if (draw < 80) {
    const amount = 1 + random.below(9);
    return { kind: 'increment', row: `counter ${random.below(COUNTERS)}`, amount, durability };
  }
  if (draw < 96) {
    const family = random.chance(0.5) ? null : random.pick(FAMILIES);
    return { kind: 'delete', row: row(), family, durability };
  }
  return draw < 98 ? { kind: 'flush' } : { kind: 'majorCompact' };
}
