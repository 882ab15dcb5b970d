import { invalidArgument } from '../../errors.js';
import type { CompactHow, CompactProgress } from '../../service/control-methods.js';
import type { Maintenance } from '../compaction/maintenance.js';
import type { Region } from '../region/region.js';

/** A running call, under the name that its client gave it. */
interface Call {
  done: number;
  total: number;
  readonly abort: () => void;
  /** Called when it has made progress. */
  waiting: (() => void)[];
}

/** The compactions that clients requested: each may be watched and ended while it runs. */
export class CompactionCalls {
  readonly #maintenance: Maintenance;
  readonly #calls = new Map<string, Call>();

  constructor(maintenance: Maintenance) {
    this.#maintenance = maintenance;
  }

  /**
   * Resolves when it has ended, to the number of cells that it read. REQUIRES a family of the region, or null for all.
   */
  async compact(region: Region, familyId: number | null, how: CompactHow): Promise<number> {
    const { major, newest, flush = false, token = null } = how;
    if (newest !== undefined && !(Number.isSafeInteger(newest) && newest >= 2))
      throw invalidArgument(`newest must be an integer of at least 2; got ${newest}`);
    // A compaction that does not flush, or that counts files, is an internal operation of the region.
    const always = newest !== undefined || (major && !flush);
    let abort = (): void => {};
    const aborted = new Promise<void>((resolve) => {
      abort = resolve;
    });
    const call: Call = { done: 0, total: 0, abort, waiting: [] };
    if (token !== null) this.#calls.set(token, call);
    try {
      const order = {
        region,
        familyId,
        major,
        always,
        ...(newest === undefined ? {} : { newest }),
        ...(flush ? { prepare: () => this.#maintenance.flush(region) } : {}),
        onProgress: (done: number, total: number) => advance(call, done, total),
      };
      await this.#maintenance.compactions.order(order, aborted);
      return call.total;
    } finally {
      if (token !== null) this.#calls.delete(token);
      tell(call);
    }
  }

  end(token: string): void {
    this.#calls.get(token)?.abort();
  }

  /** The progress of the call, as soon as it is further than `seen`; null when the call has ended. */
  async progress(token: string, seen: number): Promise<CompactProgress | null> {
    const call = this.#calls.get(token);
    if (call === undefined) return null;
    while (call.done <= seen && this.#calls.get(token) === call) {
      await new Promise<void>((resolve) => call.waiting.push(resolve));
    }
    return this.#calls.get(token) === call ? { done: call.done, total: call.total } : null;
  }
}

/** Reports progress by whole percents, so that watching costs little. */
function advance(call: Call, done: number, total: number): void {
  const further = Math.floor((100 * done) / total) > Math.floor((100 * call.done) / total);
  if (!further) return;
  call.done = done;
  call.total = total;
  tell(call);
}

function tell(call: Call): void {
  for (const resolve of call.waiting) resolve();
  call.waiting = [];
}
