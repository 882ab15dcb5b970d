import { equalBytes } from '../../bytes/compare.js';
import { BigtabError } from '../../errors.js';
import type { Cell } from '../../model/cell.js';
import { nameText } from '../../model/value-place.js';
import type { CellSource } from './cell-source.js';
import type { CellSum } from './cell-sum.js';
import { familyText, keepsLess, type Schemas } from './compare-families.js';
import type { CopyPosition } from './copy-position.js';
import { findCells } from './find-cells.js';

/** A cell may expire between the reads of the two sides, so differences are looked at again. */
const ATTEMPTS = 3;

/** Checks that the target returns what was copied, and adds it up. */
export class VerifiedCells {
  readonly #from: CellSource;
  readonly #to: CellSource;
  readonly #schemas: Schemas;
  readonly #timeRange: readonly [since: number, until: number];
  readonly #sum: CellSum;

  constructor(from: CellSource, to: CellSource, schemas: Schemas, { since, until }: CopyPosition, sum: CellSum) {
    this.#from = from;
    this.#to = to;
    this.#schemas = schemas;
    this.#timeRange = [since, until];
    this.#sum = sum;
  }

  /**
   * Adds the cells of `copied` that the source still returns: some may have expired. Throws SCHEMA_MISMATCH or CORRUPTION
   * if the target does not return them. `isRowPart`: see `findCells`.
   */
  async add(copied: readonly Cell[], isRowPart: boolean): Promise<void> {
    let expected = copied;
    for (let attempt = 1; ; attempt++) {
      const found = await findCells(this.#to, expected, this.#timeRange, isRowPart);
      const first = expected.find((cell, at) => !isSame(cell, found[at]));
      if (first === undefined) break;
      if (attempt === ATTEMPTS) throw this.#difference(first, expected, found);
      const still = await findCells(this.#from, expected, this.#timeRange, isRowPart);
      expected = expected.filter((_, at) => still[at] !== null);
    }
    for (const cell of expected) this.#sum.add(cell);
  }

  #difference(first: Cell, expected: readonly Cell[], found: readonly (Cell | null)[]): BigtabError {
    const { from: source, to: target } = this.#schemas;
    const [ofSource, ofTarget] = [this.#sum.copy(), this.#sum.copy()];
    for (const cell of expected) ofSource.add(cell);
    for (const cell of found) if (cell !== null) ofTarget.add(cell);
    const [from, to] = [ofSource.copied, ofTarget.copied];
    const family = familyText(first.family);
    const [row, column] = [nameText(first.row), `${nameText(first.family)}:${nameText(first.qualifier)}`];
    const { timestamp } = first;
    const differences = keepsLess(this.#schemas, family);
    const list = differences.map((one) => `${one.attribute} is ${one.to} there, and ${one.from} in the source`);
    const reason =
      differences.length > 0
        ? `Family '${family}' keeps less: ${list.join('; ')}. Change it with ensureTable and { alter: true }, or copy to another table`
        : 'A later delete or value in the target may hide it, or somebody else writes to one of the tables';
    const where = `row '${row}', column '${column}', timestamp ${timestamp}`;
    return new BigtabError(
      differences.length > 0 ? 'SCHEMA_MISMATCH' : 'CORRUPTION',
      `Table '${target.name}' does not return what was copied from table '${source.name}': ${to.cells} cells in ${to.rows} rows instead of ${from.cells} in ${from.rows}, with checksum ${to.checksum} instead of ${from.checksum}. The first cell that differs is that of ${where}. ${reason}.`,
      { details: { from, to, row, column, timestamp, ...(differences.length > 0 && { differences }) } },
    );
  }
}

function isSame(cell: Cell, found: Cell | null | undefined): boolean {
  return found != null && equalBytes(found.value, cell.value);
}
