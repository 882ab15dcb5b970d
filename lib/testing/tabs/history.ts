import { BigtabError } from '../../errors.js';
import type { World } from './world.js';

/** What a user knows about a write. `refused`: it changed nothing. */
export type Outcome = 'open' | 'done' | 'refused' | 'unknown';

export interface Write {
  readonly kind: 'append' | 'increment' | 'put' | 'table';
  readonly connection: string;
  readonly row: string;
  /** Unique, and rising within its connection. */
  readonly number: number;
  outcome: Outcome;
}

/** Errors that say that nothing happened, whatever their details are. */
const REFUSALS: readonly string[] = ['CONNECTION_CLOSED', 'DATABASE_BUSY'];
/** Errors that a user may see. */
const ALLOWED: readonly string[] = [...REFUSALS, 'WORKER_LOST', 'OUTCOME_UNKNOWN', 'BATCH_FAILED', 'SNAPSHOT_EXPIRED'];

/** What the users of a site did, and what they learned. */
export class History {
  readonly writes: Write[] = [];
  /** Calls that have not settled, with the name of their page. */
  readonly calls: Map<string, string> = new Map();
  readonly errors: Map<string, number> = new Map();
  private readonly world: World;
  private readonly counted = new Map<string, Set<bigint>>();
  private numbers = 0;

  constructor(world: World) {
    this.world = world;
  }

  write(kind: Write['kind'], connection: string, row: string): Write {
    const write: Write = { kind, connection, row, number: ++this.numbers, outcome: 'open' };
    this.writes.push(write);
    return write;
  }

  /** Runs a call of a user, which must settle while its page lives. Resolves to null if it fails. */
  async call<T>(page: string, what: string, work: () => Promise<T>, write?: { outcome: Outcome }): Promise<T | null> {
    const label = `${what} #${++this.numbers}`;
    this.calls.set(label, page);
    try {
      const value = await work();
      if (write !== undefined) write.outcome = 'done';
      this.world.note(`done ${label}`);
      return value;
    } catch (error) {
      const outcome = this.outcomeOf(error, label);
      if (write !== undefined) write.outcome = outcome;
      return null;
    } finally {
      this.calls.delete(label);
    }
  }

  /** The counter's value after an increment: each value is returned once, and never a smaller one later. */
  counts(row: string, value: bigint): void {
    const seen = this.counted.get(row) ?? new Set<bigint>();
    this.counted.set(row, seen);
    if (seen.has(value)) this.world.fail(`two increments of ${row} return ${value}`);
    seen.add(value);
  }

  /** The number of increments or tokens of a row that were acknowledged, and of those that may have happened. */
  bounds(kind: Write['kind'], row: string): { readonly least: number; readonly most: number } {
    const all = this.writes.filter((write) => write.kind === kind && write.row === row);
    const least = all.filter(({ outcome }) => outcome === 'done').length;
    return { least, most: all.filter(({ outcome }) => outcome !== 'refused').length };
  }

  private outcomeOf(error: unknown, label: string): Outcome {
    if (!BigtabError.is(error)) {
      this.world.fail(`${label} rejects with ${error instanceof Error ? error.stack : error}`);
      return 'unknown';
    }
    const { code, details } = error;
    this.errors.set(code, (this.errors.get(code) ?? 0) + 1);
    this.world.note(`${code} ${JSON.stringify(details?.outcome)} ${label}`);
    if (!ALLOWED.includes(code)) this.world.fail(`${label} rejects with ${code}: ${error.message}`);
    return REFUSALS.includes(code) || details?.outcome === 'none' ? 'refused' : 'unknown';
  }
}
