import { compareBytes } from '../bytes/compare.js';
import type { EngineEvent } from '../service/engine-event.js';

/** When more events wait, and twice as many as after the last time, the earlier ones of each table are dropped. */
const MOST_EVENTS = 256;

/**
 * The events for one follower. At most one message of events is on its way; events that happen meanwhile are merged,
 * so a page that does not read costs little memory.
 */
export class EventQueue {
  readonly #send: (events: readonly EngineEvent[], number: number) => void;
  #waiting: EngineEvent[] = [];
  /** Where a later event may be merged into a waiting one, by `mergeKey`. */
  readonly #places = new Map<string, number>();
  /** Whether the events have to be sent before an answer is. */
  #isUrgent = false;
  /** How many were left when earlier ones were dropped. */
  #kept = 0;
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
    const place = this.#places.get(mergeKey(event));
    if (place === undefined) this.#append(event);
    else this.#waiting[place] = merged(this.#waiting[place] as EngineEvent, event);
    if (this.#waiting.length > Math.max(MOST_EVENTS, 2 * this.#kept)) this.#dropEarlier();
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
    if (this.#isUrgent) this.#flush();
  }

  #pump(): void {
    if (this.#seen === this.#sent && this.#waiting.length > 0) this.#flush();
  }

  #append(event: EngineEvent): void {
    const { type } = event;
    // Nothing is merged across a change of the schema, so that the order of a table's events stays the same.
    if (type === 'schema') this.#places.clear();
    if (type === 'commit' || type === 'status') this.#places.set(mergeKey(event), this.#waiting.length);
    if (type === 'schema' || type === 'warning') this.#isUrgent = true;
    this.#waiting.push(event);
  }

  #dropEarlier(): void {
    const last = lastOnes(this.#takeAll());
    for (const event of last) this.#append(event);
    this.#kept = last.length;
  }

  #flush(): void {
    this.#send(this.#takeAll(), ++this.#sent);
  }

  #takeAll(): readonly EngineEvent[] {
    const events = this.#waiting;
    this.#waiting = [];
    this.#places.clear();
    this.#isUrgent = false;
    this.#kept = 0;
    return events;
  }
}

/** One event can report several with the same key. Schema changes and errors are merged only when too many wait. */
function mergeKey(event: EngineEvent): string {
  const about = 'table' in event ? event.table : event.type === 'error' ? event.error.code : '';
  return `${event.type} ${about}`;
}

/** The last event of each type for each table, and the last error of each code: what follows from them stays the same. */
function lastOnes(events: readonly EngineEvent[]): EngineEvent[] {
  const last = new Map<string, EngineEvent>();
  for (const event of events) {
    const key = mergeKey(event);
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
