import { Random } from '../../simulation/random.js';
import type { Durability, RowMutation, Step } from './expected-state.js';

/**
 * A short workload that uses everything that writes: puts, deletes, increments, flushes, and tables that are created
 * and dropped.
 */
export const SHORT_WORKLOAD: readonly Step[] = [
  { kind: 'create', table: 'a' },
  // This makes the names power-safe.
  { kind: 'wait', ms: 61_000 },
  write('a', 'SYNC_WAL', ['r1', 'one'], ['r2', 'two']),
  write('a', 'FSYNC_WAL', ['r3', 'three']),
  { kind: 'increment', table: 'a', row: 'n', amount: 5, durability: 'SYNC_WAL' },
  { kind: 'flush', table: 'a' },
  write('a', 'SYNC_WAL', ['r1', null]),
  { kind: 'increment', table: 'a', row: 'n', amount: 7, durability: 'FSYNC_WAL' },
  { kind: 'create', table: 'b' },
  group('a', 'SYNC_WAL', ['g1', 'x'.repeat(700)], ['g2', 'y'.repeat(700)], ['r3', null], ['g3', 'z'.repeat(700)]),
  write('b', 'ASYNC_WAL', ['x', 'ex']),
  write('b', 'SYNC_WAL', ['y', 'why']),
  { kind: 'flush', table: 'a' },
  { kind: 'wait', ms: 61_000 },
  write('a', 'SYNC_WAL', ['r4', 'x'.repeat(9_000)], ['r5', 'y'.repeat(9_000)]),
  write('a', 'SYNC_WAL', ['r6', 'z'.repeat(9_000)]),
  { kind: 'disable', table: 'b' },
  { kind: 'truncate', table: 'b' },
  write('b', 'SYNC_WAL', ['z', 'zed']),
  { kind: 'flush', table: 'b' },
  { kind: 'disable', table: 'b' },
  { kind: 'drop', table: 'b' },
  { kind: 'create', table: 'b' },
  write('b', 'FSYNC_WAL', ['again', '1']),
  { kind: 'increment', table: 'a', row: 'n', amount: 1, durability: 'SYNC_WAL' },
  { kind: 'wait', ms: 61_000 },
  write('a', 'SYNC_WAL', ['r2', null]),
  { kind: 'flush', table: 'a' },
  write('b', 'FSYNC_WAL', ['last', '2']),
];

/** Families are altered, dropped and added again, each with unflushed writes before and after. */
export const SCHEMA_WORKLOAD: readonly Step[] = [
  { kind: 'create', table: 'a' },
  { kind: 'wait', ms: 61_000 },
  write('a', 'SYNC_WAL', ['r1', 'one'], ['r2', 'two']),
  writeG('a', 'SYNC_WAL', ['r1', 'uno'], ['r3', 'tre']),
  { kind: 'flush', table: 'a' },
  write('a', 'FSYNC_WAL', ['r1', 'eins']),
  { kind: 'alter', table: 'a', family: 'f', maxVersions: 3 },
  write('a', 'SYNC_WAL', ['r1', 'ein'], ['r4', 'four']),
  writeG('a', 'SYNC_WAL', ['r1', 'un'], ['r4', 'quattro']),
  { kind: 'dropFamily', table: 'a', family: 'g' },
  write('a', 'ASYNC_WAL', ['r5', 'five']),
  write('a', 'SYNC_WAL', ['r2', null]),
  { kind: 'addFamily', table: 'a', family: 'g' },
  writeG('a', 'FSYNC_WAL', ['r1', 'une']),
  { kind: 'wait', ms: 30_000 },
  { kind: 'flush', table: 'a' },
  writeG('a', 'SYNC_WAL', ['r6', 'sei']),
  { kind: 'dropFamily', table: 'a', family: 'g' },
  { kind: 'addFamily', table: 'a', family: 'g' },
  { kind: 'alter', table: 'a', family: 'g', maxVersions: 2 },
  writeG('a', 'SYNC_WAL', ['r7', 'sette']),
  { kind: 'wait', ms: 61_000 },
  { kind: 'flush', table: 'a' },
  { kind: 'wait', ms: 61_000 },
  writeG('a', 'FSYNC_WAL', ['r8', 'otto']),
];

