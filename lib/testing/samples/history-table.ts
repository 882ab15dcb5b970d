import type { Table } from '../../client/table.js';
import { KEEP_HISTORY } from '../../model/keep-history.js';
import { Put } from '../../model/put.js';
import type { TimestampMode } from '../../model/timestamp-mode.js';
import { type MemoryMedium, memoryMedium, openEngine } from './engine.js';

/*
 * A table `t` with the families `h` and `i`, which keep every cell.
 */

/** The time at which the clock of a new medium begins. */
export const START = 1_600_000_000_000;

export const HISTORY: { readonly name: string } & typeof KEEP_HISTORY = { name: 'h', ...KEEP_HISTORY };

export function historyMedium(): MemoryMedium {
  const medium = memoryMedium();
  medium.clock.set(START);
  return medium;
}

export async function openHistory(timestamps: TimestampMode = 'ordered', medium: MemoryMedium = historyMedium()) {
  const { connection, database } = await openEngine(medium, { timestamps });
  const table: Table = await connection.ensureTable({ name: 't', families: [HISTORY, { ...HISTORY, name: 'i' }] });
  return { medium, connection, database, table, admin: connection.getAdmin() };
}

/** A put of one value in the row `r`. */
export function putOne(value: string, qualifier = 'q', family = 'h'): Put {
  return new Put('r').addColumn(family, qualifier, value);
}

/** The values of a row by column, now or as of a time. */
export async function valuesOf(table: Table, row = 'r', asOf?: number): Promise<Record<string, string>> {
  const { cells } = await table.get(asOf === undefined ? { row } : { row, asOf });
  const text = new TextDecoder('latin1');
  const entries = cells.map(({ family, qualifier, value }) => {
    return [`${text.decode(family)}:${text.decode(qualifier)}`, text.decode(value)] as const;
  });
  return Object.fromEntries(entries);
}
