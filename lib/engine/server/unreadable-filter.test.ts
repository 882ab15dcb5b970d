import { expect, it } from 'vitest';
import { Get } from '../../model/get.js';
import { Put } from '../../model/put.js';
import { BlockKind } from '../../storage/storefile/block-frame.js';
import { type MemoryMedium, memoryMedium, openEngine } from '../../testing/samples/engine.js';
import { type BlockPlace, placesOf } from '../../testing/samples/sealed-file.js';

const ROWS = ['a', 'b', 'c', 'd'];

/** A database whose only store file has a bloom filter with a flipped bit; the path of the file. */
async function withDamagedFilter(kind: BlockKind, nth: number): Promise<{ medium: MemoryMedium; path: string }> {
  const medium = memoryMedium();
  const { connection } = await openEngine(medium);
  const table = await connection.ensureTable({ name: 't', families: ['f'] });
  for (const row of ROWS) await table.put(new Put(row).addColumn('f', 'q', `value of ${row}`));
  await connection.getAdmin().flush('t');
  await connection.close();
  const path = medium.files.paths().find((name) => name.startsWith('data/')) as string;
  const bytes = medium.files.bytesOf(path);
  const { offset } = placesOf(bytes).filter((place) => place.kind === kind)[nth] as BlockPlace;
  bytes[offset + 22] = (bytes[offset + 22] as number) ^ 1;
  medium.files.setBytes(path, bytes);
  return { medium, path };
}

it.each([
  ['a part of a bloom filter', BlockKind.Bloom],
  ['the index of a bloom filter', BlockKind.Index],
] as const)('Gets and scans answer although %s is damaged, which is reported once', async (_, kind) => {
  const { medium, path } = await withDamagedFilter(kind, 0);
  const { connection } = await openEngine(medium);
  const errors: { readonly code: string; readonly message: string }[] = [];
  connection.addEventListener('error', ({ error }) => errors.push(error));
  const table = connection.getTable('t');
  for (const row of [...ROWS, 'bb']) {
    const value = (await table.get(new Get(row))).getValue('f', 'q');
    expect(value === null ? null : String.fromCharCode(...value)).toBe(ROWS.includes(row) ? `value of ${row}` : null);
  }
  expect(await table.getScanner({}).toArray()).toHaveLength(ROWS.length);
  expect(errors).toEqual([expect.objectContaining({ code: 'CORRUPTION', message: expect.stringContaining(path) })]);
  expect(errors[0]?.message).toMatch(/^A bloom filter cannot be read/);
  await connection.close();
});
