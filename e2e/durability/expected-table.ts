import type { NewRow, Operation } from './operations.js';

/** A row as a reader sees it, by column. A long value is shown as text and length, and a counter as decimal text. */
export type SeenRow = Readonly<Record<string, string>>;
export type SeenTable = Readonly<Record<string, SeenRow>>;

/** One row's part of an operation: it happens completely or not at all. */
type Step = (rows: Map<string, Map<string, string>>) => string;

/**
 * The expected content of a table whose only writer died. The writer's calls run in order, so the content must be the
 * state after some number of its steps: at least all steps that were acknowledged or precede an acknowledged one, and
 * at most all steps that were announced.
 */
export class ExpectedTable {
  private readonly rows = new Map<string, Map<string, string>>();
  private steps: Step[] = [];
  /** The number of steps up to the end of each announced operation. */
  private ends: number[] = [];
  private acknowledgedSteps = 0;

  /** Announces operations that the writer may run from now on. */
  announce(operations: readonly Operation[]): void {
    for (const operation of operations) {
      this.steps.push(...stepsOf(operation));
      this.ends.push(this.steps.length);
    }
  }

  /** Reports that operation `index`, counted from the last `settle`, was answered. */
  acknowledge(index: number): void {
    this.acknowledgedSteps = Math.max(this.acknowledgedSteps, this.ends[index] ?? 0);
  }

  get acknowledged(): number {
    return this.acknowledgedSteps;
  }

  /**
   * Makes `seen` the expected state from now on. Throws, with the name of a row, if `seen` is not a possible state.
   * Otherwise returns the number of steps that happened in addition to the acknowledged ones.
   */
  settle(seen: SeenTable): number {
    for (const step of this.steps.slice(0, this.acknowledgedSteps)) step(this.rows);
    const differing = new Set([...this.rows.keys(), ...Object.keys(seen)].filter((row) => !this.agrees(row, seen)));
    const complaint = () =>
      [...differing]
        .slice(0, 3)
        .map((row) => `'${row}' is ${text(seen[row])}, expected ${text(Object.fromEntries(this.rows.get(row) ?? []))}`);
    const first = complaint();
    let beyond = 0;
    for (const step of this.steps.slice(this.acknowledgedSteps)) {
      if (differing.size === 0) break;
      const row = step(this.rows);
      beyond++;
      if (this.agrees(row, seen)) differing.delete(row);
      else differing.add(row);
    }
    if (differing.size > 0) {
      throw new Error(
        `no prefix of the writes gives what is there. After the ${this.acknowledgedSteps} acknowledged steps: ${first.join('; ')}. After all ${this.steps.length}: ${complaint().join('; ')}`,
      );
    }
    this.steps = [];
    this.ends = [];
    this.acknowledgedSteps = 0;
    return beyond;
  }

  private agrees(row: string, seen: SeenTable): boolean {
    const expected = this.rows.get(row);
    const found = seen[row];
    if (expected === undefined || found === undefined) return expected === undefined && found === undefined;
    const columns = Object.keys(found);
    return columns.length === expected.size && columns.every((column) => expected.get(column) === found[column]);
  }
}

function stepsOf(operation: Operation): readonly Step[] {
  switch (operation.kind) {
    case 'put':
      return operation.rows.map((row) => putStep(row));
    case 'increment':
      return [
        (rows) => {
          const cells = cellsOf(rows, operation.row);
          for (const column of ['f:n', 'g:n']) {
            cells.set(column, String(BigInt(cells.get(column) ?? '0') + BigInt(operation.amount)));
          }
          return operation.row;
        },
      ];
    case 'delete':
      return [
        (rows) => {
          const cells = cellsOf(rows, operation.row);
          for (const column of [...cells.keys()]) {
            if (operation.family === null || column.startsWith(`${operation.family}:`)) cells.delete(column);
          }
          if (cells.size === 0) rows.delete(operation.row);
          return operation.row;
        },
      ];
    case 'flush':
    case 'majorCompact':
      return [];
  }
}

function putStep({ row, columns, text, padding }: NewRow): Step {
  return (rows) => {
    const cells = cellsOf(rows, row);
    for (const column of columns) cells.set(column, `${text}${padding}`);
    return row;
  };
}

function cellsOf(rows: Map<string, Map<string, string>>, row: string): Map<string, string> {
  let cells = rows.get(row);
  if (cells === undefined) {
    cells = new Map();
    rows.set(row, cells);
  }
  return cells;
}

function text(row: SeenRow | undefined): string {
  return JSON.stringify(row) ?? 'not there';
}