/**
 * Namespaces and the version of the database are created, changed and removed, with tables that are disabled, truncated
 * and dropped in one of them.
 */
export const NAMESPACE_WORKLOAD: readonly Step[] = [
  { kind: 'createNamespace', namespace: 'ns', value: '1' },
  { kind: 'create', table: 'ns:a' },
  { kind: 'createNamespace', namespace: 'other', value: '1' },
  { kind: 'wait', ms: 61_000 },
  write('ns:a', 'SYNC_WAL', ['r1', 'one'], ['r2', 'two']),
  { kind: 'modifyNamespace', namespace: 'ns', value: '2' },
  { kind: 'flush', table: 'ns:a' },
  write('ns:a', 'ASYNC_WAL', ['r3', 'three']),
  { kind: 'disable', table: 'ns:a' },
  { kind: 'deleteNamespace', namespace: 'other' },
  { kind: 'upgrade', version: 1 },
  { kind: 'enable', table: 'ns:a' },
  write('ns:a', 'SYNC_WAL', ['r1', null]),
  { kind: 'modifyNamespace', namespace: 'default', value: '3' },
  { kind: 'disable', table: 'ns:a' },
  { kind: 'truncate', table: 'ns:a' },
  write('ns:a', 'FSYNC_WAL', ['r4', 'four']),
  { kind: 'disable', table: 'ns:a' },
  { kind: 'drop', table: 'ns:a' },
  { kind: 'deleteNamespace', namespace: 'ns' },
  { kind: 'upgrade', version: 3 },
  { kind: 'createNamespace', namespace: 'ns', value: '4' },
  { kind: 'create', table: 'ns:a' },
  write('ns:a', 'SYNC_WAL', ['r5', 'five']),
];

/**
 * Files are compacted, each time with unflushed writes before and after, and more files are flushed while the inputs
 * still exist.
 */
export const COMPACTION_WORKLOAD: readonly Step[] = [
  { kind: 'create', table: 'a' },
  { kind: 'wait', ms: 61_000 },
  ...['one', 'two', 'three'].flatMap((value, index): readonly Step[] => [
    write('a', 'SYNC_WAL', ['r1', value], [`s${index}`, value.repeat(20)]),
    writeG('a', 'SYNC_WAL', ['r1', value]),
    { kind: 'flush', table: 'a' },
  ]),
  write('a', 'SYNC_WAL', ['r2', 'before']),
  write('a', 'SYNC_WAL', ['r1', null]),
  { kind: 'minorCompact', table: 'a' },
  write('a', 'FSYNC_WAL', ['r1', 'after'], ['r3', 'three']),
  { kind: 'wait', ms: 20_000 },
  write('a', 'SYNC_WAL', ['r2', 'again']),
  write('a', 'SYNC_WAL', ['s0', null]),
  { kind: 'majorCompact', table: 'a' },
  write('a', 'SYNC_WAL', ['s0', 'back']),
  write('a', 'SYNC_WAL', ['s1', null]),
  { kind: 'flush', table: 'a' },
  write('a', 'ASYNC_WAL', ['r4', 'four']),
  { kind: 'majorCompact', table: 'a' },
  { kind: 'wait', ms: 61_000 },
  { kind: 'wait', ms: 61_000 },
  write('a', 'SYNC_WAL', ['r5', 'five']),
  { kind: 'majorCompact', table: 'a' },
  { kind: 'disable', table: 'a' },
  { kind: 'drop', table: 'a' },
];

