import {
  type Attempt,
  type Change,
  type Content,
  NOTHING,
  type Observation,
  type Operation,
  type PlainRow,
  type SerialHistory,
  SHARED,
} from './serial-history.js';

/** What is stored at the end. */
export interface Stored {
  /** The ids of the attempts that were applied, in the order in which they were. */
  readonly log: readonly string[];
  /** The rows of each table that exist, by `<table>/<row>`. */
  readonly rows: ReadonlyMap<string, Content>;
}

type Fail = (message: string) => void;

/** An attempt that was applied, and its operation. */
interface Applied {
  readonly operation: Operation;
  readonly attempt: Attempt;
}

/** Rows by `<table>/<row>`: their contents, or the numbers of the last puts of plain rows. */
type State = ReadonlyMap<string, Content>;
type Numbers = ReadonlyMap<string, number>;

/**
 * Decides whether the history is strictly serializable, and every operation was applied at most once: all operations
 * have an order, in which each finds what those before it left, and which is that of their times where these do not
 * overlap.
 *
 * The log has the order of the operations that changed rows. They are repeated in this order: what each has read must
 * be the state at its place. An operation that changed nothing must fit to the state at one of the places between its
 * start and its end. Each plain row is written by one connection, so its puts are in the order of their numbers: what
 * is read of it, at rising places, never has a smaller number. The number must not be below the last put that was
 * acknowledged before the reader began, nor that of a put that had not begun when it ended.
 */
export function checkSerial(history: SerialHistory, stored: Stored, fail: Fail): void {
  const applied = readLog(history, stored, fail);
  checkTimes(applied, fail);
  const { states, numbers } = repeat(applied, history, stored, fail);
  const highest = numbersAfter(applied, history, stored);
  for (const operation of history.operations) {
    const attempt = operation.attempts.at(-1);
    if (operation.outcome !== 'done' || attempt === undefined || attempt.changes.length > 0) continue;
    const [first, last] = placesOf(operation, applied);
    let reason: string | null = `there is no place from ${first} to ${last}`;
    for (let place = first; place <= last && reason !== null; place++) {
      const bounds = { least: numbers[place] as Numbers, most: highest[place] as Numbers };
      reason = conflict(attempt, operation, states[place] as State, history, bounds);
    }
    if (reason !== null) fail(`${attempt.id} has read what never was at places ${first} to ${last}: ${reason}`);
  }
}

/** The operations in the order of the log. Each is there at most once, and if it was acknowledged. */
function readLog({ operations }: SerialHistory, { log }: Stored, fail: Fail): Applied[] {
  const attempts = new Map(
    operations.flatMap((operation) => operation.attempts.map((attempt) => [attempt.id, { operation, attempt }])),
  );
  const applied: Applied[] = [];
  const seen = new Set<Operation>();
  for (const id of log) {
    const one = attempts.get(id);
    if (one === undefined) {
      fail(`the log has ${id}, which was never made`);
      continue;
    }
    const { operation } = one;
    if (seen.has(operation)) fail(`${operation.id} is applied twice`);
    if (operation.outcome === 'refused') fail(`${id} was refused, but is applied`);
    if (operation.outcome === 'done' && one.attempt !== operation.attempts.at(-1))
      fail(`${id} is applied, but another attempt was acknowledged`);
    seen.add(operation);
    applied.push(one);
  }
  for (const operation of operations) {
    const last = operation.attempts.at(-1);
    if (operation.outcome === 'done' && last !== undefined && last.changes.length > 0 && !seen.has(operation))
      fail(`${last.id} was acknowledged, but is lost`);
  }
  return applied;
}

/** No operation is before one that ended before it began. */
function checkTimes(applied: readonly Applied[], fail: Fail): void {
  let latest: Operation | null = null;
  for (const { operation } of applied) {
    if (latest !== null && operation.end < latest.begin)
      fail(`${operation.id} is after ${latest.id}, which began after its end`);
    if (latest === null || operation.begin > latest.begin) latest = operation;
  }
}

