import { type Connection, KEEP_HISTORY, Put, type Table } from '../../index.js';
import { openMemory } from '../../memory.js';

/** The time between two writes: a second. */
export const STEP_MS = 1000;
export const FIRST_TIMESTAMP = 1_700_000_000_000;
export const ROW = 'com.cnn.www';

/** A table whose only cell has some versions, in a family that keeps its history. */
export interface VersionTable {
  readonly connection: Connection;
  readonly table: Table;
  /** The number of bytes in the store files. */
  storedBytes(): Promise<number>;
}

/**
 * A table with `versions` versions of one cell, with values of `valueBytes` bytes that have nothing in common; nothing
 * is flushed yet.
 */
export async function makeVersions(versions: number, valueBytes: number): Promise<VersionTable> {
  const connection = await openMemory({ clock: { now: () => FIRST_TIMESTAMP + versions * STEP_MS } });
  await connection.ensureTable({ name: 't', families: [{ name: 'contents', ...KEEP_HISTORY }] });
  const table = connection.getTable('t');
  const puts = Array.from({ length: versions }, (_, index) =>
    new Put(ROW, FIRST_TIMESTAMP + index * STEP_MS).addColumn('contents', 'html', randomValue(index, valueBytes)),
  );
  await table.put(puts);
  const storedBytes = async () => (await connection.status()).storeFiles.bytes;
  return { connection, table, storedBytes };
}

function randomValue(seed: number, length: number): Uint8Array {
  let state = seed + 1;
  return Uint8Array.from({ length }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state >>> 24;
  });
}
