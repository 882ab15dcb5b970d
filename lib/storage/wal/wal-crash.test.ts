import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../simulation/manual-clock.js';
import { OperationCounter } from '../../simulation/operation-counter.js';
import { Random } from '../../simulation/random.js';
import type { SimFault } from '../../simulation/sim-faults.js';
import { SimFileSystem } from '../../simulation/sim-file-system.js';
import {
  appendRecord,
  asText,
  beyondPowerCut,
  highestLogEpoch,
  openLog,
  readBack,
  settle,
  type TestRecord,
} from '../../testing/samples/log-records.js';
import { testSeeds } from '../../testing/seed.js';
import type { Wal } from './wal.js';

/*
 * Random lives of a log: groups, flushes, failures, releases, crashes in any operation, and crashes while it is opened
 * again.
 *
 * Expected: reading returns a prefix of the accepted records. It contains at least the written records after the death
 * of the process, and at least the flushed records after a power cut. Only complete records of a group whose outcome
 * was never reported may follow.
 */

interface Accepted {
  readonly id: number;
  readonly text: string;
}

class Life {
  readonly random: Random;
  readonly clock = new ManualClock();
  files: SimFileSystem;
  #wal: Wal | null = null;
  #epoch = 0;
  #nextId = 1;
  #accepted: Accepted[] = [];
  /** How many of them are certainly in the file, and certainly on the device. */
  #written = 0;
  #flushed = 0;
  /** Groups whose outcome is not known, and how many accepted records came before them. */
  #doubtful: { readonly after: number; readonly group: readonly Accepted[] }[] = [];
  /**
   * Groups that are not in the log. Only a power cut that undoes the names of the segments that excluded them may
   * restore one.
   */
  readonly #gone: (readonly Accepted[])[] = [];
  #logStart = 0;
  #removable: { readonly path: string; readonly since: number }[] = [];

  constructor(seed: number) {
    this.random = new Random(seed);
    this.files = new SimFileSystem({ seed, clock: this.clock, counter: this.#nextCounter() });
  }

  async run(steps: number): Promise<void> {
    for (let step = 0; step < steps; step++) {
      if (this.#wal === null) await this.#open();
      else await this.#step(this.#wal);
      if (this.files.counter.stopped) await this.#crash();
    }
    if (!this.files.counter.stopped) this.files.counter.stop();
    await this.#crash();
  }

  #nextCounter(): OperationCounter {
    return new OperationCounter(this.random.chance(0.7) ? 1 + this.random.below(60) : undefined);
  }

  async #open(): Promise<void> {
    this.#epoch = Math.max(this.#epoch, await highestLogEpoch(this.files).catch(() => 0)) + 1;
    const { clock } = this;
    const logStart = this.#logStart;
    const epoch = this.#epoch;
    const options = {
      clock,
      logStart,
      epoch,
      lastSequenceId: this.#nextId - 1,
      segmentBytes: 1 + this.random.below(6_000),
    };
    try {
      const { wal, records, log } = await openLog(this.files, options);
      expect(beyondPowerCut(log.problems)).toEqual([]);
      this.#settleOn(this.#explain(records, this.#written, this.#doubtful));
      this.#wal = wal;
      wal.release(logStart);
    } catch (error) {
      if (error instanceof Error && error.name === 'AssertionError') throw error;
      // The process ended, or a fault made opening fail; the next step tries again.
      if (!this.files.counter.stopped) this.files.heal();
    }
  }

  async #step(wal: Wal): Promise<void> {
    const { random, clock } = this;
    const choice = random.below(100);
    if (choice < 60) this.#group(wal);
    else if (choice < 68) this.#flush(wal, random.chance(0.5));
    else if (choice < 76) clock.advance(random.below(20));
    else if (choice < 80) clock.advance(61_000);
    else if (choice < 86) await settle();
    else if (choice < 92) this.files.fail(this.#fault());
    else if (choice < 94) this.files.heal();
    else if (choice < 97) await this.#release(wal);
    else if (choice < 98) this.files.counter.stop();
    else await this.#close(wal);
  }

  #fault(): SimFault {
    const { random } = this;
    return {
      operation: random.pick(['write', 'write', 'flush', 'flush', 'truncate', 'create'] as const),
      error: random.pick(['QUOTA', 'IO', 'INVALID'] as const),
      at: 1 + random.below(4),
      times: 1 + random.below(random.chance(0.2) ? 50 : 3),
    };
  }

  #group(wal: Wal): void {
    const { random } = this;
    const group: Accepted[] = [];
    for (let left = 1 + random.below(3); left > 0; left--) group.push(this.#append(wal, random));
    const choice = random.below(10);
    if (choice === 0) {
      wal.discard();
      return;
    }
    const before = this.#accepted.length;
    try {
      if (choice < 4) {
        wal.defer();
        this.#accepted.push(...group);
        return;
      }
      wal.write();
      this.#accepted.push(...group);
      this.#written = this.#accepted.length;
    } catch (error) {
      const { outcome } = (error as { details?: { outcome?: string } }).details ?? {};
      if (this.files.counter.stopped || outcome === 'unknown') this.#doubtful.push({ after: before, group });
      else this.#gone.push(group);
      return;
    }
    if (choice === 9) this.#flush(wal, false);
  }

