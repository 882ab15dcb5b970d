import { describe, expect, it } from 'vitest';
import { BigtabError } from '../../errors.js';
import { Put } from '../../model/put.js';
import { MemoryCatalog } from '../../storage/catalog/memory-catalog.js';
import { copyOf, type MemoryMedium, memoryMedium, openEngine } from '../../testing/samples/engine.js';
import { testRuns, testSeed } from '../../testing/seed.js';

/** The answer of a damaged database: its rows, or the error and the step that failed. */
type Outcome =
  | { readonly rows: string; readonly problems: readonly string[] }
  | { readonly error: BigtabError; readonly problems: readonly string[] };

/*
 * The tests of the formats damage every byte. Here every damage opens a complete database, so only every STRIDE-th
 * place is damaged, starting at a place that depends on the seed. BIGTAB_RUNS=1 damages all of them.
 */
const STRIDE = testRuns(11);
const FIRST = testSeed(1) % STRIDE;

/** Small, so that a sample has a sealed segment that is still needed. */
const MEMORY = { logSegment: 16 * 1024 };

/** Store files, a sealed log segment that recovery needs, and records in the newest one. */
async function sampleDatabase(): Promise<MemoryMedium> {
  const medium = memoryMedium();
  const { connection } = await openEngine(medium, { memory: MEMORY });
  const table = await connection.ensureTable({ name: 't', families: [{ name: 'f', blockSize: 1024 }] });
  for (const flushed of [1, 2]) {
    for (let row = 0; row < 6; row++)
      await table.put(new Put(`r${row}`).addColumn('f', `q${flushed}`, `flushed-${flushed}-${row}`));
    await connection.getAdmin().flush('t');
  }
  // The roll-back points are removed with the first commit after a minute.
  medium.clock.advance(61_000);
  await table.put(new Put('r9').addColumn('f', 'q', 'x'));
  await connection.getAdmin().flush('t');
  for (let row = 0; row < 5; row++)
    await table.put(new Put(`s${row}`).addColumn('f', 'q', `sealed-${row}`.repeat(500)));
  for (let row = 0; row < 3; row++) await table.put(new Put(`t${row}`).addColumn('f', 'q', `newest-${row}`));
  return copyOf(medium);
}

async function readAll(medium: MemoryMedium): Promise<Outcome> {
  let problems: readonly string[] = [];
  try {
    const { connection } = await openEngine(medium, { memory: MEMORY });
    problems = (await connection.status()).lastRecovery.problems;
    const rows = await connection.getTable('t').getScanner({}).toArray();
    const text = rows.map((row) => JSON.stringify(row)).join('\n');
    return { rows: text, problems };
  } catch (error) {
    if (BigtabError.is(error)) return { error, problems };
    throw error;
  }
}

function damaged(medium: MemoryMedium, path: string, change: (bytes: Uint8Array) => Uint8Array): MemoryMedium {
  const copy = copyOf(medium);
  copy.files.setBytes(path, change(copy.files.bytesOf(path)));
  return copy;
}

function flip(at: number): (bytes: Uint8Array) => Uint8Array {
  return (bytes) => {
    const flipped = bytes.slice();
    flipped[at] = (flipped[at] as number) ^ 0x40;
    return flipped;
  };
}

function cut(length: number): (bytes: Uint8Array) => Uint8Array {
  return (bytes) => bytes.slice(0, length);
}

async function eachDamage(
  medium: MemoryMedium,
  path: string,
  check: (outcome: Outcome, where: string) => void,
  stride: number = STRIDE,
): Promise<void> {
  const { length } = medium.files.bytesOf(path);
  for (let at = FIRST; at < length; at += stride) {
    check(await readAll(damaged(medium, path, flip(at))), `${path}, byte ${at} of ${length} flipped`);
    check(await readAll(damaged(medium, path, cut(at))), `${path}, cut to ${at} of ${length}`);
  }
}

function rowsOf(outcome: Outcome): string {
  return 'rows' in outcome ? outcome.rows : `${outcome.error.code}: ${outcome.error.message}`;
}

