import type { Connection } from '../../client/connection.js';
import { errorOf, rowsOf } from '../vectors/answers.js';
import { agrees, expectedOf, type Got } from '../vectors/compare.js';
import type { Step as HistoryStep, Operation } from '../vectors/history.js';
import type { Coverage } from './coverage.js';
import type { Host } from './host.js';
import { EMPTY, type Model } from './model.js';
import { type MachineOperation, type Run, SKIPPED, type Stage, type Step } from './operation.js';
import { OPERATIONS } from './operations.js';

/** A run ends when more models are possible: each fault may double them for each table. */
const MOST_MODELS = 64;

const EVERYTHING: Operation = { op: 'scan', versions: 'all', raw: true };

/**
 * Plays a run. The judge is a list of possible models: usually one, and several while it is not known whether something
 * has happened. Each answer removes the models that do not give it. Rejects when none is left, or when the database does
 * not verify after it was opened. Returns the number of steps that were played.
 */
export async function playRun(run: Run, host: Host, coverage: Coverage): Promise<number> {
  const { stackTraceLimit } = Error;
  // Refused calls are frequent, and nothing reads their stacks.
  Error.stackTraceLimit = 0;
  try {
    const player = new RunPlayer(host);
    await player.open();
    let played = 0;
    const labels: string[] = [];
    for (const [index, step] of run.steps.entries()) {
      const operation = operationOf(step);
      const isPlayed = await player.step(step, operation, index);
      if (!isPlayed) continue;
      played++;
      labels.push(operation.label?.(step) ?? operation.name);
      if (player.isUnclear) break;
    }
    await player.check('at the end');
    await player.connection.close();
    coverage.add(labels);
    return played;
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

function operationOf({ op }: Step): MachineOperation {
  const operation = OPERATIONS.find(({ name }) => name === op);
  if (operation === undefined) throw new Error(`no operation is called ${op}`);
  return operation;
}

class RunPlayer implements Stage {
  readonly host: Host;
  connection!: Connection;
  private models: readonly Model[] = [EMPTY];
  private hasOpened = false;

  constructor(host: Host) {
    this.host = host;
  }

  get isUnclear(): boolean {
    return this.models.length > MOST_MODELS;
  }

  get model(): Model {
    return this.models[0] as Model;
  }

  /** Checks what must be true after every open: the database verifies, accepts everything, and has complete indexes. */
  async open({ afterFault } = { afterFault: false }): Promise<void> {
    this.connection = await this.host.open();
    this.hasOpened = true;
    await this.connection.getAdmin().compactionSwitch(false);
    const { files, ok } = await this.connection.verify();
    const { lastRecovery, state, indexes } = await this.connection.status();
    const problems = [...(afterFault ? [] : lastRecovery.problems), ...files.flatMap((file) => file.problems)];
    if (!ok || problems.length > 0 || state !== 'open' || indexes.building.length > 0)
      throw new BrokenOpen(JSON.stringify({ ok, problems, state, building: indexes.building }));
  }

  /** Returns whether the step had something to act on. */
  async step(step: Step, operation: MachineOperation, index: number): Promise<boolean> {
    const where = `step ${index + 1}, ${JSON.stringify(step)}`;
    const got = await operation.play(step, this).then(
      (value): Got => ({ value }),
      (error) => gotOf(error, where),
    );
    if ('value' in got && got.value === SKIPPED) return false;
    const now = this.host.clock.now();
    const models = this.models.flatMap((model) => operation.after(step, model, got, now));
    if (models.length === 0) throw new Error(`${where} at ${now}: no model has the answer ${JSON.stringify(got)}`);
    this.models = models;
    if (this.hasOpened) await this.check(where);
    return true;
  }

  /** Compares the names of tables and snapshots, and every stored cell. Only models that have them remain. */
  async check(where: string): Promise<void> {
    this.hasOpened = false;
    const admin = this.connection.getAdmin();
    const now = this.host.clock.now();
    const tables = await admin.listTableNames();
    const snapshots = (await admin.listSnapshots()).map(({ name }) => name);
    const stored = new Map<string, Got>();
    for (const name of tables) {
      const rows = await this.connection.getTable(name).getScanner({ raw: true, versions: 'all' }).toArray();
      stored.set(name, { value: rowsOf(rows, true) });
    }
    const isRight = (model: Model): boolean =>
      sameNames(tables, model.tables) &&
      sameNames(snapshots, model.snapshots) &&
      [...model.tables].every(([name, table]) =>
        agrees(expectedOf({ ...EVERYTHING, ...table.read(EVERYTHING, now) } as HistoryStep), stored.get(name) as Got),
      );
    const right = this.models.filter(isRight);
    if (right.length === 0) {
      const found = JSON.stringify({ tables: [...stored], snapshots });
      const [model] = this.models as [Model];
      const wanted = [...model.tables].map(([name, table]) => [name, table.read(EVERYTHING, now).expect]);
      throw new Error(
        `after ${where} at ${now}: found ${found}; the first of ${this.models.length} models has ${JSON.stringify(wanted)}`,
      );
    }
    this.models = distinct(right);
  }
}

/** The database does not open as it must. */
class BrokenOpen extends Error {}

function gotOf(error: unknown, where: string): Got {
  if (error instanceof BrokenOpen) throw new Error(`after ${where}: opened with ${error.message}`);
  return errorOf(error);
}

function sameNames(found: readonly string[], expected: ReadonlyMap<string, unknown>): boolean {
  return found.length === expected.size && found.every((name) => expected.has(name));
}

/** The models without those whose tables and snapshots have the same cells in memory and in files as an earlier one. */
function distinct(models: readonly Model[]): readonly Model[] {
  if (models.length === 1) return models;
  const textOf = ({ tables, snapshots }: Model): string =>
    JSON.stringify([
      [...tables].map(([name, table]) => [name, table.stored]),
      [...snapshots].map(([name, { table }]) => [name, table.stored]),
    ]);
  return [...new Map(models.map((model) => [textOf(model), model])).values()];
}
