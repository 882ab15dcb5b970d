import type { Admin } from '../../client/admin.js';
import type { Session } from '../../client/calls/session.js';
import type { Connection } from '../../client/connection.js';
import type { DatabasePlatform } from '../../engine/server/database.js';
import { Delete } from '../../model/delete.js';
import { Increment } from '../../model/increment.js';
import type { MemoryOptions } from '../../model/memory-options.js';
import { Put } from '../../model/put.js';
import type { ManualClock } from '../../simulation/manual-clock.js';
import type { OperationCounter } from '../../simulation/operation-counter.js';
import { compactFiles } from '../fakes/compact-files.js';
import { type Medium, openEngine } from '../samples/engine.js';
import { describeState, keyOf, type RowMutation, type Step, snapshotText } from './expected-state.js';

/** Small limits, so that a short workload rolls the log and fills memstores. */
const MEMORY: MemoryOptions = { logSegment: 16 * 1024, log: 64 * 1024, scanBatch: 256, scanBatchLimit: 256 };

/** Small enough for runs of several files. */
const PLATFORM: Partial<DatabasePlatform> = { storeFileBytes: 1024 };

/** Opens a database with these limits. */
export function openSmall(medium: Medium, platform: Partial<DatabasePlatform> = {}): ReturnType<typeof openEngine> {
  return openEngine(medium, { memory: MEMORY }, { ...PLATFORM, ...platform });
}

/** Steps that flush their table. */
const FLUSHING: readonly Step['kind'][] = [
  'flush',
  'majorCompact',
  'disable',
  'alter',
  'dropFamily',
  'addFamily',
  'snapshot',
  'erase',
];

/** Which acknowledged steps force the log to the device. */
export class ForcedSteps {
  /** The tables that have something to flush. */
  private readonly dirty = new Set<string>();

  /** Adds the next step. Returns whether it forced the log: a flush does, unless its table has nothing to flush. */
  add(step: Step, isAcknowledged = true): boolean {
    const flushed = FLUSHING.includes(step.kind) && 'table' in step && this.dirty.delete(step.table);
    // When time passes, the log may be renewed, for which any table is flushed.
    if (isLong(step) || step.kind === 'erase') this.dirty.clear();
    if (!isAcknowledged) return false;
    if ('durability' in step) this.dirty.add(step.table);
    if (step.kind === 'atomic') this.dirty.add(step.other.table);
    return flushed || ('durability' in step && step.durability === 'FSYNC_WAL');
  }
}

/** Whether background work runs during a step. */
function isLong(step: Step): boolean {
  return step.kind === 'wait' && step.ms > 1_000;
}

/** A medium that stops. */
export interface StoppingMedium extends Medium {
  readonly counter: OperationCounter;
}

/** How far a workload progressed. */
export interface Progress {
  /** The number of acknowledged steps. The next one may have happened too. */
  acknowledged: number;
  /** Steps that survive the death of the process: all acknowledged ones except those of ASYNC_WAL at the end. */
  written: number;
  /** Steps that survive a power cut. */
  powerSafe: number;
  /** A failure that the medium did not cause. */
  error: unknown;
}

/**
 * Runs `steps` one after the other until the medium stops, and calls `onStep` after each that was acknowledged. Never
 * rejects.
 */
export async function runWorkload(
  medium: StoppingMedium,
  steps: readonly Step[],
  onStep: (progress: Progress) => void = () => {},
  platform: Partial<DatabasePlatform> = {},
): Promise<Progress> {
  const progress: Progress = { acknowledged: 0, written: 0, powerSafe: 0, error: null };
  const work = async (): Promise<void> => {
    const { connection } = await openSmall(medium, platform);
    const forcedSteps = new ForcedSteps();
    for (const [index, step] of steps.entries()) {
      await runStep(connection, medium.clock, step);
      progress.acknowledged = index + 1;
      const forced = forcedSteps.add(step);
      if (forced || isLong(step) || ('durability' in step && step.durability === 'SYNC_WAL'))
        progress.written = index + 1;
      if (forced && (await connection.status()).powerSafe) progress.powerSafe = index + 1;
      onStep(progress);
    }
    await connection.close();
  };
  await Promise.race([
    work().catch((error: unknown) => {
      if (!medium.counter.stopped) progress.error = error;
    }),
    medium.counter.whenStopped,
  ]);
  return progress;
}

