import { type Connection, type DeleteLike, Put, type Table } from 'bigtab';
import { type DeleteOutcome, deleteCounted, outcomeSentence } from '../table/counted-delete.js';
import { countOf } from '../ui/amounts.js';
import { Latest } from '../ui/latest.js';
import type { Notices } from '../ui/notices.js';
import { Store } from '../ui/store.js';
import { type Cells, type Column, type History, readCells, readHistory, type Slot } from './history.js';
import { restoration } from './restoration.js';
import { openWebtable, WEBTABLE } from './webtable.js';

/** What is shown of the table. */
export interface Shown {
  readonly history: History;
  /** The timestamp as of which the cells were read; null is now. */
  readonly asOf: number | null;
  readonly cells: Cells;
}

/** Shows a table as of any moment, follows its changes, changes it, and makes it again as it was. */
export class TimeMachine {
  /** Null before the first answer. */
  readonly shown: Store<Shown | null> = new Store<Shown | null>(null);
  /** The moment that was chosen, which what is shown follows; null is now. */
  readonly chosen: Store<number | null> = new Store<number | null>(null);
  /** For those who listen to the page: what the last step came to. */
  readonly said: Store<string> = new Store('');
  private readonly notices: Notices;
  private table: Table | null = null;
  private readonly reading: Latest = new Latest(() => this.read());
  private isHistoryStale = false;

  constructor(notices: Notices) {
    this.notices = notices;
  }

  /** Works over this connection from now on, and makes the table when it is not there; the answer ends that. */
  attach(connection: Connection): () => void {
    let released = false;
    const onCommit = ({ table }: { readonly table: string }) => {
      if (table === WEBTABLE.name) void this.refresh(true);
    };
    const onStatus = () => this.readSchemaChange();
    connection.addEventListener('commit', onCommit);
    connection.addEventListener('status', onStatus);
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
    };
  }

  /** Shows the table as of a moment; the last one there is means now, and what comes after. */
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

  /** Writes what was typed; nothing typed deletes the cell. Whether it went well. */
  change(slot: Slot, column: Column, value: Uint8Array): Promise<boolean> {
    const { familyBytes, qualifierBytes } = column;
    return this.run(async (table) => {
      if (value.length > 0) await table.put(new Put(slot.key).addColumn(familyBytes, qualifierBytes, value));
      else {
        const marker = { kind: 'columns', family: familyBytes, qualifier: qualifierBytes } as const;
        this.sayWhatStays(`${column.id} of ${slot.name}`, await remove(table, { row: slot.key, markers: [marker] }));
      }
      this.said.set(`${value.length > 0 ? 'Saved' : 'Deleted'} ${column.id} of ${slot.name}.`);
    });
  }

  deleteRow(slot: Slot): Promise<boolean> {
    return this.run(async (table) => {
      this.sayWhatStays(slot.name, await remove(table, { row: slot.key }));
      this.said.set(`Deleted ${slot.name}. Drag the slider back to see it again.`);
    });
  }

  /** Writes the table that is shown anew: as changes of this moment, after which the table is shown as it is now. */
  restore(): Promise<boolean> {
    const { shown } = this;
    return this.run(async (table) => {
      if (shown.value === null || shown.value.asOf === null) return;
      const { history, cells } = shown.value;
      const now = await readCells(table, history, null);
      // Later than everything that it has to hide.
      const timestamp = Math.max(Date.now(), (history.moments.at(-1)?.timestamp ?? 0) + 1);
      const changes = restoration(history, cells, now, timestamp);
      if (changes.length > 0) await table.batch(changes);
      this.chosen.set(null);
      this.notices.say(
        changes.length === 0
          ? 'Nothing to restore: the table is already the same.'
          : `Restored ${countOf(changes.length, 'row')} as a new change. Nothing was erased.`,
      );
    });
  }

  /** A version whose time is later than the delete is still shown. */
  private sayWhatStays(what: string, outcome: DeleteOutcome): void {
    if (outcome.left !== null) this.notices.say(`${what} is still there. ${outcomeSentence(outcome)}`);
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

  /** Reads again, one reading at a time: changes and moves of the slider come faster than answers. */
  private refresh(history: boolean): Promise<void> {
    this.isHistoryStale ||= history;
    return this.notices.attempt(() => this.reading.run());
  }

  /** A family may be gone. That the table is disabled or dropped is no error before someone wants to change it. */
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

function remove(table: Table, what: DeleteLike): Promise<DeleteOutcome> {
  return deleteCounted(table, what, new AbortController().signal);
}

function summaryOf({ history, asOf, cells }: Shown): string {
  if (asOf === null) return 'This is the table as it is now.';
  const there = new Set([...cells.values()].map(({ row }) => String(row))).size;
  return `At that time, ${there} of ${countOf(history.slots.length, 'row')} existed.`;
}
