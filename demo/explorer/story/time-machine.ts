import { type Connection, Put, type Table } from 'bigtab';
import { countOf } from '../ui/amounts.js';
import { Latest } from '../ui/latest.js';
import type { Notices } from '../ui/notices.js';
import { onNewEngine } from '../ui/on-new-engine.js';
import { Store } from '../ui/store.js';
import { type Cells, type Column, type History, readCells, readHistory, type Slot } from './history.js';
import { restoration } from './restoration.js';
import { openWebtable, WEBTABLE } from './webtable.js';

/** The state of the table that is shown. */
export interface Shown {
  readonly history: History;
  /** The timestamp as of which the cells were read, or null for now. */
  readonly asOf: number | null;
  readonly cells: Cells;
}

/** Shows a table as of any point in time, follows its changes, and can change it or restore an earlier state. */
export class TimeMachine {
  /** Null before the first read has finished. */
  readonly shown: Store<Shown | null> = new Store<Shown | null>(null);
  /** The chosen timestamp, or null for now. `shown` follows it. */
  readonly chosen: Store<number | null> = new Store<number | null>(null);
  /** The outcome of the last step, for screen readers. */
  readonly said: Store<string> = new Store('');
  private readonly notices: Notices;
  private table: Table | null = null;
  private readonly reading: Latest = new Latest(() => this.read());
  private isHistoryStale = false;

  constructor(notices: Notices) {
    this.notices = notices;
  }

  /** Uses this connection, and creates the table if it is missing. Returns a function that stops using it. */
  attach(connection: Connection): () => void {
    let released = false;
    const onCommit = ({ table }: { readonly table: string }) => {
      if (table === WEBTABLE.name) void this.refresh(true);
    };
    const onStatus = () => this.readSchemaChange();
    connection.addEventListener('commit', onCommit);
    connection.addEventListener('status', onStatus);
    const endRole = onNewEngine(connection, () => void this.refresh(true));
    void this.notices.attempt(async () => {
      const table = await openWebtable(connection, Date.now());
      if (released) return;
      this.table = table;
      await this.refresh(true);
    });
    return () => {
      released = true;
      this.table = null;
      connection.removeEventListener('commit', onCommit);
      connection.removeEventListener('status', onStatus);
      endRole();
    };
  }

  /** Shows the table as of a timestamp. The last timestamp of the history means now, including later changes. */
  goTo(timestamp: number): Promise<void> {
    const last = this.shown.value?.history.moments.at(-1)?.timestamp ?? timestamp;
    this.chosen.set(timestamp >= last ? null : timestamp);
    this.notices.clear();
    return this.refresh(false);
  }

  goToNow(): Promise<void> {
    this.chosen.set(null);
    return this.refresh(false);
  }

  /** Writes the typed value; an empty value deletes the cell. Resolves to whether that succeeded. */
  change(slot: Slot, column: Column, value: Uint8Array): Promise<boolean> {
    const { familyBytes, qualifierBytes } = column;
    return this.run(async (table) => {
      if (value.length > 0) await table.put(new Put(slot.key).addColumn(familyBytes, qualifierBytes, value));
      else {
        const marker = { kind: 'columns', family: familyBytes, qualifier: qualifierBytes } as const;
        await table.delete({ row: slot.key, markers: [marker] });
      }
      this.said.set(`${value.length > 0 ? 'Saved' : 'Deleted'} ${column.id} of ${slot.name}.`);
    });
  }

  deleteRow(slot: Slot): Promise<boolean> {
    return this.run(async (table) => {
      await table.delete({ row: slot.key });
      this.said.set(`Deleted ${slot.name}. Drag the slider back to see it again.`);
    });
  }

  /** Writes the shown state of the table again, as new changes, and then shows the table as it is now. */
  restore(): Promise<boolean> {
    const { shown } = this;
    return this.run(async (table) => {
      if (shown.value === null || shown.value.asOf === null) return;
      const { history, cells } = shown.value;
      const now = await readCells(table, history, null);
      // The restoration must hide all of these writes.
      const timestamp = Math.max(Date.now(), (history.moments.at(-1)?.timestamp ?? 0) + 1);
      const changes = restoration(history, cells, now, timestamp);
      if (changes.length > 0) await table.batch(changes);
      this.chosen.set(null);
      this.notices.say(
        changes.length === 0
          ? 'Nothing to restore: the table already looks like this.'
          : `Restored ${countOf(changes.length, 'row')} as a new change. Nothing was erased.`,
      );
    });
  }

  private async run(change: (table: Table) => Promise<void>): Promise<boolean> {
    const { table } = this;
    if (table === null) return false;
    const done = await this.notices.attempt(async () => {
      this.notices.clear();
      await change(table);
      await this.refresh(true);
      return true;
    });
    return done ?? false;
  }

  /** Reads again. Only one read runs at a time, because changes and moves of the slider may be faster than reads. */
  private refresh(history: boolean): Promise<void> {
    this.isHistoryStale ||= history;
    return this.notices.attempt(() => this.reading.run());
  }

  /**
   * Reads again, because a family may have been dropped. A disabled or dropped table is an error only when the user
   * changes it.
   */
  private readSchemaChange(): void {
    this.isHistoryStale = true;
    this.reading.run().catch(() => undefined);
  }

  private async read(): Promise<void> {
    const { table } = this;
    if (table === null) return;
    const { value: before } = this.shown;
    const asOf = this.chosen.value;
    const readsHistory = this.isHistoryStale || before === null;
    this.isHistoryStale = false;
    const history = readsHistory ? await readHistory(table) : before.history;
    const cells = await readCells(table, history, asOf);
    this.shown.set({ history, asOf, cells });
    if (before !== null && before.asOf !== asOf) this.said.set(summaryOf({ history, asOf, cells }));
  }
}

function summaryOf({ history, asOf, cells }: Shown): string {
  if (asOf === null) return 'This is the table as it is now.';
  const there = new Set([...cells.values()].map(({ row }) => String(row))).size;
  return `At that time, ${there} of ${countOf(history.slots.length, 'row')} existed.`;
}