describe('Every flipped byte and every truncation', async () => {
  const medium = await sampleDatabase();
  const whole = rowsOf(await readAll(copyOf(medium)));
  const paths = medium.files.paths();
  const [sealed, newest] = ['wal/1-1', 'wal/1-2'];

  it('uses a sample with store files, a sealed and a newest segment, and manifests', () => {
    expect(paths.filter((path) => path.startsWith('data/')).length).toBe(3);
    expect(paths).toEqual(expect.arrayContaining([sealed, newest, 'manifest-1-1']));
    expect(whole.split('\n').length).toBe(6 + 1 + 5 + 3);
  });

  for (const path of paths.filter((name) => name.startsWith('data/'))) {
    it(`of store file ${path} reports CORRUPTION with file and offset, or the table is rolled back and the log is replayed`, async () => {
      await eachDamage(medium, path, (outcome, where) => {
        if ('rows' in outcome) {
          // Either no scan reads the byte, or the table was rolled back to its state before the flush.
          expect(outcome.rows, where).toBe(whole);
          return;
        }
        expect(outcome.error.code, `${where}: ${outcome.error.message}`).toBe('CORRUPTION');
        expect(outcome.error.details, where).toMatchObject({ file: path, offset: expect.any(Number) });
      });
    });
  }

  it('of a sealed segment reports CORRUPTION with file and offset, or a recovery report', async () => {
    await eachDamage(
      medium,
      sealed,
      (outcome, where) => {
        if ('error' in outcome) {
          expect(outcome.error.code, `${where}: ${outcome.error.message}`).toBe('CORRUPTION');
          expect(outcome.error.details, where).toMatchObject({ file: sealed, offset: expect.any(Number) });
        } else if (outcome.rows !== whole) {
          expect(outcome.problems.join(), where).toContain(sealed);
        }
      },
      9 * STRIDE - 8,
    );
  });

  it('of the newest segment leaves a prefix of its records', async () => {
    const lines = whole.split('\n');
    const prefixes = [0, 1, 2, 3, 4].map((lost) => lines.slice(0, lines.length - lost).join('\n'));
    await eachDamage(
      medium,
      newest,
      (outcome, where) => {
        if ('error' in outcome) {
          expect(outcome.error.code, `${where}: ${outcome.error.message}`).toMatch(/CORRUPTION|FORMAT_TOO_NEW/);
        } else if (outcome.problems.length === 0) {
          expect(prefixes, where).toContain(outcome.rows);
        }
      },
      3 * STRIDE - 2,
    );
  });

  it('of a manifest changes no answer', async () => {
    for (const path of paths.filter((name) => name.startsWith('manifest-'))) {
      await eachDamage(
        medium,
        path,
        (outcome, where) => {
          if ('error' in outcome && outcome.error.code === 'FORMAT_TOO_NEW') return;
          expect(rowsOf(outcome), where).toBe(whole);
        },
        5 * STRIDE - 4,
      );
    }
  });
});

describe('Catalog and mirror', () => {
  it('replace each other: the catalog is missing', async () => {
    const medium = await sampleDatabase();
    const whole = rowsOf(await readAll(copyOf(medium)));
    const outcome = await readAll({ ...copyOf(medium), catalog: new MemoryCatalog() });
    expect(rowsOf(outcome)).toBe(whole);
    expect(outcome.problems.join()).toContain('mirror');
  });

  it('replace each other: the mirror is missing', async () => {
    const medium = await sampleDatabase();
    const whole = rowsOf(await readAll(copyOf(medium)));
    const copy = copyOf(medium);
    for (const path of copy.files.paths().filter((name) => name.startsWith('manifest-'))) await copy.files.remove(path);
    expect(rowsOf(await readAll(copy))).toBe(whole);
  });

  it('replace each other: either lacks one commit', async () => {
    const medium = memoryMedium();
    const { connection } = await openEngine(medium);
    await connection.ensureTable({ name: 't', families: ['f'] });
    const table = connection.getTable('t');
    await table.put(new Put('a').addColumn('f', 'q', '1'));
    const before = copyOf(medium);
    await connection.getAdmin().flush('t');
    const after = copyOf(medium);
    const whole = rowsOf(await readAll(copyOf(after)));
    expect(rowsOf(await readAll({ ...copyOf(after), catalog: new MemoryCatalog(before.catalog.image) }))).toBe(whole);
    const staleMirror = copyOf(after);
    staleMirror.files.setBytes('manifest-1-1', before.files.bytesOf('manifest-1-1'));
    expect(rowsOf(await readAll(staleMirror))).toBe(whole);
  });

  it('never start again over the files of a database that lost both: it is read from its store files', async () => {
    const medium = await sampleDatabase();
    const whole = rowsOf(await readAll(copyOf(medium)));
    const copy = copyOf(medium);
    for (const path of copy.files.paths().filter((name) => name.startsWith('manifest-'))) await copy.files.remove(path);
    expect(rowsOf(await readAll({ ...copy, catalog: new MemoryCatalog() }))).toBe(whole);
  });

  it('refuse to start again over a log without store files if both are lost', async () => {
    const copy = copyOf(await sampleDatabase());
    for (const path of copy.files.paths().filter((name) => !name.startsWith('wal/'))) await copy.files.remove(path);
    const outcome = await readAll({ ...copy, catalog: new MemoryCatalog() });
    expect('error' in outcome && outcome.error.code).toBe('CORRUPTION');
  });
});
