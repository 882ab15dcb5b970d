import { compareBytes } from '../bytes/compare.js';

/** The rows of a table that a call reads or writes: some rows, or a range. Without a table: everything. */
export interface Access {
  readonly table: string | null;
  readonly write: boolean;
  readonly rows: RowSet | null;
}

/** Rows of a table, by their bounds and, if it is not a range, by their names. */
export interface RowSet {
  readonly first: Uint8Array;
  /** Empty: up to the end of the table. */
  readonly last: Uint8Array;
  /** Null for a range: all rows between both. */
  readonly names: ReadonlySet<string> | null;
}

interface Running {
  readonly access: Access;
  readonly done: Promise<void>;
}

/** The given rows. REQUIRES at least one. */
export function rowsOf(rows: readonly Uint8Array[]): RowSet {
  let first = rows[0] as Uint8Array;
  let last = first;
  for (const row of rows) {
    if (compareBytes(row, first) < 0) first = row;
    else if (compareBytes(row, last) > 0) last = row;
  }
  return { first, last, names: new Set(rows.map(nameOf)) };
}

/**
 * Keeps the order of the calls of a connection where it matters: a call waits for the earlier ones that write what it
 * reads, or that read or write what it writes. All others run at the same time.
 */
export class CallOrder {
  readonly #running = new Set<Running>();

  /** Runs `work` when the earlier calls that it depends on have ended. `holds`: whether later calls wait for it. */
  async run<T>(access: Access, work: () => Promise<T>, holds = true): Promise<T> {
    const before = [...this.#running].filter((earlier) => conflict(earlier.access, access));
    let end = (): void => {};
    const done = new Promise<void>((resolve) => {
      end = resolve;
    });
    const own: Running = { access, done };
    if (holds) this.#running.add(own);
    try {
      for (const earlier of before) await earlier.done;
      return await work();
    } finally {
      this.#running.delete(own);
      end();
    }
  }
}

function conflict(a: Access, b: Access): boolean {
  if (!a.write && !b.write) return false;
  if (a.table === null || b.table === null) return true;
  if (a.table !== b.table) return false;
  if (a.rows === null || b.rows === null) return true;
  return overlap(a.rows, b.rows);
}

function overlap(a: RowSet, b: RowSet): boolean {
  if (isAfter(a.first, b.last) || isAfter(b.first, a.last)) return false;
  if (a.names === null || b.names === null) return true;
  const [few, many] = a.names.size < b.names.size ? [a.names, b.names] : [b.names, a.names];
  for (const name of few) if (many.has(name)) return true;
  return false;
}

function isAfter(row: Uint8Array, last: Uint8Array): boolean {
  return last.length > 0 && compareBytes(row, last) > 0;
}

/** A row as a key of a set. */
function nameOf(row: Uint8Array): string {
  let name = '';
  for (const byte of row) name += String.fromCharCode(byte);
  return name;
}
