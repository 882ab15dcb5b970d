import { kindOf, notAllowed } from '../bytes/kind.js';
import { invalidArgument } from '../errors.js';
import { oneOf, readLiteral, toBoolean } from '../model/literal.js';
import { callListener } from './calls/call-listener.js';
import type { AbortSignalLike } from './calls/call-options.js';
import type { ConnectionEvents } from './connection-events.js';

export type EventType = keyof ConnectionEvents;

/** A function that a connection calls with each event of one type. */
export type Listener<T extends EventType> = (event: ConnectionEvents[T]) => void;

/** The options of `addEventListener`. */
export interface ListenerOptions {
  /** Whether the listener is removed when it is called for the first time. Default false. */
  readonly once?: boolean | undefined;
  /** Removes the listener when it aborts. If the signal has already aborted, the listener is not added. */
  readonly signal?: AbortSignalLike | undefined;
}

/** The state of one added listener. */
interface Added {
  readonly once: boolean;
  /** Stops listening to the signal. */
  readonly release: () => void;
}

/** The events that do not come from the engine. */
const PAGE_EVENTS: readonly EventType[] = ['lost', 'role', 'versionchange'];

const EVENT_TYPES = [
  'status',
  'lost',
  'role',
  'versionchange',
  'error',
  'commit',
  'schema',
  'warning',
] as const satisfies readonly EventType[];

/** The listeners of a connection, by event. */
export class EventListeners {
  private readonly added = new Map<EventType, Map<Listener<never>, Added>>();
  private readonly changed: () => void;

  /** `changed` is called after each listener that was added or removed. */
  constructor(changed: () => void) {
    this.changed = changed;
  }

  /** Whether a listener waits for an event that the engine sends. */
  get wantEngine(): boolean {
    return [...this.added].some(([type, { size }]) => !PAGE_EVENTS.includes(type) && size > 0);
  }

  /** Whether a listener waits for events of `type`. */
  has(type: EventType): boolean {
    return (this.added.get(type)?.size ?? 0) > 0;
  }

  /**
   * Adds a listener after those added earlier; adding a listener a second time has no effect. Throws INVALID_ARGUMENT
   * for an unknown event, a listener that is not a function, and options other than `once` and `signal`.
   */
  add<T extends EventType>(type: T, listener: Listener<T>, options: ListenerOptions): void {
    checkType(type);
    if (typeof listener !== 'function') throw notAllowed('a listener', 'a function', listener);
    const { once, signal } = readOptions(options);
    const ofType = this.added.get(type) ?? new Map<Listener<never>, Added>();
    if (signal?.aborted || ofType.has(listener)) return;
    this.added.set(type, ofType);
    const remove = () => this.drop(type, listener);
    signal?.addEventListener('abort', remove);
    ofType.set(listener, { once, release: () => signal?.removeEventListener('abort', remove) });
    this.changed();
  }

  /** Removes a listener. Throws INVALID_ARGUMENT for an unknown event. */
  remove<T extends EventType>(type: T, listener: Listener<T>): void {
    checkType(type);
    this.drop(type, listener);
  }

  /** Calls the listeners of `type`. If one throws, the platform reports the error and the others are still called. */
  dispatch<T extends EventType>(type: T, event: ConnectionEvents[T]): void {
    const ofType = this.added.get(type) ?? new Map<Listener<never>, Added>();
    for (const [listener, added] of [...ofType]) {
      // A listener that an earlier one removed is not called.
      if (ofType.get(listener) !== added) continue;
      if (added.once) this.drop(type, listener);
      callListener(() => (listener as Listener<T>)(event));
    }
  }

  private drop(type: EventType, listener: Listener<never>): void {
    const ofType = this.added.get(type);
    const added = ofType?.get(listener);
    if (added === undefined) return;
    added.release();
    ofType?.delete(listener);
    this.changed();
  }
}

function checkType(type: unknown): void {
  oneOf(type, EVENT_TYPES, "an event's name");
}

function readOptions(options: ListenerOptions): { once: boolean; signal: AbortSignalLike | undefined } {
  readLiteral<ListenerOptions>(options, 'set of listener options', ['once', 'signal']);
  const { once = false, signal } = options;
  if (signal !== undefined && typeof signal?.addEventListener !== 'function') {
    throw invalidArgument(`signal must be an AbortSignal; got ${kindOf(signal)}`);
  }
  return { once: toBoolean(once, 'once'), signal };
}
