/*
 * Random histories of several tables, which are cloned and restored from snapshots. What a table must answer follows
 * from its own changes, and, up to the snapshot that it was made of, from those of the table of that snapshot: the oracle
 * plays all of them. The tests import this module bundled, because the engine then runs faster.
 */
import fc from 'fast-check';
import type { Connection } from '../../client/connection.js';
import type { Answer, Question } from '../operations/operation.js';
import { type MemoryMedium, memoryMedium } from '../samples/engine.js';
import { errorOf } from '../vectors/answers.js';
import { agrees, expectedOf, type Got } from '../vectors/compare.js';
import type { FamilyText, Operation, Step } from '../vectors/history.js';
import { PlayedTable } from '../vectors/play-step.js';
import { inVariant, type Variant } from './engine-variants.js';
import { Oracle } from './oracle.js';
import { familiesAfter, openVariant } from './variant-player.js';

/** What happens before a step of the history. `pick` chooses among what exists. */
export interface Command {
  readonly kind: 'snapshot' | 'skipflush' | 'disabled' | 'clone' | 'restore' | 'delete' | 'switch';
  readonly pick: number;
}

export const COMMANDS: fc.Arbitrary<Command> = fc.record({
  kind: fc.constantFrom(
    ...(['snapshot', 'snapshot', 'skipflush', 'disabled', 'clone', 'clone'] as const),
    ...(['restore', 'restore', 'delete', 'switch', 'switch'] as const),
  ),
  pick: fc.nat(20),
});

type Change = Operation & { readonly at: number };

/** What a table or a snapshot consists of: all changes, in order, and the families after them. */
interface Lineage {
  readonly changes: readonly Change[];
  readonly families: readonly FamilyText[];
}

/** Changes that write nothing into memory. */
const ON_FILES: readonly Operation['op'][] = ['flush', 'alter', 'minorCompact', 'majorCompact'];

const EVERYTHING: Operation = { op: 'scan', versions: 'all', raw: true };

/** Plays `question` with the commands between its steps. Rejects if an answer differs from the oracle's. */
export async function playSnapshots(
  variant: Variant,
  question: Question,
  commands: readonly (Command | null)[],
): Promise<void> {
  const player = await SnapshotPlayer.create(variant, question);
  for (const [index, step] of question.steps.entries()) {
    player.setTime(step.at);
    const command = commands[index] ?? null;
    if (command !== null) await player.run(command);
    await player.step(step);
  }
  await player.close();
}

class SnapshotPlayer {
  private readonly medium: MemoryMedium;
  private readonly variant: Variant;
  private readonly question: Question;
  private connection: Connection;
  private readonly tables = new Map<string, Lineage>();
  private readonly snapshots = new Map<string, Lineage & { readonly table: string }>();
  private played: PlayedTable;
  /** The table of the next step. */
  private name = 't0';
  private at = 0;
  private count = 0;

  private constructor(medium: MemoryMedium, variant: Variant, question: Question, connection: Connection) {
    this.medium = medium;
    this.variant = variant;
    this.question = question;
    this.connection = connection;
    this.played = PlayedTable.on(connection, this.name, this.tableOf(question.table.families));
    this.tables.set(this.name, { changes: [], families: question.table.families });
  }

  static async create(variant: Variant, question: Question): Promise<SnapshotPlayer> {
    const medium = memoryMedium();
    medium.clock.set(question.steps[0]?.at ?? 0);
    const connection = await openVariant(medium, variant);
    const player = new SnapshotPlayer(medium, variant, question, connection);
    await PlayedTable.create(connection, player.name, player.tableOf(question.table.families));
    return player;
  }

  setTime(at: number): void {
    this.at = at;
    this.medium.clock.set(at);
  }

  close(): Promise<void> {
    return this.connection.close();
  }

  /** A step of the present table. `reopen` opens the database again, which flushes every table. */
  async step(step: Change): Promise<void> {
    if (step.op === 'reopen') {
      await this.connection.close();
      this.connection = await openVariant(this.medium, this.variant);
      for (const name of this.tables.keys()) this.add(name, { op: 'flush', at: this.at });
      this.use(this.name);
      return;
    }
    const refused = await this.compare(step);
    if (!refused && step.op !== 'get' && step.op !== 'scan') this.add(this.name, step);
  }

