import type { Answer } from '../operations/operation.js';
import { Oracle } from '../oracle/oracle.js';
import { familiesAfter } from '../oracle/variant-player.js';
import type { FamilyText, History, Operation, Step } from '../vectors/history.js';

type Change = Operation & { readonly at: number };

/** Changes that write nothing into memory. */
const ON_FILES: readonly Operation['op'][] = ['flush', 'alter', 'majorCompact'];

/** A flush of a table with indexes removes what has expired this much later. */
const KEPT_FOR_INDEXES_MS = 3_600_000;

/**
 * A table as the list of its acknowledged changes, those of the table that it was cloned from included. What it must
 * answer follows from them: the oracle plays them.
 */
export class TableModel {
  readonly created: History['table'];
  readonly isIndexed: boolean;
  readonly changes: readonly Change[];
  readonly families: readonly FamilyText[];
  /** Has played the changes. It moves to the table after the next change; this one then makes another if it is asked. */
  private oracle: Oracle | null = null;

  constructor(
    created: History['table'],
    isIndexed: boolean,
    changes: readonly Change[] = [],
    families: readonly FamilyText[] = created.families,
  ) {
    this.created = created;
    this.isIndexed = isIndexed;
    this.changes = changes;
    this.families = families;
  }

  /** The answer to a read. */
  read(operation: Operation, at: number): Answer {
    return this.played().play(operation, at);
  }

  /** The answer to a change, and the table after it. A refused change changes nothing. */
  change(operation: Operation, at: number): { readonly answer: Answer; readonly next: TableModel } {
    const oracle = this.played();
    const answer = oracle.play(operation, at);
    if (answer.error !== undefined) return { answer, next: this };
    const change = { ...operation, at };
    const families = familiesAfter(this.families, change as Step);
    const next = new TableModel(this.created, this.isIndexed, [...this.changes, change], families);
    next.oracle = oracle;
    this.oracle = null;
    return { answer, next };
  }

  /** The table without the content of its memory. */
  onFiles(): TableModel {
    const flushed = this.changes.findLastIndex(({ op }) => op === 'flush' || op === 'alter') + 1;
    const changes = this.changes.filter(({ op }, index) => index < flushed || ON_FILES.includes(op));
    return new TableModel(this.created, this.isIndexed, changes, this.families);
  }

  /** Whether its memory contains nothing. */
  get isFlushed(): boolean {
    const last = this.changes.at(-1);
    return last === undefined || ON_FILES.includes(last.op);
  }

  /** The cells in memory and in each file, as text for comparison. */
  get stored(): string {
    const { families } = this.played() as unknown as { readonly families: unknown };
    return JSON.stringify([this.isIndexed, families]);
  }

  private played(): Oracle {
    if (this.oracle !== null) return this.oracle;
    const oracle = new Oracle(this.created, 'wall', this.isIndexed ? KEPT_FOR_INDEXES_MS : 0);
    for (const change of this.changes) oracle.play(change, change.at);
    this.oracle = oracle;
    return oracle;
  }
}

/** A snapshot: its table's name, and the table as it was. */
export interface SnapshotModel {
  readonly of: string;
  readonly table: TableModel;
}

/** The content of a database. Never changes: each step makes another model. */
export interface Model {
  readonly tables: ReadonlyMap<string, TableModel>;
  readonly snapshots: ReadonlyMap<string, SnapshotModel>;
}

/** A database with as many tables gets no further one. */
export const MOST_TABLES = 4;

export const EMPTY: Model = { tables: new Map(), snapshots: new Map() };

export function withTable(model: Model, name: string, table: TableModel): Model {
  return { ...model, tables: new Map(model.tables).set(name, table) };
}

/** The model after a flush of every table. */
export function allFlushed(model: Model, at: number): Model {
  return perhapsFlushed(model, at).at(-1) as Model;
}

/** The models in which each table was flushed or was not. In the first none was, in the last all were. */
export function perhapsFlushed(model: Model, at: number): readonly Model[] {
  let models: readonly Model[] = [model];
  for (const [name, table] of model.tables) {
    if (table.isFlushed) continue;
    const flushed = table.change({ op: 'flush' }, at).next;
    models = [...models, ...models.map((one) => withTable(one, name, flushed))];
  }
  return models;
}

/** The name chosen by a number; undefined if there are no names. */
export function picked(names: ReadonlyMap<string, unknown>, pick: number): string | undefined {
  return [...names.keys()][pick % Math.max(1, names.size)];
}

/** The first name with this prefix that is not in use. */
export function freeName(names: ReadonlyMap<string, unknown>, prefix: string): string {
  for (let number = 0; ; number++) if (!names.has(`${prefix}${number}`)) return `${prefix}${number}`;
}