/** Runs one step, and resolves when it is acknowledged. */
export async function runStep(connection: Connection, clock: ManualClock, step: Step): Promise<void> {
  const admin = connection.getAdmin();
  switch (step.kind) {
    case 'write':
    case 'group':
    case 'atomic':
      return mutate(connection, step);
    case 'increment':
      await connection
        .getTable(step.table)
        .increment(new Increment(step.row).addColumn('f', 'n', step.amount).setDurability(step.durability));
      return;
    case 'create':
      await connection.ensureTable({ name: step.table, families: [{ name: 'f', blockSize: 1024 }, 'g'] });
      return;
    case 'flush':
      return admin.flush(step.table);
    case 'minorCompact':
      return compactFiles(connection, step.table, 2);
    case 'majorCompact':
      return admin.majorCompact(step.table);
    case 'disable':
      return admin.disableTable(step.table);
    case 'enable':
      return admin.enableTable(step.table);
    case 'truncate':
      return admin.truncateTable(step.table);
    case 'drop':
      return admin.deleteTable(step.table);
    case 'dropFamily':
      return admin.deleteColumnFamily(step.table, step.family);
    case 'addFamily':
      return admin.addColumnFamily(step.table, step.family);
    case 'alter':
      return admin.modifyColumnFamily(step.table, { name: step.family, maxVersions: step.maxVersions });
    case 'createNamespace':
    case 'modifyNamespace':
      return admin[step.kind]({ name: step.namespace, configuration: { a: step.value } });
    case 'deleteNamespace':
      return admin.deleteNamespace(step.namespace);
    case 'snapshot':
      return admin.snapshot(step.snapshot, step.table);
    case 'clone':
      return admin.cloneSnapshot(step.snapshot, step.table);
    case 'restore':
      return admin.restoreSnapshot(step.snapshot);
    case 'deleteSnapshot':
      return admin.deleteSnapshot(step.snapshot);
    case 'erase':
      return erase(admin, clock, step.table);
    case 'upgrade': {
      const from = (await sessionOf(admin).control('alone', 'beginUpgrade', step.version)) ?? 0;
      return sessionOf(admin).control('change', 'endUpgrade', true, from, step.version);
    }
    case 'wait':
      return later(clock, step.ms);
  }
}

async function later(clock: ManualClock, ms: number): Promise<void> {
  clock.advance(ms);
  // Due housekeeping runs within some turns of the microtask queue.
  for (let turn = 0; turn < 200; turn++) await null;
}

async function erase(admin: Admin, clock: ManualClock, table: string): Promise<void> {
  let running = true;
  const erasing = admin.erase(table).finally(() => {
    running = false;
  });
  // A process that has ended never answers.
  for (let round = 0; running && round < 20; round++) await later(clock, 20_000);
  await erasing;
}

/** Sends the puts and deletes of a step. */
async function mutate(
  connection: Connection,
  step: Extract<Step, { readonly mutations: readonly RowMutation[] }>,
): Promise<void> {
  const table = connection.getTable(step.table);
  const family = step.kind === 'atomic' ? 'f' : (step.family ?? 'f');
  const mutationOf = ({ row, value }: RowMutation): Put | Delete => {
    const mutation = value === null ? new Delete(row) : new Put(row).addColumn(family, 'v', value);
    return mutation.setDurability(step.durability);
  };
  if (step.kind === 'atomic') {
    const of = ({ table, mutations }: Pick<typeof step, 'table' | 'mutations'>) =>
      mutations.map((one) => ({ table, mutation: mutationOf(one) }));
    await connection.atomicBatch([...of(step), ...of(step.other)]);
    return;
  }
  const mutations = step.mutations.map(mutationOf);
  if (step.kind === 'group') {
    await Promise.all(mutations.map((one) => (one instanceof Put ? table.put(one) : table.delete(one))));
  } else {
    const puts = mutations.filter((one) => one instanceof Put);
    const deletes = mutations.filter((one) => one instanceof Delete);
    if (puts.length > 0) await table.put(puts);
    if (deletes.length > 0) await table.delete(deletes);
  }
}

