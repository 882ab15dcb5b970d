import type { StatusReport } from '../../model/status-report.js';

/** Where the data of the open database comes from, as `status` reports it. */
export class Origin {
  #name: StatusReport['origin'];
  #settled = false;

  constructor(name: StatusReport['origin']) {
    this.#name = name;
  }

  get name(): StatusReport['origin'] {
    return this.#name;
  }

  /** Whether the database is new to the engine and no client has reported yet whether it existed before. */
  get inDoubt(): boolean {
    return this.#name === 'created' && !this.#settled;
  }

  /** A client reports whether the database existed before. Only the first report counts. */
  settle(existed: boolean): void {
    if (!this.inDoubt) return;
    this.#settled = true;
    if (existed) this.#name = 'evicted';
  }
}