/** Compactions write several files each, and the next ones replace them. */
export const RUN_WORKLOAD: readonly Step[] = [
  { kind: 'create', table: 'a' },
  { kind: 'wait', ms: 61_000 },
  ...['1', '2'].flatMap((value): readonly Step[] => [
    write('a', 'SYNC_WAL', ['r1', value.repeat(1_500)], ['r2', value.repeat(1_500)], ['r3', value.repeat(1_500)]),
    { kind: 'flush', table: 'a' },
  ]),
  write('a', 'SYNC_WAL', ['r2', null]),
  { kind: 'majorCompact', table: 'a' },
  write('a', 'FSYNC_WAL', ['r4', '4'.repeat(1_500)]),
  write('a', 'SYNC_WAL', ['r1', null]),
  { kind: 'flush', table: 'a' },
  write('a', 'SYNC_WAL', ['r2', 'back']),
  { kind: 'minorCompact', table: 'a' },
  { kind: 'wait', ms: 61_000 },
  { kind: 'wait', ms: 61_000 },
  write('a', 'SYNC_WAL', ['r5', 'five']),
];

/** The log rolls and files become obsolete while their replacements are young: their data must survive a power cut. */
export const YOUNG_FILES_WORKLOAD: readonly Step[] = [
  { kind: 'create', table: 'a' },
  { kind: 'wait', ms: 61_000 },
  ...Array.from({ length: 6 }, (_, round): readonly Step[] => [
    write('a', 'SYNC_WAL', [`r${round}`, 'x'.repeat(9_000)], [`s${round}`, 'y'.repeat(9_000)]),
    write('a', 'FSYNC_WAL', [`t${round}`, 'z'.repeat(2_000)]),
    { kind: 'wait', ms: 20_000 },
    { kind: 'flush', table: 'a' },
    { kind: 'wait', ms: 20_000 },
  ]).flat(),
];

/** Compactions write into spare files with old names, so their inputs and the log are removed before they are due. */
export const EARLY_REMOVAL_WORKLOAD: readonly Step[] = [
  { kind: 'create', table: 'a' },
  // The spares are created, and become old.
  { kind: 'wait', ms: 2_000 },
  { kind: 'wait', ms: 61_000 },
  ...Array.from({ length: 3 }, (_, round): readonly Step[] => [
    write('a', 'SYNC_WAL', ['r1', `${round}`], [`s${round}`, 'x'.repeat(9_000)]),
    { kind: 'flush', table: 'a' },
    write('a', 'FSYNC_WAL', ['r2', `${round}`], ['s', 'y'.repeat(9_000)]),
    { kind: 'flush', table: 'a' },
    writeG('a', 'SYNC_WAL', ['r1', `${round}`]),
    { kind: round === 1 ? 'minorCompact' : 'majorCompact', table: 'a' },
    write('a', 'SYNC_WAL', ['r1', null]),
    write('a', 'SYNC_WAL', ['r3', `${round}`]),
    { kind: 'wait', ms: 5_000 },
  ]).flat(),
  { kind: 'disable', table: 'a' },
  { kind: 'truncate', table: 'a' },
  write('a', 'FSYNC_WAL', ['r4', 'four']),
];

function write(table: string, durability: Durability, ...rows: [string, string | null][]): Step {
  return { kind: 'write', table, durability, mutations: rows.map(([row, value]): RowMutation => ({ row, value })) };
}

function writeG(table: string, durability: Durability, ...rows: [string, string][]): Step {
  return { ...(write(table, durability, ...rows) as Step & { kind: 'write' }), family: 'g' };
}

function group(table: string, durability: Durability, ...rows: [string, string | null][]): Step {
  return { kind: 'group', table, durability, mutations: rows.map(([row, value]): RowMutation => ({ row, value })) };
}