  async run({ kind, pick }: Command): Promise<void> {
    const admin = this.connection.getAdmin();
    const names = [...this.snapshots.keys()];
    const snapshot = names[pick % Math.max(1, names.length)];
    if (kind === 'switch') return this.use([...this.tables.keys()][pick % this.tables.size] as string);
    if (kind === 'snapshot' || kind === 'skipflush' || kind === 'disabled') return this.take(kind);
    if (snapshot === undefined) return;
    if (kind === 'delete') {
      await admin.deleteSnapshot(snapshot);
      this.snapshots.delete(snapshot);
      return;
    }
    const { table, ...lineage } = this.snapshots.get(snapshot) as Lineage & { readonly table: string };
    if (kind === 'clone') {
      const name = `t${this.tables.size}`;
      await admin.cloneSnapshot(snapshot, name);
      this.tables.set(name, lineage);
      this.use(name);
    } else {
      await admin.disableTable(table);
      await admin.restoreSnapshot(snapshot, pick % 2 === 0);
      await admin.enableTable(table);
      this.tables.set(table, lineage);
      this.use(table);
    }
    for (const name of this.tables.keys()) {
      this.use(name);
      await this.compare({ ...EVERYTHING, at: this.at });
    }
  }

  private async take(kind: 'snapshot' | 'skipflush' | 'disabled'): Promise<void> {
    const admin = this.connection.getAdmin();
    const name = `s${this.count++}`;
    if (kind === 'disabled') await admin.disableTable(this.name);
    await admin.snapshot(name, this.name, kind === 'skipflush' ? 'SKIPFLUSH' : 'FLUSH');
    if (kind === 'disabled') await admin.enableTable(this.name);
    if (kind !== 'skipflush') this.add(this.name, { op: 'flush', at: this.at });
    const { changes, families } = this.tables.get(this.name) as Lineage;
    const flushed = changes.findLastIndex(({ op }) => op === 'flush' || op === 'alter') + 1;
    const onFiles = changes.filter(({ op }, index) => index < flushed || ON_FILES.includes(op));
    this.snapshots.set(name, { changes: onFiles, families, table: this.name });
  }

  /** Plays a step and compares the answers. Returns whether it was refused. */
  private async compare(step: Change): Promise<boolean> {
    const { changes } = this.tables.get(this.name) as Lineage;
    const oracle = new Oracle(this.question.table);
    for (const change of changes) oracle.play(change, change.at);
    const answer: Answer = oracle.play(step, this.at);
    const [inPlay] = inVariant(this.variant, { id: '', table: this.question.table, steps: [step as Step] }).steps;
    const got = await this.played.play(inPlay as Step).then((value): Got => ({ value }), errorOf);
    if (!agrees(expectedOf({ ...step, ...answer } as Step), got)) {
      const [expected, found] = [answer, got].map((one) => JSON.stringify(one));
      throw new Error(`table ${this.name}, ${JSON.stringify(step)}: expected ${expected}, got ${found}`);
    }
    return 'error' in got;
  }

  private add(name: string, change: Change): void {
    const { changes, families } = this.tables.get(name) as Lineage;
    this.tables.set(name, { changes: [...changes, change], families: familiesAfter(families, change as Step) });
  }

  private use(name: string): void {
    this.name = name;
    const { families } = this.tables.get(name) as Lineage;
    this.played = PlayedTable.on(this.connection, name, this.tableOf(families));
  }

  private tableOf(families: readonly FamilyText[]): Question['table'] {
    return inVariant(this.variant, { id: '', table: { ...this.question.table, families }, steps: [] }).table;
  }
}

/** Compares random histories with the oracle. Rejects with the first that differs, shrunk. */
export async function checkSnapshots(
  variant: Variant,
  questions: fc.Arbitrary<Question>,
  options: { readonly seed: number; readonly numRuns: number },
): Promise<void> {
  const commands = fc.array(fc.option(COMMANDS, { freq: 2 }), { minLength: 10, maxLength: 60, size: 'max' });
  await fc.assert(
    fc.asyncProperty(questions, commands, (question, between) => playSnapshots(variant, question, between)),
    options,
  );
}
