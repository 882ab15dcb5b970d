/*
 * The expected content of a database after a workload: its tables with their rows, the newest value of each, and the
 * schema.
 *
 * The oracle cannot be used here. It computes the answers of one table that never loses anything, whereas a crash keeps
 * a prefix of the steps of all tables, the schema and the namespaces. No rule of the data model is repeated here:
 * values have one version, and reads have no options. A test runs this about ten thousand times, for which the oracle
 * is too slow.
 */

/** One step of a workload. Each is awaited before the next. The mutations of one `write` are sent as one request. */
export type Step =
  | {
      /** In a `group`, each mutation is a separate request; all are sent at once, so they form one commit group. */
      readonly kind: 'write' | 'group';
      readonly table: string;
      readonly mutations: readonly RowMutation[];
      readonly durability: Durability;
      /** The family of puts; `f` by default. */
      readonly family?: 'g';
    }
  /** The mutations and those of `other`, as one atomicBatch. */
  | {
      readonly kind: 'atomic';
      readonly table: string;
      readonly mutations: readonly RowMutation[];
      readonly other: { readonly table: string; readonly mutations: readonly RowMutation[] };
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
  /** `minorCompact`: the two newest files of each family with more files. `majorCompact`: all files, after a flush. */
  | { readonly kind: 'minorCompact' | 'majorCompact'; readonly table: string }
  /** Changes of the schema of a table in use. */
  | { readonly kind: 'dropFamily' | 'addFamily'; readonly table: string; readonly family: 'g' }
  | { readonly kind: 'alter'; readonly table: string; readonly family: string; readonly maxVersions: number }
  /** Creates the namespace, changes its configuration, or removes it. */
  | { readonly kind: 'createNamespace' | 'modifyNamespace'; readonly namespace: string; readonly value: string }
  | { readonly kind: 'deleteNamespace'; readonly namespace: string }
  /** Flushes the table and takes a snapshot; makes a table of one; or replaces a disabled table by one. */
  | { readonly kind: 'snapshot' | 'clone' | 'restore'; readonly snapshot: string; readonly table: string }
  | { readonly kind: 'deleteSnapshot'; readonly snapshot: string }
  /** Erases deleted values, which takes a minute. */
  | { readonly kind: 'erase'; readonly table: string }
  /** Raises the version of the database. */
  | { readonly kind: 'upgrade'; readonly version: number }
  /** Lets time pass. The next housekeeping then removes files that have been obsolete for long enough. */
  | { readonly kind: 'wait'; readonly ms: number };

export type Durability = 'ASYNC_WAL' | 'SYNC_WAL' | 'FSYNC_WAL';

/** A put of one column, or, if `value` is null, a delete of the whole row. */
export interface RowMutation {
  readonly row: string;
  readonly value: string | null;
}

interface TableState {
  enabled: boolean;
  /** By row, or, in the family `g`, by row and family. */
  readonly rows: Map<string, string>;
  /** VERSIONS by family. */
  readonly families: Map<string, number>;
}

/** Snapshots by their names, and the tables. */
interface Contents {
  readonly tables: Map<string, TableState>;
  readonly snapshots: Map<string, { readonly of: string; readonly state: TableState }>;
}

/** The name of a value of the row in a state. */
export function keyOf(row: string, family: string): string {
  return family === 'f' ? row : `${row} in ${family}`;
}

/** Whether a step writes to the log. The other steps that change anything are commits of the catalog. */
export function isLogged(step: Step): boolean {
  return 'durability' in step;
}

/** Steps that do not change anything that can be read. */
const UNSEEN: readonly Step['kind'][] = ['flush', 'minorCompact', 'majorCompact', 'erase', 'wait'];

export function changesSchema(step: Step): boolean {
  return !isLogged(step) && !UNSEEN.includes(step.kind);
}

/** The state after those of `steps` that `happened` accepts, as text for comparison. */
export function stateAfter(steps: readonly Step[], happened: (index: number) => boolean): string {
  const contents: Contents = { tables: new Map(), snapshots: new Map() };
  const namespaces = new Map<string, string | undefined>([
    ['default', undefined],
    ['hbase', undefined],
  ]);
  let version = 0;
  for (const [index, step] of steps.entries()) {
    if (!happened(index)) continue;
    if (step.kind === 'upgrade') version = step.version;
    else if ('snapshot' in step) applySnapshot(contents, step);
    else if (!('namespace' in step)) apply(contents.tables, step);
    else if (step.kind === 'deleteNamespace') namespaces.delete(step.namespace);
    else namespaces.set(step.namespace, step.value);
  }
  return describeState(
    [...contents.tables].map(([name, { enabled, rows, families }]) => ({ name, enabled, families, rows: [...rows] })),
    namespaces,
    version,
    [...contents.snapshots].map(([name, { of, state }]) => snapshotText(name, of, state.families, [...state.rows])),
  );
}

/**
 * Every state that is allowed: a prefix of the log's steps that is no shorter than `lowest`, every acknowledged schema
 * change, and optionally the next step. `acknowledged` is the number of acknowledged steps.
 */
export function allowedStates(steps: readonly Step[], acknowledged: number, lowest: number): Set<string> {
  const states = new Set<string>();
  for (let logged = lowest; logged <= acknowledged + 1; logged++) {
    for (let schema = acknowledged; schema <= acknowledged + 1; schema++) {
      states.add(stateAfter(steps, (index) => index < (changesSchema(steps[index] as Step) ? schema : logged)));
    }
  }
  return states;
}

export function describeState(
  tables: readonly {
    readonly name: string;
    readonly enabled: boolean;
    readonly families: Iterable<readonly [string, number]>;
    readonly rows: readonly (readonly [string, string])[];
  }[],
  namespaces: Iterable<readonly [string, string | undefined]>,
  version: number,
  snapshots: readonly string[] = [],
): string {
  const lines = [...tables]
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, enabled, families, rows }) => {
      return `${name}${enabled ? '' : ' (disabled)'} ${contentText(families, rows)}`;
    });
  const spaces = [...namespaces].sort(byKey).map(([name, value]) => `${name}{${value ?? ''}}`);
  return [...lines, spaces.join(' '), [`version ${version}`, ...[...snapshots].sort()].join(' | ')].join('\n');
}

