/*
 * The answers of a table, written as plainly as possible: sections 3 to 5 of the rules, word by word, on plain lists.
 * It keeps every cell in one of several named sets: the memory of its family or one of the family's files. It is
 * informed when sets are merged, so it forgets exactly the cells that a flush or a compaction of the same sets forgets.
 * It has the three clocks of A-10, as long as the time never goes back, and one client, so every read sees all writes
 * . It does not implement limits of sizes and timestamps.
 */
import type { TimestampMode } from '../../model/timestamp-mode.js';
import type { Answer, Question } from '../operations/operation.js';
import type {
  AlterStep,
  BatchStep,
  CheckAndMutateStep,
  GetStep,
  History,
  MutateRow,
  Operation,
  RowMutation,
  ScanStep,
  Step,
} from '../vectors/history.js';
import { checkAttributes, checkCheckAndMutate, checkMutation, checkRow } from './arguments.js';
import { type Checked, check } from './check.js';
import { familyRules } from './family-rules.js';
import { judgedRows } from './judged-rows.js';
import { makeFilter } from './make-filter.js';
import { fromPrintable, toPrintable } from './printable.js';
import { type CheckedQuery, checkFamilies, queryOf, readRow } from './read-row.js';
import { Refusal } from './refusal.js';
import { hasResult, mutate } from './row-mutations.js';
import { RowTimes } from './row-times.js';
import { scan } from './scan.js';
import { compactAll, compactNewest, type Families, type FamilySets, flush, write } from './store.js';
import { compareTexts, type StoredCell } from './stored-cell.js';

export class Oracle {
  private families: Families = [];
  private readonly config: Readonly<Record<string, string>>;
  private readonly times: RowTimes;
  private readonly keptMs: number;
  private sequence = 0;

  /** `keptMs`: a flush drops what has expired this much later, as it does in a table with indexes. */
  constructor({ families, config = {} }: History['table'], mode: TimestampMode = 'wall', keptMs: number = 0) {
    this.times = new RowTimes(mode);
    this.keptMs = keptMs;
    this.config = config;
    this.alter(fromPrintable(families));
  }

  /** Runs the operation at the time `now` and returns its answer, with texts in printable form. */
  play(operation: Operation, now: number): Answer {
    try {
      const expect = this.run(fromPrintable(operation), now);
      return expect === undefined ? {} : { expect: toPrintable(expect) };
    } catch (error) {
      if (error instanceof Refusal) return { error: error.name };
      throw error;
    }
  }

  private run(operation: Operation, now: number): unknown {
    switch (operation.op) {
      case 'get':
        return this.get(operation, now);
      case 'scan':
        return this.scan(operation, now);
      case 'checkAndMutate':
        return this.checkAndMutate(operation, now);
      case 'batch':
        return this.batch(operation, now);
      case 'flush':
      case 'reopen':
        return this.rewriteEach((family) => flush(family, now, this.keptMs));
      case 'minorCompact':
        return this.rewriteEach((family) => compactNewest(family, operation.newest, now));
      case 'majorCompact':
        return this.rewriteEach((family) => compactAll(family, now));
      case 'alter':
        for (const family of operation.families) checkAttributes(family);
        this.rewriteEach((family) => flush(family, now, this.keptMs)); // C-9
        return this.alter(operation.families);
      default:
        checkRow(operation.row);
        checkMutation(operation);
        return this.mutate(operation, operation.row, now);
    }
  }

  private get(fields: GetStep, now: number): unknown {
    checkRow(fields.row);
    const query = queryOf(fields, false);
    checkFamilies(this.families, query);
    const cells = this.readRow(fields.row, query, fields.filter, now);
    return fields.existsOnly ? cells.length > 0 : cells.map(answerOf);
  }

  /** a get is a scan of one row. */
  private readRow(row: string, query: CheckedQuery, given: GetStep['filter'], now: number): readonly StoredCell[] {
    if (given === undefined) return readRow(this.families, row, query, now);
    const scan = { filter: makeFilter(given), query, onDemand: true, reversed: false, now };
    return judgedRows(this.families, [row], scan)[0] ?? [];
  }

  private scan(fields: ScanStep, now: number): unknown {
    const answer = fields.raw ? (cell: StoredCell) => [...answerOf(cell), cell.type] : answerOf;
    return scan(this.families, fields, now).map((cells) => ({ row: cells[0]?.row, cells: cells.map(answer) }));
  }

  /** The cells of the result; empty if there cannot be any. */
  private mutate(fields: RowMutation | MutateRow, row: string, now: number, checked = 0): unknown[] | undefined {
    this.sequence++;
    const { families: before, sequence } = this;
    const { cells, result } = mutate(fields, { before, row, now, sequence, checked, times: this.times, earlier: [] });
    this.families = write(before, cells);
    return hasResult(fields) ? result.map(answerOf) : undefined;
  }

  private checkAndMutate(fields: CheckAndMutateStep, now: number): unknown {
    checkRow(fields.row);
    checkCheckAndMutate(fields);
    const { matches, cell } = this.check(fields, now);
    if (!matches) return { success: false }; // W-56
    const cells = this.mutate(fields.then, fields.row, now, cell?.timestamp);
    return cells === undefined || cells.length === 0 ? { success: true } : { success: true, cells };
  }

  private check(fields: CheckAndMutateStep, now: number): Checked {
    const { row, condition, timeRange } = fields;
    if (condition.filter === undefined) return check(this.families, row, fields, now);
    const query = queryOf(timeRange === undefined ? {} : { timeRange }, false);
    const [cell] = this.readRow(row, query, condition.filter, now);
    return { matches: cell !== undefined, cell }; // W-54
  }

  /** strictly in order, each as a separate mutation; one that fails does not stop the others (W-58). */
  private batch({ actions }: BatchStep, now: number): unknown {
    for (const action of actions) {
      checkRow(action.row ?? '');
      if (action.op !== 'get') checkMutation(action, true);
    }
    return actions.map((action) => {
      try {
        const answer = action.op === 'get' ? this.get(action, now) : this.mutate(action, action.row ?? '', now);
        return answer ?? null;
      } catch (error) {
        if (error instanceof Refusal) return { error: error.name };
        throw error;
      }
    });
  }

  private rewriteEach(rewrite: (family: FamilySets) => FamilySets): void {
    this.families = this.families.map(rewrite);
  }

  /** Families that are not named keep their attributes; new families are added. */
  private alter(families: AlterStep['families']): void {
    for (const attributes of families) {
      const rules = familyRules(attributes, this.config);
      const old = this.families.find((family) => family.rules.name === rules.name);
      const others = this.families.filter((family) => family !== old);
      this.families = [...others, { memory: [], files: [], ...old, rules }].sort((a, b) =>
        compareTexts(a.rules.name, b.rules.name),
      );
    }
  }
}

/** The history with the oracle's answers. */
export function answered(id: string, { table, steps }: Question, mode: TimestampMode = 'wall'): History {
  const oracle = new Oracle(table, mode);
  return { id, table, steps: steps.map((step): Step => ({ ...step, ...oracle.play(step, step.at) })) };
}

function answerOf({ family, qualifier, timestamp, value }: StoredCell): unknown[] {
  return [family, qualifier, timestamp, value];
}
