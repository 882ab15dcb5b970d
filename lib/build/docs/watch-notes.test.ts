/*
 * The live list of the guide's page about frameworks, run exactly as printed there.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Connection } from '../../client/connection.js';
import { ResultScanner } from '../../client/result-scanner.js';
import { openMemory } from '../../memory.js';
import { inRoot } from '../package/places.js';
import { filesOf } from './code-blocks.js';

interface Note {
  readonly id: string;
  readonly text: string;
}

interface Notes {
  addNote(text: string): Promise<void>;
  watchNotes(show: (notes: readonly Note[]) => void, fail: (error: unknown) => void): () => void;
}

const FOLDER = inRoot('.out/watch-notes');

/** The module connects to the test's database. */
const PACKAGE = `export * from '../../lib/index.js';
export const connect = () => globalThis.notesConnection;
`;

const page = globalThis as { notesConnection?: Promise<Connection> };

describe('The live list of the guide', () => {
  let connection: Connection;
  let notes: Notes;
  let loads = 0;
  let reads: Promise<unknown>[];
  let underWay: number;
  let mostUnderWay: number;

  beforeAll(() => {
    const code = filesOf(readFileSync(inRoot('demo/guide/pages/frameworks.md'), 'utf8')).get('notes.ts') as string;
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(`${FOLDER}/bigtab.ts`, PACKAGE);
    writeFileSync(`${FOLDER}/notes.ts`, code.replace("'bigtab'", "'./bigtab.js'"));
  });

  beforeEach(async () => {
    page.notesConnection = openMemory();
    connection = await page.notesConnection;
    notes = await import(/* @vite-ignore */ `${FOLDER}/notes.ts?${++loads}`);
    reads = [];
    underWay = mostUnderWay = 0;
    const { toArray } = ResultScanner.prototype;
    vi.spyOn(ResultScanner.prototype, 'toArray').mockImplementation(function (this: ResultScanner) {
      mostUnderWay = Math.max(mostUnderWay, ++underWay);
      const read = toArray.call(this).finally(() => underWay--);
      reads.push(read);
      return read;
    });
  });

  afterEach(async () => {
    vi.restoreAllMocks();
    await connection.close();
  });

  /** Resolves when no read is running and the watcher is idle. */
  async function quiet(): Promise<void> {
    for (let seen = -1; seen < reads.length; ) {
      seen = reads.length;
      await Promise.all(reads);
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  it('ends with the only remaining row when 10,999 of 11,000 are deleted, and never shows an older list after a newer one', async () => {
    const table = await connection.ensureTable({ name: 'notes', families: ['note'] });
    const rows = Array.from({ length: 11_000 }, (_, index) => `note ${index}`);
    await table.put(rows.map((row) => ({ row, cells: { note: { text: 'x'.repeat(100) } } })));
    const shown: number[] = [];
    const failed: unknown[] = [];
    const stop = notes.watchNotes(
      (list) => shown.push(list.length),
      (error) => failed.push(error),
    );
    await quiet();
    expect(shown).toEqual([11_000]);
    await table.delete(rows.slice(1).map((row) => ({ row })));
    await quiet();
    expect(shown.at(-1)).toBe(1);
    expect(shown).toEqual([...shown].sort((a, b) => b - a));
    expect(failed).toEqual([]);
    expect(mostUnderWay).toBe(1);
    stop();
  });

  it('reads once for all changes that happen during a read: a thousand puts take fewer than a thousand reads', async () => {
    const table = await connection.ensureTable({ name: 'notes', families: ['note'] });
    const shown: number[] = [];
    const stop = notes.watchNotes(
      (list) => shown.push(list.length),
      () => undefined,
    );
    await quiet();
    for (let n = 0; n < 1_000; n++) await table.put({ row: `note ${n}`, cells: { note: { text: 'x' } } });
    await quiet();
    expect(shown.at(-1)).toBe(1_000);
    expect(reads.length).toBeLessThan(700);
    expect(mostUnderWay).toBe(1);
    stop();
  });

  it('reports a failed read and continues with the next change', async () => {
    const table = await connection.ensureTable({ name: 'notes', families: ['note'] });
    const shown: number[] = [];
    const failed: unknown[] = [];
    const stop = notes.watchNotes(
      (list) => shown.push(list.length),
      (error) => failed.push((error as { code: string }).code),
    );
    await quiet();
    vi.mocked(ResultScanner.prototype.toArray).mockRejectedValueOnce(Object.assign(new Error('no'), { code: 'NO' }));
    await table.put({ row: 'a', cells: { note: { text: 'x' } } });
    await quiet();
    await table.put({ row: 'b', cells: { note: { text: 'x' } } });
    await quiet();
    expect(failed).toEqual(['NO']);
    expect(shown).toEqual([0, 2]);
    stop();
  });
});
