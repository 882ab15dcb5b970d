import type { Result } from '../../index.js';

/** What became of a write: applied, not applied, or unknown. */
export type Outcome = 'done' | 'none' | 'unknown';

/** A write of a run of faults. Each one leaves a trace that no other write leaves. */
export interface Traced {
  /** Where its trace is: `row/qualifier`. */
  readonly at: string;
  /** Which part of the value at this place is its own. */
  readonly trace: Trace;
  readonly outcome: Outcome;
}

/** A whole value; a digit to the base 4 of a counter, by its place; or a part of an appended text. */
export type Trace = { readonly value: string } | { readonly digit: number } | { readonly text: string };

/**
 * What is known about rows whose writes may have an unknown outcome. Because every write leaves its own trace, a state
 * of the rows shows which writes were applied, and how often.
 */
export class UncertainRows {
  /** The writes that have ended, with their outcomes. */
  readonly writes: Traced[] = [];
  /** Places whose value a delete has removed, or may have removed. */
  readonly deletes: { readonly at: string; readonly outcome: Outcome }[] = [];
  /** Places that are there for certain, with their values. */
  readonly certain: Map<string, string> = new Map();

  /** Throws an error for each write that these rows contradict. */
  check(rows: readonly Result[], when: string): void {
    const found = new Map(
      rows.flatMap((row) =>
        row.cells.map(({ qualifier, value }) => [`${textOf(row.row as Uint8Array)}/${textOf(qualifier)}`, value]),
      ),
    );
    const wrong = [...this.writes.flatMap((write) => this.wrong(write, found)), ...this.unwritten(found)];
    if (wrong.length > 0) throw new Error(`${when}: ${wrong.join('; ')}`);
  }

  private wrong({ at, trace, outcome }: Traced, found: ReadonlyMap<string, Uint8Array>): readonly string[] {
    const times = timesIn(trace, found.get(at));
    const deleted = this.deletes.find((one) => one.at === at)?.outcome ?? 'none';
    const least = outcome === 'done' && deleted === 'none' ? 1 : 0;
    const most = outcome === 'none' || deleted === 'done' ? 0 : 1;
    if (times >= least && times <= most) return [];
    return [`${JSON.stringify(trace)} at ${at} is there ${times} times: written ${outcome}, deleted ${deleted}`];
  }

  /** Places that no write names. */
  private unwritten(found: ReadonlyMap<string, Uint8Array>): readonly string[] {
    const written = new Set(this.writes.map(({ at }) => at));
    return [...found.keys()].filter((at) => !written.has(at)).map((at) => `nobody has written ${at}`);
  }
}

/** How often a value has a trace. */
export function timesIn(trace: Trace, value: Uint8Array | undefined): number {
  if (value === undefined) return 0;
  if ('value' in trace) return textOf(value) === trace.value ? 1 : 2;
  if ('text' in trace) return textOf(value).split(trace.text).length - 1;
  const counter = new DataView(value.buffer, value.byteOffset, 8).getBigInt64(0);
  return Number((counter >> BigInt(2 * trace.digit)) & 3n);
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
