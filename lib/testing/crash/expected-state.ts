/*
 * What a database should hold after a workload, written for obviousness: tables with rows with columns, the newest value each.
 */

/** One step of a workload. Each is awaited before the next; the mutations of one `write` go as one request. */
export type Step =
  | {
      readonly kind: 'write';
      readonly table: string;
      readonly mutations: readonly RowMutation[];
      readonly durability: Durability;
    }
  /** Each mutation is a request of its own; all are made at once, and so are one commit group. */
  | {
      readonly kind: 'group';
      readonly table: string;
      readonly mutations: readonly RowMutation[];
      readonly durability: Durability;
    }
  | {
      readonly kind: 'increment';
      readonly table: string;
      readonly row: string;
      readonly amount: number;
      readonly durability: Durability;
    }
  | { readonly kind: 'flush' | 'create' | 'disable' | 'enable' | 'truncate' | 'drop'; readonly table: string }
  /** Time passes; the obsolete files of long ago go with the next housekeeping. */
  | { readonly kind: 'wait'; readonly ms: number };

export type Durability = 'ASYNC_WAL' | 'SYNC_WAL' | 'FSYNC_WAL';

/** A put of one column, or with `value` null a delete of the whole row. */
export interface RowMutation {
  readonly row: string;
  readonly value: string | null;
}

interface TableState {
  enabled: boolean;
  readonly rows: Map<string, string>;
}

/** Whether a step writes through the log; the others that change anything are commits of the catalog. */
export function isLogged(step: Step): boolean {
  return 'durability' in step;
}

export function changesSchema(step: Step): boolean {
  return !isLogged(step) && step.kind !== 'flush' && step.kind !== 'wait';
}

/** The state after those of `steps` that `happened` lets through, as text that can be compared. */
export function stateAfter(steps: readonly Step[], happened: (index: number) => boolean): string {
  const tables = new Map<string, TableState>();
  for (const [index, step] of steps.entries()) if (happened(index)) apply(tables, step);
  return describeState(
    [...tables].map(([name, { enabled, rows }]) => ({ name, enabled, rows: [...rows].sort(byKey) })),
  );
}

export function describeState(
  tables: readonly {
    readonly name: string;
    readonly enabled: boolean;
    readonly rows: readonly (readonly [string, string])[];
  }[],
): string {
  const lines = [...tables]
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, enabled, rows }) => {
      const cells = rows.map(([row, value]) => `${row}=${value}`).join(' ');
      return `${name}${enabled ? '' : ' (disabled)'}: ${cells}`;
    });
  return lines.join('\n');
}

function apply(tables: Map<string, TableState>, step: Step): void {
  if (step.kind === 'wait' || step.kind === 'flush') return;
  if (step.kind === 'create') {
    tables.set(step.table, { enabled: true, rows: new Map() });
    return;
  }
  const table = tables.get(step.table);
  if (table === undefined) return;
  switch (step.kind) {
    case 'write':
    case 'group':
      for (const { row, value } of step.mutations) {
        if (value === null) table.rows.delete(row);
        else table.rows.set(row, value);
      }
      break;
    case 'increment':
      table.rows.set(step.row, String(Number(table.rows.get(step.row) ?? 0) + step.amount));
      break;
    case 'disable':
      table.enabled = false;
      break;
    case 'enable':
      table.enabled = true;
      break;
    case 'truncate':
      table.rows.clear();
      table.enabled = true;
      break;
    case 'drop':
      tables.delete(step.table);
      break;
  }
}

function byKey(a: readonly [string, string], b: readonly [string, string]): number {
  return a[0] < b[0] ? -1 : 1;
}