/** All-or-nothing mutations of two tables, with flushes of one or the other between them, and a rolling log. */
export const ATOMIC_WORKLOAD: readonly Step[] = [
  { kind: 'create', table: 'a' },
  { kind: 'create', table: 'b' },
  { kind: 'wait', ms: 61_000 },
  atomic('SYNC_WAL', ['r1', 'one'], ['s1', 'uno']),
  atomic('FSYNC_WAL', ['r1', 'two'], ['s2', 'due']),
  { kind: 'flush', table: 'a' },
  atomic('SYNC_WAL', ['r1', null], ['s1', 'x'.repeat(9_000)]),
  { kind: 'flush', table: 'b' },
  atomic('ASYNC_WAL', ['r2', 'y'.repeat(9_000)], ['s1', null]),
  atomic('ASYNC_WAL', ['r3', 'three'], ['s3', 'tre']),
  { kind: 'flush', table: 'b' },
  { kind: 'wait', ms: 61_000 },
  atomic('SYNC_WAL', ['r4', 'four'], ['s4', 'quattro']),
  { kind: 'majorCompact', table: 'a' },
  atomic('FSYNC_WAL', ['r5', 'five'], ['s1', 'cinque']),
];

function atomic(durability: Durability, one: [string, string | null], two: [string, string | null]): Step {
  const mutation = ([row, value]: [string, string | null]): RowMutation => ({ row, value });
  return {
    kind: 'atomic',
    table: 'a',
    mutations: [mutation(one)],
    other: { table: 'b', mutations: [mutation(two)] },
    durability,
  };
}

/**
 * Snapshots are taken while files are young, cloned, restored and deleted, and their tables are compacted, dropped and
 * written to in the meantime.
 */
export const SNAPSHOT_WORKLOAD: readonly Step[] = [
  { kind: 'create', table: 'a' },
  { kind: 'wait', ms: 61_000 },
  write('a', 'SYNC_WAL', ['r1', 'one'], ['r2', 'two']),
  { kind: 'flush', table: 'a' },
  write('a', 'SYNC_WAL', ['r1', 'uno']),
  { kind: 'snapshot', snapshot: 's1', table: 'a' },
  write('a', 'SYNC_WAL', ['r2', null]),
  write('a', 'SYNC_WAL', ['r3', 'three']),
  { kind: 'clone', snapshot: 's1', table: 'b' },
  write('b', 'SYNC_WAL', ['r1', 'of b']),
  { kind: 'majorCompact', table: 'a' },
  { kind: 'snapshot', snapshot: 's2', table: 'a' },
  write('a', 'FSYNC_WAL', ['r1', null]),
  { kind: 'flush', table: 'b' },
  { kind: 'deleteSnapshot', snapshot: 's1' },
  { kind: 'disable', table: 'a' },
  { kind: 'restore', snapshot: 's2', table: 'a' },
  { kind: 'enable', table: 'a' },
  write('a', 'SYNC_WAL', ['r4', 'four']),
  { kind: 'wait', ms: 20_000 },
  write('b', 'SYNC_WAL', ['r5', 'five']),
  { kind: 'snapshot', snapshot: 's3', table: 'b' },
  { kind: 'majorCompact', table: 'b' },
  { kind: 'disable', table: 'b' },
  { kind: 'drop', table: 'b' },
  { kind: 'clone', snapshot: 's3', table: 'c' },
  write('c', 'FSYNC_WAL', ['r6', 'six']),
  { kind: 'wait', ms: 61_000 },
  { kind: 'wait', ms: 61_000 },
  { kind: 'deleteSnapshot', snapshot: 's2' },
  { kind: 'majorCompact', table: 'c' },
  { kind: 'wait', ms: 61_000 },
  write('c', 'SYNC_WAL', ['r1', null]),
];