/** Repeats the operations. Returns the states before each and after the last one, and the numbers of plain rows there. */
function repeat(
  applied: readonly Applied[],
  history: SerialHistory,
  { rows }: Stored,
  fail: Fail,
): { readonly states: readonly State[]; readonly numbers: readonly Numbers[] } {
  const state = new Map<string, Content>();
  const number = new Map<string, number>();
  const states: State[] = [new Map()];
  const numbers: Numbers[] = [new Map()];
  for (const [place, { operation, attempt }] of applied.entries()) {
    const reason = conflict(attempt, operation, state, history, { least: number, most: null });
    if (reason !== null) fail(`${attempt.id} at place ${place}: ${reason}`);
    for (const [name, found] of plainFound(attempt, history)) number.set(name, found);
    for (const change of attempt.changes) apply(state, change);
    states.push(new Map(state));
    numbers.push(new Map(number));
  }
  for (const name of new Set([...state.keys(), ...rows.keys()])) {
    if (history.plainRows.some((row) => nameOf(row) === name)) continue;
    const [made, found] = [state.get(name) ?? NOTHING, rows.get(name) ?? NOTHING];
    if (made !== found) fail(`${name} contains ${found} at the end, not ${made}`);
  }
  for (const row of history.plainRows) {
    const found = Number.parseInt(rows.get(nameOf(row)) ?? '0', 10);
    const wrong = wrongNumber(row, found, { begin: Number.POSITIVE_INFINITY, end: Number.POSITIVE_INFINITY });
    const least = number.get(nameOf(row)) ?? 0;
    if (wrong !== null || found < least)
      fail(`${nameOf(row)} has ${found} at the end: ${wrong ?? `${least} was read before`}`);
  }
  return { states, numbers };
}

/** For each place, the numbers that plain rows had at most, because of what was read later. */
function numbersAfter(applied: readonly Applied[], history: SerialHistory, { rows }: Stored): readonly Numbers[] {
  const most = new Map<string, number>();
  for (const row of history.plainRows) most.set(nameOf(row), Number.parseInt(rows.get(nameOf(row)) ?? '0', 10));
  const all: Numbers[] = [new Map(most)];
  for (const { attempt } of [...applied].reverse()) {
    for (const [name, found] of plainFound(attempt, history)) most.set(name, found);
    all.push(new Map(most));
  }
  return all.reverse();
}

/** The first place at which an operation may be, and the last one. */
function placesOf({ begin, end }: Operation, applied: readonly Applied[]): readonly [first: number, last: number] {
  const first = applied.findLastIndex(({ operation }) => operation.end < begin) + 1;
  const last = applied.findIndex(({ operation }) => operation.begin > end);
  return [first, last < 0 ? applied.length : last];
}

/** Why an attempt cannot have read this state; or null. */
function conflict(
  { observations }: Attempt,
  operation: Operation,
  state: State,
  history: SerialHistory,
  { least, most }: { readonly least: Numbers; readonly most: Numbers | null },
): string | null {
  const numbers = new Map<PlainRow, number>();
  for (const observation of observations) {
    const { table, text } = observation;
    for (const row of SHARED) {
      const content = state.get(`${table}/${row}`) ?? NOTHING;
      if (observation.covers(row) && !observation.allows(row, content))
        return `it read ${table} ${text}, but ${row} contains ${content}`;
    }
    for (const [row, found] of plainOf(observation, history)) {
      const wrong = wrongNumber(row, found, operation);
      if (wrong !== null) return `it read ${table} ${text}: ${wrong}`;
      const [low, high] = [least.get(nameOf(row)) ?? 0, most?.get(nameOf(row)) ?? Number.POSITIVE_INFINITY];
      if (found < low || found > high) return `it read ${table} ${text}, but ${row.row} contains ${low} to ${high}`;
      if ((numbers.get(row) ?? found) !== found) return `it read ${table} ${text}, and before ${numbers.get(row)}`;
      numbers.set(row, found);
    }
  }
  return null;
}

/** Why nothing between these times can have found this number in the row; or null. */
function wrongNumber(
  { row, puts }: PlainRow,
  found: number,
  { begin, end }: Pick<Operation, 'begin' | 'end'>,
): string | null {
  const put = puts.find(({ number }) => number === found);
  if (found > 0 && put === undefined) return `${row} never had ${found}`;
  if (put !== undefined && (put.begin > end || put.outcome === 'refused')) return `${row} did not have ${found} yet`;
  const missed = puts.find((one) => one.number > found && one.outcome === 'done' && one.end < begin);
  return missed === undefined ? null : `${row} had ${missed.number}, which was acknowledged before`;
}

function* plainFound({ observations }: Attempt, history: SerialHistory): Generator<[name: string, number]> {
  for (const observation of observations)
    for (const [row, found] of plainOf(observation, history)) yield [nameOf(row), found];
}

/** The plain rows that an observation covers, and the numbers that it found. */
function* plainOf(observation: Observation, { plainRows }: SerialHistory): Generator<[PlainRow, number]> {
  for (const row of plainRows) {
    if (row.table !== observation.table || !observation.covers(row.row)) continue;
    const found = observation.plain(row.row);
    if (found !== null) yield [row, found];
  }
}

function apply(state: Map<string, Content>, { table, row, kind, value }: Change): void {
  const name = `${table}/${row}`;
  const [old = '-', count = '0'] = (state.get(name) ?? '').split(' ').filter((part) => part !== '');
  if (kind === 'delete') state.delete(name);
  else if (kind === 'put') state.set(name, `${value} ${count}`);
  else state.set(name, `${old} ${Number(count) + 1}`);
}

function nameOf({ table, row }: PlainRow): string {
  return `${table}/${row}`;
}
