/*
 * The notes of the guide's page about frameworks, with the module exactly as printed there.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Connection } from '../../client/connection.js';
import type { LiveRows } from '../../client/live/live-rows.js';
import { openMemory } from '../../memory.js';
import { inRoot } from '../package/places.js';
import { filesOf } from './code-blocks.js';

interface Notes {
  addNote(text: string): Promise<void>;
  openNotes(): Promise<{
    watch(scan: object): LiveRows<{ readonly key: string; readonly note: { readonly text: string } }>;
  }>;
}

const FOLDER = inRoot('.out/guide-notes');

/** The module connects to the test's database. */
const PACKAGE = `export * from '../../lib/index.js';
export const connect = () => globalThis.notesConnection;
`;

const page = globalThis as { notesConnection?: Promise<Connection> };

describe('The notes of the guide', () => {
  let connection: Connection;
  let notes: Notes;
  let loads = 0;

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
  });

  afterEach(() => connection.close());

  it('are stored by addNote, through the one connection of the page', async () => {
    await notes.addNote('first');
    const table = await notes.openNotes();
    const rows = await table.watch({}).ready();
    expect(rows.map(({ note }) => note.text)).toEqual(['first']);
    expect(await notes.openNotes()).toBe(table);
  });

  it('end with the only remaining row when 10,999 of 11,000 are deleted, and an older list never follows a newer one', async () => {
    const live = (await notes.openNotes()).watch({});
    const table = connection.getTable('notes');
    const rows = Array.from({ length: 11_000 }, (_, index) => `note ${index}`);
    await table.put(rows.map((row) => ({ row, cells: { note: { text: 'x'.repeat(100) } } })));
    await live.ready();
    const shown: number[] = [];
    live.subscribe(() => shown.push(live.getSnapshot().rows.length));
    await table.delete(rows.slice(1).map((row) => ({ row })));
    expect(live.getSnapshot().rows.map(({ key }) => key)).toEqual(['note 0']);
    await expect.poll(() => shown.at(-1)).toBe(1);
    expect(shown).toEqual([...shown].sort((a, b) => b - a));
  });
});