/** Values are erased from a table while a snapshot and a clone keep its old files. */
export const ERASE_WORKLOAD: readonly Step[] = [
  { kind: 'create', table: 'a' },
  { kind: 'wait', ms: 61_000 },
  write('a', 'SYNC_WAL', ['r1', 'one'], ['r2', 'two']),
  { kind: 'snapshot', snapshot: 's', table: 'a' },
  { kind: 'clone', snapshot: 's', table: 'b' },
  write('a', 'SYNC_WAL', ['r1', null]),
  write('b', 'SYNC_WAL', ['r3', 'three']),
  { kind: 'erase', table: 'a' },
  { kind: 'deleteSnapshot', snapshot: 's' },
  write('b', 'FSYNC_WAL', ['r2', null]),
  { kind: 'erase', table: 'b' },
];

/** Every kind of change once, in few operations: each of them is crashed in with every kind of crash. */
export const SMALL_WORKLOAD: readonly Step[] = [
  { kind: 'create', table: 'a' },
  { kind: 'create', table: 'b' },
  { kind: 'wait', ms: 61_000 },
  write('a', 'SYNC_WAL', ['r1', 'one'], ['r2', 'two']),
  { kind: 'increment', table: 'a', row: 'n', amount: 5, durability: 'FSYNC_WAL' },
  { kind: 'flush', table: 'a' },
  write('a', 'SYNC_WAL', ['r1', null]),
  write('b', 'FSYNC_WAL', ['s1', 'uno']),
  { kind: 'increment', table: 'a', row: 'n', amount: 2, durability: 'SYNC_WAL' },
  { kind: 'majorCompact', table: 'a' },
  write('a', 'SYNC_WAL', ['r3', 'three']),
  { kind: 'alter', table: 'a', family: 'f', maxVersions: 2 },
  write('a', 'FSYNC_WAL', ['r3', null]),
  { kind: 'disable', table: 'b' },
  { kind: 'truncate', table: 'b' },
  write('b', 'SYNC_WAL', ['s2', 'due']),
  { kind: 'wait', ms: 61_000 },
  { kind: 'disable', table: 'b' },
  { kind: 'drop', table: 'b' },
  write('a', 'FSYNC_WAL', ['r4', 'four']),
];

/** The workloads by name. */
export const WORKLOADS: Readonly<Record<string, readonly Step[]>> = {
  small: SMALL_WORKLOAD,
  short: SHORT_WORKLOAD,
  schema: SCHEMA_WORKLOAD,
  namespaces: NAMESPACE_WORKLOAD,
  compaction: COMPACTION_WORKLOAD,
  runs: RUN_WORKLOAD,
  'young-files': YOUNG_FILES_WORKLOAD,
  'early-removal': EARLY_REMOVAL_WORKLOAD,
  atomic: ATOMIC_WORKLOAD,
  snapshots: SNAPSHOT_WORKLOAD,
  'early-snapshots': SNAPSHOT_WORKLOAD,
  erase: ERASE_WORKLOAD,
};

/** The steps of a workload: a name of `WORKLOADS`, or `random`: a random workload of this seed. */
export function stepsOf(workload: string, seed: number): readonly Step[] {
  const steps = workload === 'random' ? randomWorkload(new Random(seed), 30) : WORKLOADS[workload];
  if (steps === undefined) throw new Error(`There is no workload '${workload}'`);
  return steps;
}

