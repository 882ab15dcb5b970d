import { expect, it } from 'vitest';
import { Get } from '../../model/get.js';
import { Put } from '../../model/put.js';
import { ManualClock } from '../../simulation/manual-clock.js';
import { SimMachine } from '../../simulation/sim-machine.js';
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

it('A call that fails when a bloom filter is read is reported as such, and not as damage', async () => {
  const machine = new SimMachine({ seed: 1, clock: new ManualClock(1_000_000) });
  const first = await openEngine(machine);
  const table = await first.connection.ensureTable({ name: 't', families: ['f'] });
  await table.put(ROWS.map((row) => new Put(row).addColumn('f', 'q', row)));
  await first.connection.getAdmin().flush('t');
  await first.connection.close();
  const { connection } = await openEngine(machine);
  const codes: string[] = [];
  connection.addEventListener('error', ({ error }) => codes.push(error.code));
  machine.files.fail({ operation: 'read', path: /^data/, error: 'IO' });
  expect((await connection.getTable('t').get(new Get('b'))).getText('f', 'q')).toBe('b');
  expect(codes).toEqual(['STORAGE_UNAVAILABLE']);
  await connection.close();
});
