import { expect, it } from 'vitest';
import { Put } from '../../model/put.js';
import { copyOf, type MemoryMedium, memoryMedium, openEngine } from './engine.js';

/** Everything that two processes store, one after the other. */
async function stored(): Promise<unknown> {
  let medium = memoryMedium();
  for (let process = 0; process < 2; process++) {
    const { connection } = await openEngine(medium);
    const table = await connection.ensureTable({ name: 't', families: ['f'] });
    await table.put(new Put(`r${process}`).addColumn('f', 'q', 'v'));
    if (process === 0) await connection.getAdmin().flush('t');
    await table.incrementColumnValue('r', 'f', 'n', 1);
    medium = copyOf(medium);
  }
  const contents = (all: MemoryMedium) => all.files.paths().map((path) => [path, all.files.bytesOf(path)]);
  return [medium.catalog.image, contents(medium)];
}

it('The engine of tests stores the same bytes in equal runs', async () => {
  expect(await stored()).toEqual(await stored());
});

it('The engine of tests gives connections of different processes different ids', async () => {
  const medium = memoryMedium();
  const { connection: first } = await openEngine(medium);
  const table = await first.ensureTable({ name: 't', families: ['f'] });
  expect(await table.incrementColumnValue('r', 'f', 'n', 1)).toBe(1n);
  const { connection: second } = await openEngine(copyOf(medium));
  expect(await second.getTable('t').incrementColumnValue('r', 'f', 'n', 1)).toBe(2n);
});