/** A random workload over one or two tables. The first steps create the tables. */
export function randomWorkload(random: Random, length: number): readonly Step[] {
  const steps: Step[] = [
    { kind: 'create', table: 'a' },
    { kind: 'create', table: 'b' },
    { kind: 'wait', ms: 61_000 },
  ];
  const row = (): string => `r${random.below(6)}`;
  const table = (): string => (random.chance(0.7) ? 'a' : 'b');
  const durability = (): Durability =>
    (['ASYNC_WAL', 'SYNC_WAL', 'SYNC_WAL', 'FSYNC_WAL'] as const)[random.below(4)] as Durability;
  const snapshots = new RandomSnapshots(random);
  while (steps.length < length) {
    const pick = random.below(30);
    if (pick < 9) {
      const deletes = random.chance(0.25);
      const count = 1 + random.below(3);
      const mutations = Array.from({ length: count }, (_, index): [string, string | null] => [
        `${row()}${index}`,
        deletes ? null : random.chance(0.1) ? 'v'.repeat(6_000) : `v${random.below(1_000)}`,
      ]);
      steps.push((random.chance(0.3) ? group : write)(table(), durability(), ...mutations));
    } else if (pick < 13) {
      steps.push({
        kind: 'increment',
        table: table(),
        row: `n${random.below(2)}`,
        amount: 1 + random.below(9),
        durability: durability(),
      });
    } else if (pick < 17) steps.push({ kind: 'flush', table: table() });
    else if (pick < 18) steps.push({ kind: 'wait', ms: random.chance(0.5) ? 10_000 : 61_000 });
    else if (pick < 19) steps.push({ kind: 'disable', table: 'b' }, { kind: 'truncate', table: 'b' });
    else if (pick < 20)
      steps.push({ kind: 'disable', table: 'b' }, { kind: 'drop', table: 'b' }, { kind: 'create', table: 'b' });
    else if (pick < 21) steps.push(writeG(table(), durability(), [row(), `g${random.below(1_000)}`]));
    else if (pick < 22)
      steps.push({
        kind: 'alter',
        table: table(),
        family: random.chance(0.5) ? 'f' : 'g',
        maxVersions: 1 + random.below(3),
      });
    else if (pick < 23) steps.push(...dropAndAdd(table(), random.chance(0.5)));
    else if (pick < 27) steps.push(...snapshots.next(table()));
    else steps.push({ kind: random.chance(0.6) ? 'minorCompact' : 'majorCompact', table: table() });
  }
  return steps;
}

function dropAndAdd(table: string, writes: boolean): readonly Step[] {
  const between: readonly Step[] = writes ? [write(table, 'SYNC_WAL', ['between', '1'])] : [];
  return [{ kind: 'dropFamily', table, family: 'g' }, ...between, { kind: 'addFamily', table, family: 'g' }];
}

/**
 * Steps with snapshots, none of which fails: the tables `a` and `b` exist, and `c` is only made of snapshots. A table is
 * never made in the millisecond in which rows of it were deleted: if a major compaction drops such a marker and is undone
 * by a power cut, it would cover a later put with the same timestamp.
 */
class RandomSnapshots {
  private readonly random: Random;
  /** The tables of the snapshots that exist. */
  private readonly taken = new Map<string, string>();
  private count = 0;
  private hasClone = false;

  constructor(random: Random) {
    this.random = random;
  }

  next(table: string): readonly Step[] {
    const { random, taken } = this;
    const snapshot = taken.size === 0 || random.chance(0.3) ? null : random.pick([...taken.keys()]);
    if (snapshot === null) {
      const name = `s${this.count++}`;
      taken.set(name, table);
      return [{ kind: 'snapshot', snapshot: name, table }];
    }
    const source = taken.get(snapshot) as string;
    if (random.chance(0.3)) {
      taken.delete(snapshot);
      return [{ kind: 'deleteSnapshot', snapshot }];
    }
    if (random.chance(0.5)) {
      return [
        { kind: 'disable', table: source },
        { kind: 'restore', snapshot, table: source },
        { kind: 'wait', ms: 1 },
        { kind: 'enable', table: source },
      ];
    }
    const before: readonly Step[] = this.hasClone
      ? [
          { kind: 'disable', table: 'c' },
          { kind: 'drop', table: 'c' },
        ]
      : [];
    this.hasClone = true;
    const more: readonly Step[] = random.chance(0.5) ? [{ kind: 'majorCompact', table: 'c' }] : [];
    const made: readonly Step[] = [
      { kind: 'clone', snapshot, table: 'c' },
      { kind: 'wait', ms: 1 },
    ];
    return [...before, ...made, write('c', 'SYNC_WAL', ['c1', snapshot]), ...more];
  }
}
