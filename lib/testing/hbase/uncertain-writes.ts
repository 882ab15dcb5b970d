import { BigtabError, CheckAndMutate, Delete, Increment, Put, RowMutations, type Table } from '../../index.js';
import type { Random } from '../../simulation/random.js';
import { type Outcome, type Trace, timesIn, type UncertainRows } from './uncertain-rows.js';

const ROWS = ['a', 'b', 'c', 'd'];
const FAMILY = 'f';
/** A signed counter of 64 bits has as many digits to the base 4. */
const MOST_DIGITS = 31;

/** Makes random writes of a table, and notes what became of them. */
export class UncertainWrites {
  private readonly random: Random;
  private readonly table: Table;
  private readonly rows: UncertainRows;
  private readonly digits: Map<string, number> = new Map();
  private last = 0;

  constructor(random: Random, table: Table, rows: UncertainRows) {
    this.random = random;
    this.table = table;
    this.rows = rows;
  }

  /** One write of any kind. Rejects if its answer is wrong. */
  one(): Promise<void> {
    const { random } = this;
    const kinds = [
      'put',
      'put',
      'list',
      'increment',
      'increment',
      'append',
      'check',
      'check',
      'row',
      'delete',
    ] as const;
    switch (random.pick(kinds)) {
      case 'put':
        return this.put();
      case 'list':
        return this.list();
      case 'increment':
        return this.increment();
      case 'append':
        return this.append();
      case 'check':
        return this.check();
      case 'row':
        return this.mutateRow();
      case 'delete':
        return this.delete();
    }
  }

  private async put(): Promise<void> {
    const { at, put, value } = this.newPut();
    this.note(at, { value }, await outcomeOf(this.table.put(put)));
  }

  private async list(): Promise<void> {
    const puts = [this.newPut(), this.newPut(), this.newPut()];
    const error = await errorOf(this.table.put(puts.map(({ put }) => put)));
    const causes = (BigtabError.is(error) ? error.details.causes : null) as
      | readonly { readonly index: number; readonly code: string; readonly details?: object }[]
      | null;
    if (error !== null && !Array.isArray(causes)) throw error;
    for (const [index, { at, value }] of puts.entries()) {
      const cause = causes?.find((one) => one.index === index);
      this.note(at, { value }, cause === undefined ? 'done' : fate(cause.code));
    }
  }

  private async increment(): Promise<void> {
    const row = this.random.pick(ROWS);
    const digit = this.digits.get(row) ?? 0;
    if (digit >= MOST_DIGITS) return;
    this.digits.set(row, digit + 1);
    const request = new Increment(row).addColumn(FAMILY, 'counter', 4n ** BigInt(digit));
    const answer = await settled(this.table.increment(request));
    this.answered(`${row}/counter`, { digit }, answer);
  }

  private async append(): Promise<void> {
    const row = this.random.pick(ROWS);
    const text = `<${++this.last}>`;
    const answer = await settled(this.table.append({ row, values: { [FAMILY]: { text } } }));
    this.answered(`${row}/text`, { text }, answer);
  }

  /** An increment or append, whose answer has its own trace once. */
  private answered(at: string, trace: Trace, answer: Settled): void {
    this.note(at, trace, outcome(answer));
    if ('error' in answer) return;
    const { value } = (answer.result as { readonly cells: readonly { readonly value: Uint8Array }[] }).cells[0] ?? {};
    const times = timesIn(trace, value);
    if (times !== 1) throw new Error(`the answer has ${JSON.stringify(trace)} ${times} times`);
  }

  /** Under a condition that is met or not, and which the tester knows. */
  private async check(): Promise<void> {
    const row = this.random.pick(ROWS);
    const { at, put, value } = this.newPut(row);
    const known = [...this.rows.certain].filter(([place]) => place.startsWith(`${row}/`));
    const isMet = this.random.chance(0.6);
    const check = CheckAndMutate.newBuilder(row);
    if (known.length === 0 || this.random.chance(0.3)) {
      if (isMet) check.ifNotExists(FAMILY, 'never');
      else check.ifMatches(FAMILY, 'never', 'EQUAL', 'x');
    } else {
      const [place, stored] = this.random.pick(known);
      check.ifMatches(FAMILY, place.slice(2), 'EQUAL', isMet ? stored : 'x');
    }
    const answer = await settled(this.table.checkAndMutate(check.build(put)));
    if ('error' in answer) return this.note(at, { value }, outcome(answer));
    const { success } = answer.result as { readonly success: boolean };
    if (success !== isMet) throw new Error(`the condition at ${at} was ${success}`);
    this.note(at, { value }, success ? 'done' : 'none');
  }

  /** A put and a delete as one. */
  private async mutateRow(): Promise<void> {
    const place = this.takeCertain();
    if (place === null) return this.put();
    const row = place.slice(0, 1);
    const { at, put, value } = this.newPut(row);
    const remove = new Delete(row).addColumns(FAMILY, place.slice(2));
    const end = await outcomeOf(this.table.mutateRow(new RowMutations(row).add(put).add(remove)));
    this.note(at, { value }, end);
    this.rows.deletes.push({ at: place, outcome: end });
  }

  private async delete(): Promise<void> {
    const place = this.takeCertain();
    if (place === null) return this.put();
    const remove = new Delete(place.slice(0, 1)).addColumns(FAMILY, place.slice(2));
    this.rows.deletes.push({ at: place, outcome: await outcomeOf(this.table.delete(remove)) });
  }

  /** A put to a new column; half of them state their timestamps, so that they may run twice. */
  private newPut(row: string = this.random.pick(ROWS)): {
    readonly at: string;
    readonly put: Put;
    readonly value: string;
  } {
    const qualifier = `q${++this.last}`;
    const value = `v${this.last}`;
    const put = this.random.chance(0.5) ? new Put(row) : new Put(row, 5);
    return { at: `${row}/${qualifier}`, put: put.addColumn(FAMILY, qualifier, value), value };
  }

  /** A place that is there for certain, which no other write will use; null if there is none. */
  private takeCertain(): string | null {
    const places = [...this.rows.certain.keys()];
    if (places.length === 0) return null;
    const place = this.random.pick(places);
    this.rows.certain.delete(place);
    return place;
  }

  private note(at: string, trace: Trace, end: Outcome): void {
    this.rows.writes.push({ at, trace, outcome: end });
    if (end === 'done' && 'value' in trace) this.rows.certain.set(at, trace.value);
  }
}

type Settled = { readonly result: unknown } | { readonly error: unknown };

function settled(work: Promise<unknown>): Promise<Settled> {
  return work.then(
    (result) => ({ result }),
    (error: unknown) => ({ error }),
  );
}

function outcome(answer: Settled): Outcome {
  if (!('error' in answer)) return 'done';
  const { error } = answer;
  if (!BigtabError.is(error)) throw error;
  return fate(error.code);
}

/** Only this code means that the outcome is unknown. */
function fate(code: string): Outcome {
  return code === 'OUTCOME_UNKNOWN' ? 'unknown' : 'none';
}

async function outcomeOf(work: Promise<unknown>): Promise<Outcome> {
  return outcome(await settled(work));
}

function errorOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => null,
    (error: unknown) => error,
  );
}
