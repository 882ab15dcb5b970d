import { describe, expect, it } from 'vitest';
import { Put } from '../../model/put.js';
import { copyOf, type MemoryMedium, memoryMedium, openEngine } from '../../testing/samples/engine.js';
import { settle } from '../../testing/samples/log-records.js';

const MEMORY = { logSegment: 16 * 1024 };

/** A database with one table; `put` writes a row whose value has this length. */
async function open(medium: MemoryMedium) {
  const { connection } = await openEngine(medium, { memory: MEMORY });
  const table = await connection.ensureTable({ name: 't', families: ['f'] });
  const put = (row: string, bytes = 1) => table.put(new Put(row).addColumn('f', 'q', 'x'.repeat(bytes)));
  const rows = async () => (await table.getScanner({}).toArray()).map((row) => row.getText('f', 'q')?.length);
  const problems = async () => (await connection.status()).lastRecovery.problems;
  await settle();
  return { medium, connection, admin: connection.getAdmin(), put, rows, problems };
}

/** What the next process finds, without the files that the pattern matches. */
async function without(medium: MemoryMedium, pattern: RegExp): Promise<MemoryMedium> {
  const copy = copyOf(medium);
  for (const path of copy.files.paths()) if (pattern.test(path)) await copy.files.remove(path);
  return copy;
}

describe('A lost log is reported', () => {
  it('if all of its segments are gone', async () => {
    const { medium, put } = await open(memoryMedium());
    for (let row = 0; row < 20; row++) await put(`r${row}`);
    const again = await open(await without(medium, /^wal/));
    expect(await again.rows()).toEqual([]);
    expect(await again.problems()).toEqual([expect.stringMatching(/^wal\/1-1 is missing: .* perhaps lost/)]);
  });

  it('if the newest segment is gone, and as certain if its name was a minute old', async () => {
    for (const old of [false, true]) {
      const { medium, put } = await open(memoryMedium());
      if (old) medium.clock.advance(61_000);
      for (let row = 0; row < 5; row++) await put(`r${row}`, 9_000);
      expect(medium.files.paths()).toContain('wal/1-3');
      const again = await open(await without(medium, /^wal\/1-3/));
      const [problem, ...others] = await again.problems();
      expect(others).toEqual([]);
      expect(problem).toMatch(old ? /^wal\/1-3 is missing: .* are lost/ : /^wal\/1-3 is missing: .* perhaps lost/);
      expect(await again.rows()).toHaveLength(4);
    }
  });

  it('if the segment that a new owner began is gone before its first change of the schema', async () => {
    const first = await open(memoryMedium());
    await first.put('a');
    const second = await open(copyOf(first.medium));
    await second.put('b');
    const { medium } = second;
    const again = await open(await without(medium, /^wal\/2-1/));
    expect(await again.problems()).toEqual([expect.stringContaining('wal/2-1 is missing')]);
    expect(await again.rows()).toHaveLength(1);
  });

  it('if the segment that was written is empty', async () => {
    const { medium, put } = await open(memoryMedium());
    await put('a');
    const copy = copyOf(medium);
    copy.files.setBytes('wal/1-1', new Uint8Array(0));
    expect(await (await open(copy)).problems()).toEqual([expect.stringContaining('wal/1-1 is empty')]);
  });

  it('but not if only its empty successor exists, or if it was never written to', async () => {
    const { medium, put } = await open(memoryMedium());
    for (let row = 0; row < 5; row++) await put(`r${row}`, 9_000);
    const copy = copyOf(medium);
    const again = await open(copy);
    expect(await again.problems()).toEqual([]);
    expect(await again.rows()).toHaveLength(5);
    await again.connection.close();
    expect(await (await open(copyOf(copy))).problems()).toEqual([]);
  });
});

describe('A directory of the log whose listing is cut short', () => {
  for (const cut of [0, 1, 2]) {
    it(`is reported, and everything is read, if it shows only ${cut} names`, async () => {
      const { medium, put } = await open(memoryMedium());
      for (let row = 0; row < 5; row++) await put(`r${row}`, 9_000);
      const copy = copyOf(medium);
      const { files } = copy;
      const list = files.list.bind(files);
      files.list = async (directory) => (directory === 'wal' ? (await list(directory)).slice(0, cut) : list(directory));
      const again = await open(copy);
      expect(await again.rows()).toHaveLength(5);
      expect((await again.problems()).join()).toContain('did not list wal/1-3');
    });
  }
});

it('A lost log is not reported after a change of the clock, a clean close, or a release of segments', async () => {
  const first = await open(memoryMedium());
  for (let row = 0; row < 5; row++) await first.put(`r${row}`, 9_000);
  await first.admin.flush('t');
  for (let minute = 0; minute < 3; minute++) {
    first.medium.clock.advance(61_000);
    await settle();
  }
  expect(first.medium.files.paths()).not.toContain('wal/1-1');
  const second = await open(copyOf(first.medium));
  expect(await second.problems()).toEqual([]);
  await second.connection.close();
  const third = await open(copyOf(second.medium));
  expect(await third.problems()).toEqual([]);
  expect(await third.rows()).toHaveLength(5);
});