  #append(wal: Wal, random: Random): Accepted {
    const id = this.#nextId;
    const last = id + random.below(3);
    this.#nextId = last + 1;
    const size = random.chance(0.1) ? 5_000 : 200;
    const text = (): string => String.fromCharCode(97 + random.below(26)).repeat(random.below(size));
    const sections = Array.from({ length: random.below(3) }, (_, table) => [table, text()] as const);
    const record: TestRecord = random.chance(0.2)
      ? { first: id, last, sections }
      : { first: id, last, connection: `page ${random.below(3)}`, operation: id, answer: text(), sections };
    appendRecord(wal, record);
    return { id: last, text: asText(record) };
  }

  #flush(wal: Wal, upTo: boolean): void {
    try {
      if (upTo) wal.flushUpTo(this.#nextId);
      else wal.flush();
      this.#written = this.#accepted.length;
      this.#flushed = this.#accepted.length;
    } catch {
      // Every record is where it was before.
    }
  }

  async #release(wal: Wal): Promise<void> {
    if (this.#flushed === 0) return;
    const upTo = this.#accepted[this.random.below(this.#flushed)] as Accepted;
    if (upTo.id <= this.#logStart) return;
    for (const { path } of wal.obsoleteAt(upTo.id)) this.#removable.push({ path, since: this.clock.monotonic() });
    this.#logStart = upTo.id;
    wal.release(upTo.id);
    this.clock.advance(this.random.chance(0.5) ? 61_000 : 10_000);
    for (const { path, since } of this.#removable) {
      if (this.clock.monotonic() - since < 60_000) continue;
      await this.files.remove(path).then(
        () => wal.forget(path),
        () => {},
      );
    }
    this.#removable = this.#removable.filter(({ path }) => wal.segments.some((segment) => segment.path === path));
  }

  async #close(wal: Wal): Promise<void> {
    const closed = await wal.close().then(
      () => true,
      () => false,
    );
    this.#wal = null;
    if (closed) this.#flushed = this.#written = this.#accepted.length;
    else this.files.counter.stop();
  }

  /** The process has ended; continues with what is left. */
  async #crash(): Promise<void> {
    const { random } = this;
    const wal = this.#wal;
    const powerCut = random.chance(0.5);
    const names = random.pick(['keep', 'any'] as const);
    const sure = !powerCut ? this.#written : names === 'keep' || wal?.powerSafe === true ? this.#flushed : 0;
    const counter = this.#nextCounter();
    const seed = random.uint32();
    this.files = powerCut
      ? this.files.image({ kind: 'power-cut', seed, names, counter })
      : this.files.image({ kind: 'process-death', seed, counter });
    const sound = this.files.image({ kind: 'process-death', seed: 1 });
    const { records, log } = await readBack(sound, this.#logStart);
    // Undone names may restore what a removed segment excluded.
    const undone = powerCut && names === 'any';
    if (!undone) expect(powerCut ? beyondPowerCut(log.problems) : log.problems).toEqual([]);
    const back = this.#gone.map((group) => ({
      after: this.#accepted.filter(({ id }) => id < (group[0]?.id ?? 0)).length,
      group,
    }));
    const state = this.#explain(records, sure, undone ? [...this.#doubtful, ...back] : this.#doubtful);
    if (powerCut) this.#settleOn(state);
    this.#wal = null;
    this.#removable = [];
  }

  /** From now on these are the expected records: they were read, or everything else is gone. */
  #settleOn(state: Accepted[]): void {
    this.#accepted = state;
    this.#written = state.length;
    this.#flushed = state.length;
    this.#gone.push(...this.#doubtful.map(({ group }) => group));
    this.#doubtful = [];
  }

  /** The state that matches `records`; fails if there is none. */
  #explain(
    records: readonly string[],
    sure: number,
    doubtful: { readonly after: number; readonly group: readonly Accepted[] }[],
  ): Accepted[] {
    const states: Accepted[][] = [];
    for (let count = sure; count <= this.#accepted.length; count++) states.push(this.#accepted.slice(0, count));
    for (const { after, group } of doubtful) {
      if (after < sure) continue;
      for (let count = 1; count <= group.length; count++) {
        states.push([...this.#accepted.slice(0, after), ...group.slice(0, count)]);
      }
    }
    const found = states.find((state) => this.#needed(state).join('\n') === records.join('\n'));
    if (found !== undefined) return found;
    expect(records, `at least ${sure} of`).toEqual(this.#needed(this.#accepted));
    throw new Error('unreachable');
  }

  #needed(records: readonly Accepted[]): string[] {
    return records.filter(({ id }) => id > this.#logStart).map(({ text }) => text);
  }
}

describe('A log that fails and crashes at random', () => {
  for (const seed of testSeeds(60)) {
    it(`keeps its guarantees (BIGTAB_SEED=${seed} BIGTAB_RUNS=1)`, async () => {
      await new Life(seed).run(120);
    });
  }
});