type Families = Iterable<readonly [string, number]>;
type Rows = readonly (readonly [string, string])[];

/** A snapshot in a state. */
export function snapshotText(name: string, table: string, families: Families, rows: Rows): string {
  return `${name} of ${table} ${contentText(families, rows)}`;
}

function contentText(families: Families, rows: Rows): string {
  const cells = [...rows].sort(byKey).map(([row, value]) => `${row}=${value}`);
  const schema = [...families].sort(byKey).map(([family, versions]) => `${family}*${versions}`);
  return `[${schema.join(' ')}]: ${cells.join(' ')}`;
}

function applySnapshot({ tables, snapshots }: Contents, step: Extract<Step, { readonly snapshot: string }>): void {
  if (step.kind === 'deleteSnapshot') {
    snapshots.delete(step.snapshot);
    return;
  }
  const table = tables.get(step.table);
  if (step.kind === 'snapshot') {
    if (table !== undefined) snapshots.set(step.snapshot, { of: step.table, state: copyOf(table, true) });
    return;
  }
  const snapshot = snapshots.get(step.snapshot);
  if (snapshot !== undefined) tables.set(step.table, copyOf(snapshot.state, step.kind === 'clone'));
}

function copyOf({ rows, families }: TableState, enabled: boolean): TableState {
  return { enabled, rows: new Map(rows), families: new Map(families) };
}

function apply(
  tables: Map<string, TableState>,
  step: Exclude<Step, { readonly namespace: string } | { readonly version: number } | { readonly snapshot: string }>,
): void {
  if (step.kind === 'wait' || UNSEEN.includes(step.kind)) return;
  if (step.kind === 'create') {
    // An existing table stays as it is, disabled or not.
    if (tables.has(step.table)) return;
    const families = new Map(['f', 'g'].map((family) => [family, 1]));
    tables.set(step.table, { enabled: true, rows: new Map(), families });
    return;
  }
  const table = tables.get(step.table);
  if (table === undefined) return;
  switch (step.kind) {
    case 'write':
    case 'group':
      for (const mutation of step.mutations) applyMutation(table, mutation, step.family ?? 'f');
      break;
    case 'atomic': {
      const other = tables.get(step.other.table);
      // If one of its tables is missing, it fails and changes nothing.
      if (other === undefined) break;
      for (const mutation of step.mutations) applyMutation(table, mutation, 'f');
      for (const mutation of step.other.mutations) applyMutation(other, mutation, 'f');
      break;
    }
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
    case 'dropFamily':
      table.families.delete(step.family);
      for (const key of [...table.rows.keys()]) if (key.endsWith(keyOf('', step.family))) table.rows.delete(key);
      break;
    case 'addFamily':
      table.families.set(step.family, 1);
      break;
    case 'alter':
      table.families.set(step.family, step.maxVersions);
      break;
  }
}

function applyMutation({ rows }: TableState, { row, value }: RowMutation, family: string): void {
  if (value !== null) rows.set(keyOf(row, family), value);
  else for (const of of ['f', 'g']) rows.delete(keyOf(row, of));
}

function byKey(a: readonly [string, unknown], b: readonly [string, unknown]): number {
  return a[0] < b[0] ? -1 : 1;
}
