import type { LiveRows, LiveState, Result, Table } from '../../index.js';
import { BigtabError } from '../../index.js';
import { isRereading } from '../fakes/is-rereading.js';
import type { WatchedRead } from '../operations/watches.js';
import { rowsOf } from '../vectors/answers.js';
import { getOf, scanOf } from '../vectors/requests.js';

/** One watch: the states that were delivered, and what fresh reads returned since the last of them that is known. */
export class WatchedState {
  readonly read: WatchedRead;
  private live: LiveRows<Result>;
  /** Delivered, and not judged. */
  private delivered: LiveState<Result>[] = [];
  private last: LiveState<Result> | null = null;
  /** The state after the last acknowledgement; null while the rows are being read. */
  private acknowledged: LiveState<Result> | null = null;
  /** The rows of fresh reads, as text, in the order in which they were read. */
  private expected: string[] = [];
  /** The place in `expected` of the last state that was judged, or of one before it with the same rows. */
  private place = 0;
  private failed = false;

  private constructor(read: WatchedRead, live: LiveRows<Result>) {
    this.read = read;
    this.live = live;
    this.listen();
  }

  /** Null if the client refuses the read. */
  static open(table: Table, read: WatchedRead): WatchedState | null {
    try {
      return new WatchedState(read, watch(table, read));
    } catch {
      return null;
    }
  }

  /** Opens a watch that has failed once more. */
  openAgain(table: Table): void {
    if (!this.failed) return;
    this.failed = false;
    this.last = null;
    this.delivered = [];
    this.live = watch(table, this.read);
    this.listen();
  }

  /** What a user sees who asks now. */
  look(): void {
    const state = this.live.getSnapshot();
    if (state !== this.last && state.status !== 'loading') this.deliver(state);
  }

  /** A user looks, right after a write was acknowledged. */
  acknowledge(): void {
    this.look();
    this.acknowledged = isRereading(this.live) ? null : this.last;
  }

  /** Reads the rows afresh. */
  async reread(table: Table): Promise<void> {
    this.expected.push(await fresh(table, this.read));
  }

  /** Every delivered state is one that a fresh read has returned, and none is before the state that was delivered earlier. */
  judge(): void {
    for (const state of this.delivered) {
      const text = textOf(state);
      const found = this.expected.indexOf(text, this.place);
      if (found < 0) this.fail(`shows a state that goes back or never was: ${text}`);
      this.place = found;
    }
    this.delivered = [];
  }

  /** Whether the last state that was delivered has the present rows, or says that it is the last one. */
  get isPresent(): boolean {
    if (this.failed) return true;
    return this.last !== null && textOf(this.last) === this.expected.at(-1);
  }

  requirePresent(): void {
    if (!this.isPresent) this.fail(`shows an old state: ${this.last === null ? 'none' : textOf(this.last)}`);
    this.expected = this.expected.slice(-1);
    this.place = 0;
  }

  /** The state after an acknowledgement must contain the write, unless the rows are being read again. */
  requireOwnWrite(): void {
    if (this.acknowledged === null || this.failed) return;
    const text = textOf(this.acknowledged);
    if (text !== this.expected.at(-1)) this.fail(`lacks an own write: ${text}`);
  }

  /** Its connection was closed: it has failed, and keeps its rows. */
  requireClosed(): void {
    if (this.failed) return;
    const { last } = this;
    const { status, error, rows } = this.live.getSnapshot();
    if (status !== 'failed' || error?.code !== 'CONNECTION_CLOSED') this.fail(`is ${status} after the end`);
    if (
      last !== null &&
      rows !== last.rows &&
      JSON.stringify(rowsOf(rows, true)) !== JSON.stringify(rowsOf(last.rows, true))
    )
      this.fail('has lost its rows');
  }

  private listen(): void {
    const { live } = this;
    live.subscribe(() => {
      if (live === this.live) this.look();
    });
  }

  private deliver(state: LiveState<Result>): void {
    const { last } = this;
    if (last !== null) this.requireSameObjects(last, state);
    this.last = state;
    this.delivered.push(state);
    if (state.status === 'failed') this.failed = true;
  }

  /** Rows that have not changed are the same objects. */
  private requireSameObjects(before: LiveState<Result>, after: LiveState<Result>): void {
    const old = new Map(before.rows.map((row) => [textOfRow(row), row]));
    for (const row of after.rows) {
      const text = textOfRow(row);
      if ((old.get(text) ?? row) !== row) this.fail(`has another object for an unchanged row: ${text}`);
    }
  }

  private fail(what: string): never {
    throw new Error(
      `the watch of ${JSON.stringify(this.read)} ${what}\nfresh reads: ${this.expected.slice(-6).join('\n')}`,
    );
  }
}

function watch(table: Table, read: WatchedRead): LiveRows<Result> {
  return table.watch(read.op === 'get' ? getOf(read) : scanOf(read));
}

async function fresh(table: Table, read: WatchedRead): Promise<string> {
  try {
    if (read.op === 'scan') return textOfRows(await table.getScanner(scanOf(read)).toArray());
    const result = await table.get(getOf(read));
    return textOfRows(result.isEmpty ? [] : [result]);
  } catch (error) {
    return `failed: ${BigtabError.is(error) ? error.code : error}`;
  }
}

function textOf({ status, rows, error }: LiveState<Result>): string {
  return status === 'failed' ? `failed: ${error?.code}` : textOfRows(rows);
}

function textOfRows(rows: readonly Result[]): string {
  return rows.map(textOfRow).join(' ');
}

const texts = new WeakMap<Result, string>();

function textOfRow(row: Result): string {
  const text = texts.get(row) ?? JSON.stringify(rowsOf([row], true));
  texts.set(row, text);
  return text;
}
