import type { EngineEvent } from '../../service/engine-event.js';

type Listener = (event: EngineEvent) => void;

/** The functions that receive the events of a database. */
export class EngineListeners {
  readonly #all = new Set<Listener>();
  readonly #ofWakes = new Set<Listener>();
  readonly #kept: EngineEvent[] = [];

  /** Whether anything but wakes has a listener: otherwise such events need not be made. */
  get wantEvents(): boolean {
    return this.#all.size > 0;
  }

  /** `wakesOnly`: it receives only events of type `watch`. Returns a function that removes the listener. */
  add(listener: Listener, wakesOnly: boolean): () => void {
    const listeners = wakesOnly ? this.#ofWakes : this.#all;
    listeners.add(listener);
    if (!wakesOnly) Promise.resolve().then(() => this.#kept.splice(0).forEach(this.emitOnce));
    return () => listeners.delete(listener);
  }

  /** Emits an event that an open may cause before a page listens: it waits for a listener then. */
  readonly emitOnce = (event: EngineEvent): void => {
    if (this.wantEvents) this.emit(event);
    else this.#kept.push(event);
  };

  /** An error of a listener is not an error of the engine. */
  readonly emit = (event: EngineEvent): void => {
    // A listener added by another one receives only later events: a listener that is called once may add itself again.
    for (const listener of event.type === 'watch' ? [...this.#all, ...this.#ofWakes] : [...this.#all]) {
      try {
        listener(event);
      } catch {
        // Nothing here could handle it.
      }
    }
  };
}