function sessionOf(admin: Admin): Session {
  return (admin as unknown as { readonly session: Session }).session;
}

/** The content of a database, and how it was opened. */
export interface ReadState {
  /** See `describeState`. */
  readonly state: string;
  readonly problems: readonly string[];
  /** The number of operations on files and catalog before the database was open. */
  readonly recovery: number;
}

/** Opens the database. The process ends in an operation of that, or directly after it. */
export async function crashRecovery(medium: StoppingMedium, platform: Partial<DatabasePlatform> = {}): Promise<void> {
  const opening = openSmall(medium, platform).catch(() => {});
  await Promise.race([opening, medium.counter.whenStopped]);
  medium.counter.stop();
}

/** Opens the database and returns its state. Enables every table. Rejects if the medium stops before that. */
export async function readState(medium: StoppingMedium, platform: Partial<DatabasePlatform> = {}): Promise<ReadState> {
  const { connection } = await openSmall(medium, platform);
  const recovery = medium.counter.count;
  const admin = connection.getAdmin();
  const { lastRecovery } = await connection.status();
  const snapshots = await readSnapshots(connection);
  const tables: Parameters<typeof describeState>[0][number][] = [];
  for (const name of await admin.listTableNames()) {
    const enabled = await admin.isTableEnabled(name);
    if (!enabled) await admin.enableTable(name);
    const rows = await readRows(connection, name);
    const { families } = await admin.getDescriptor(name);
    tables.push({ name, enabled, rows, families: families.map((family) => [family.name, family.maxVersions]) });
  }
  const namespaces = (await admin.listNamespaceDescriptors()).map(
    ({ name, configuration }) => [name, configuration.a] as const,
  );
  const version = (await sessionOf(admin).control('alone', 'beginUpgrade', Number.MAX_SAFE_INTEGER)) ?? 0;
  await sessionOf(admin).control('change', 'endUpgrade', false, version, Number.MAX_SAFE_INTEGER);
  await connection.close();
  return { state: describeState(tables, namespaces, version, snapshots), problems: lastRecovery.problems, recovery };
}

/** The snapshots in a state. A restore that was interrupted may leave its fail-safe snapshot. */
async function readSnapshots(connection: Connection): Promise<readonly string[]> {
  const admin = connection.getAdmin();
  const found: string[] = [];
  for (const { name, table } of await admin.listSnapshots()) {
    const clone = `clone-of-${name}`;
    await admin.cloneSnapshot(name, clone);
    const { families } = await admin.getDescriptor(clone);
    const rows = await readRows(connection, clone);
    await admin.disableTable(clone);
    await admin.deleteTable(clone);
    if (name.startsWith('hbase-failsafe-')) continue;
    found.push(
      snapshotText(
        name,
        table,
        families.map((family) => [family.name, family.maxVersions]),
        rows,
      ),
    );
  }
  return found;
}

/** The values of a table, by their keys in a state. */
export async function readRows(connection: Connection, table: string): Promise<readonly (readonly [string, string])[]> {
  const rows: [string, string][] = [];
  for (const result of await connection.getTable(table).getScanner({}).toArray()) {
    const count = result.getValue('f', 'n');
    const row = new TextDecoder().decode(result.row as Uint8Array);
    const value = count === null ? result.getText('f', 'v') : String(new DataView(count.buffer).getBigInt64(0));
    if (value !== null) rows.push([keyOf(row, 'f'), value]);
    const other = result.getText('g', 'v');
    if (other !== null) rows.push([keyOf(row, 'g'), other]);
  }
  return rows;
}
