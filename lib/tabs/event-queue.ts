import { compareBytes } from '../bytes/compare.js';
import type { EngineEvent } from '../service/engine-event.js';

/** More events wait only while there are more tables than that. */
const MOST_EVENTS = 256;

/**
 * The events for one follower. At most one message of events is on its way; events that happen meanwhile are merged,
 * so a page that does not read costs little memory.
 */
export class EventQueue {
  readonly #send: (events: readonly EngineEvent[], number: number) => void;
  #waiting: EngineEvent[] = [];
  #sent = 0;
  #seen = 0;

  constructor(send: (events: readonly EngineEvent[], number: number) => void) {
    this.#send = send;
  }

  /** A wake is sent at once: there is at most one of a connection until its page answers it. */
  add(event: EngineEvent): void {
    if (event.type === 'watch') {
      this.#waiting.push(event);
      this.#flush();
      return;
    }
    // Not across a change of the schema, so that the order of a table's events stays the same.
    const from = this.#waiting.findLastIndex(({ type }) => type === 'schema');
    const place = this.#waiting.findIndex((earlier, index) => index > from && isSame(earlier, event));
    if (place < 0) this.#waiting.push(event);
    else this.#waiting[place] = merged(this.#waiting[place] as EngineEvent, event);
    if (this.#waiting.length > MOST_EVENTS) this.#waiting = lastOnes(this.#waiting);
    this.#pump();
  }

  /** The follower has the events of this number. */
  seen(number: number): void {
    this.#seen = Math.max(this.#seen, number);
    this.#pump();
  }

  /**
   * Called before an answer is sent: a change of the schema, and a warning about one, are reported before their call
   * resolves, so they do not wait until earlier events have been seen.
   */
  beforeAnswer(): void {
    if (this.#waiting.some(({ type }) => type === 'schema' || type === 'warning')) this.#flush();
  }

  #pump(): void {
    if (this.#seen === this.#sent && this.#waiting.length > 0) this.#flush();
  }

  #flush(): void {
    const events = this.#waiting;
    this.#waiting = [];
    this.#send(events, ++this.#sent);
  }
}

/** Whether one event can report both. Schema changes and errors are merged only when too many wait. */
function isSame(a: EngineEvent, b: EngineEvent): boolean {
  return (
    (a.type === 'status' && b.type === 'status') || (a.type === 'commit' && b.type === 'commit' && a.table === b.table)
  );
}

/** The last event of each type for each table, and the last error of each code: what follows from them stays the same. */
function lastOnes(events: readonly EngineEvent[]): EngineEvent[] {
  const last = new Map<string, EngineEvent>();
  for (const event of events) {
    const about = 'table' in event ? event.table : event.type === 'error' ? event.error.code : '';
    const key = `${event.type} ${about}`;
    const earlier = last.get(key) ?? event;
    last.delete(key);
    last.set(key, merged(earlier, event));
  }
  return [...last.values()];
}

function merged(earlier: EngineEvent, later: EngineEvent): EngineEvent {
  if (earlier.type !== 'commit' || later.type !== 'commit') return later;
  return {
    ...later,
    firstRow: compareBytes(earlier.firstRow, later.firstRow) < 0 ? earlier.firstRow : later.firstRow,
    lastRow: compareBytes(earlier.lastRow, later.lastRow) > 0 ? earlier.lastRow : later.lastRow,
  };
}
