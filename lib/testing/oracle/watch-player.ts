import type { Connection } from '../../client/connection.js';
import { Database } from '../../engine/server/database.js';
import { WATCH_LIMITS } from '../../engine/watch/watch-limits.js';
import type { Manner, WatchQuestion } from '../operations/watches.js';
import { connectTo, type MemoryMedium, memoryMedium } from '../samples/engine.js';
import type { FamilyText } from '../vectors/history.js';
import { PlayedTable } from '../vectors/play-step.js';
import { WatchedState } from './watched-state.js';

const TABLE = 'history';
/** After this number of turns, everything that was started has ended. */
const MOST_TURNS = 60;
/** The number of turns in which the page reads again what a timer has reported. */
const TIMER_TURNS = 20;

/** They write no row. */
const OF_TABLES: readonly string[] = ['flush', 'minorCompact', 'majorCompact', 'alter', 'reopen'];

type Change = WatchQuestion['steps'][number];

/**
 * Plays the changes of a history beside watches. After each of them, every state that was delivered is compared with
 * fresh reads of the same rows. Rejects at the first state that is wrong.
 */
export async function playWatches(question: WatchQuestion): Promise<void> {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    await new WatchPlayer(question).play();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

class WatchPlayer {
  private readonly question: WatchQuestion;
  private readonly changes: readonly Change[];
  private readonly medium: MemoryMedium = memoryMedium();
  private states: WatchedState[] = [];
  /** The families as they are now. */
  private families: readonly FamilyText[];
  /** The connection with the watches, and another one. */
  private own!: Connection;
  private other!: Connection;
  private players!: { readonly own: PlayedTable; readonly other: PlayedTable };

  constructor(question: WatchQuestion) {
    this.question = question;
    this.families = question.table.families;
    const changes = question.steps.filter(({ op }) => op !== 'get' && op !== 'scan');
    this.changes = changes.map((change, at) => inRow(change, this.mannerOf(at).row));
  }

  async play(): Promise<void> {
    const { clock } = this.medium;
    const { table } = this.question;
    clock.set(this.changes[0]?.at ?? 0);
    await this.connect();
    await PlayedTable.create(this.other, TABLE, table);
    for (const [at, change] of this.changes.entries()) {
      const manner = this.mannerOf(at);
      try {
        await this.open(at);
        await this.pass(change.at - clock.now(), manner);
        await this.change(change, manner);
        if (manner.rests || at === this.changes.length - 1) await this.rest();
      } catch (error) {
        const how = `${JSON.stringify(change)} (${JSON.stringify(manner)})`;
        throw new Error(`at change ${at + 1}, ${how}: ${error instanceof Error ? error.message : error}`);
      }
    }
    await this.own.close();
  }

  private mannerOf(change: number): Manner {
    const { manners } = this.question;
    return manners[change % manners.length] as Manner;
  }

  private async open(at: number): Promise<void> {
    const table = this.own.getTable(TABLE);
    const due = this.question.watches.filter(({ after }) => after === at);
    for (const { read } of due) {
      const state = WatchedState.open(table, read);
      if (state !== null) this.states.push(state);
    }
    if (due.length > 0) await this.note();
  }

  /** Lets time pass, or lets the clock jump. */
  private async pass(ms: number, { passes }: Manner): Promise<void> {
    if (ms === 0) return;
    const { clock } = this.medium;
    if (passes) {
      await this.rest();
      clock.advance(ms);
      // Only a timer can report what expires.
      await turns(TIMER_TURNS);
      for (const state of this.states) state.look();
      await this.note();
      for (const state of this.states) state.requirePresent();
    } else clock.set(clock.now() + ms);
    await this.note();
  }

  private async change(change: Change, manner: Manner): Promise<void> {
    if (change.op === 'reopen' && manner.closes) {
      await this.rest();
      await this.reopen();
      return;
    }
    const { states } = this;
    const isWrite = !OF_TABLES.includes(change.op);
    const player = manner.own && change.op !== 'alter' ? this.players.own : this.players.other;
    const done = await player.play(change as never).then(
      () => true,
      () => false,
    );
    for (const state of states) state.acknowledge();
    await this.read();
    if (done && isWrite && manner.own) for (const state of states) state.requireOwnWrite();
    for (const state of states) state.judge();
    if (done && change.op === 'alter') this.altered(change.families);
  }

  private altered(changed: readonly FamilyText[]): void {
    const names = changed.map(({ NAME }) => NAME);
    this.families = [...this.families.filter(({ NAME }) => !names.includes(NAME)), ...changed];
    for (const state of this.states) state.openAgain(this.own.getTable(TABLE));
  }

  /** Reads the rows of all watches afresh. */
  private async note(): Promise<void> {
    await this.read();
    for (const state of this.states) state.judge();
  }

  private async read(): Promise<void> {
    const table = this.other.getTable(TABLE);
    await Promise.all(this.states.map((state) => state.reread(table)));
  }

  /** Waits until all watches have the present state. */
  private async rest(): Promise<void> {
    for (let turn = 0; turn < MOST_TURNS; turn++) {
      await turns(1);
      if (this.states.every((state) => state.isPresent)) break;
    }
    for (const state of this.states) {
      state.look();
      state.judge();
      state.requirePresent();
    }
  }

  /** Closes the database, and opens it with the same storage. */
  private async reopen(): Promise<void> {
    await this.own.close();
    for (const state of this.states) state.requireClosed();
    await this.connect();
    const table = this.own.getTable(TABLE);
    this.states = this.states.flatMap(({ read }) => WatchedState.open(table, read) ?? []);
    await this.note();
  }

  private async connect(): Promise<void> {
    const { files, catalog, clock } = this.medium;
    const yielder = (): Promise<void> => Promise.resolve();
    const { stepBytes, remembered } = this.question;
    const watchLimits = { ...WATCH_LIMITS, stepBytes, remembered };
    const platform = { files, catalog, clock, yielder, random: () => 0.37, backend: 'memory' as const, watchLimits };
    const database = await Database.open(platform, { name: 'watches', timestamps: 'wall' });
    this.own = connectTo(database, clock);
    this.other = connectTo(database, clock);
    const table = { ...this.question.table, families: this.families };
    this.players = { own: PlayedTable.on(this.own, TABLE, table), other: PlayedTable.on(this.other, TABLE, table) };
    // The history determines what is compacted, and when.
    await this.other.getAdmin().compactionSwitch(false);
  }
}

/** The change in `row`, if it was in the row `r`. */
function inRow(change: Change, row: string): Change {
  return 'row' in change && change.row === 'r' ? { ...change, row } : change;
}

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve));
}
