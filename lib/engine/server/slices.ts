import type { Engine } from '../region/engine.js';

/** How long one slice takes. */
const SLICE_MS = 4;

/** Cuts long work into slices, between which other requests run. */
export class Slices {
  readonly #engine: Pick<Engine, 'clock' | 'yielder'>;
  #end: number;

  constructor(engine: Pick<Engine, 'clock' | 'yielder'>) {
    this.#engine = engine;
    this.#end = engine.clock.monotonic() + SLICE_MS;
  }

  /** Call after each step. */
  async rest(): Promise<void> {
    const { clock, yielder } = this.#engine;
    if (clock.monotonic() < this.#end) return;
    await yielder();
    this.#end = clock.monotonic() + SLICE_MS;
  }
}
