/*
 * A small app with tests of its own, written with the kits of the published package: unit tests with Vitest, and browser
 * tests with Playwright.
 */
import { readFileSync } from 'node:fs';
import { filesOf } from '../../lib/build/docs/code-blocks.js';
import { inRoot } from '../../lib/build/package/places.js';

/** What the app does with its database, over any connection. */
const NOTES = `import { defineTable, text, type Connection } from 'bigtab';

const notes = defineTable({ name: 'notes', families: { note: { timeToLive: 86_400, columns: { body: text } } } });

export async function openNotes(connection: Connection) {
  const table = await connection.ensureTable(notes);
  return {
    add: (key: string, body: string) =>
      table.put({ row: key, cells: { note: { body } }, durability: 'FSYNC_WAL' }),
    bodies: async () => (await table.getScanner({}).toArray()).map((row) => row.note.body),
    watch: () => table.watch({}),
  };
}
`;

/** The app's page: a form, and the list of notes. */
const PAGE = `import { connect } from 'bigtab';
import { openNotes } from './notes.js';

const notes = await openNotes(await connect({ name: 'app', timestamps: 'strict' }));
const list = document.querySelector('ul') as HTMLUListElement;
const field = document.querySelector('input') as HTMLInputElement;
const live = notes.watch();
const show = () => {
  list.replaceChildren(...live.getSnapshot().rows.map((row) => {
    const item = document.createElement('li');
    item.textContent = row.note.body ?? '';
    return item;
  }));
};
live.subscribe(show);
document.querySelector('form')?.addEventListener('submit', async (event) => {
  event.preventDefault();
  await notes.add(String(Date.now()), field.value);
  field.value = '';
});
field.disabled = false;
`;

const UNIT_TESTS = `import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { ManualClock, openMemory, SimulatedMachine } from 'bigtab/testing';
import { openDirectory } from 'bigtab/testing/node';
import { expect, test } from 'vitest';
import { openNotes } from './notes.js';

test('a note is gone after a day', async () => {
  const clock = new ManualClock();
  const connection = await openMemory({ clock });
  const notes = await openNotes(connection);
  await notes.add('1', 'Buy milk');
  expect(await notes.bodies()).toEqual(['Buy milk']);
  clock.advance(25 * 3_600_000);
  expect(await notes.bodies()).toEqual([]);
  await connection.close();
});

test('no note is lost when the power is cut', async () => {
  for (let seed = 1; seed <= 10; seed++) {
    const machine = new SimulatedMachine({ seed });
    const notes = await openNotes(await machine.open());
    // Until then, a power cut may undo that the database was created.
    machine.clock.advance(120_000);
    await notes.add('1', 'Buy milk');
    machine.cutPower();
    await expect(notes.add('2', 'Call Eva')).rejects.toMatchObject({ code: 'WORKER_LOST' });
    const again = await openNotes(await machine.open());
    expect(await again.bodies(), 'seed ' + seed).toEqual(['Buy milk']);
  }
});

test('adding a note fails when the disk is full', async () => {
  const machine = new SimulatedMachine();
  const notes = await openNotes(await machine.open());
  machine.setQuota(machine.usedBytes);
  await expect(notes.add('1', 'x'.repeat(3_000_000))).rejects.toMatchObject({ code: 'QUOTA_EXCEEDED' });
});

test('notes are there when the app starts again', async () => {
  const directory = await mkdtemp(tmpdir() + '/notes-');
  for (const expected of [['Buy milk'], ['Buy milk', 'Call Eva']]) {
    const connection = await openDirectory(directory);
    const notes = await openNotes(connection);
    await notes.add(String(expected.length), expected.at(-1) as string);
    expect(await notes.bodies()).toEqual(expected);
    await connection.close();
  }
  await rm(directory, { recursive: true });
});
`;

/** The browser tests that the guide shows, and one more. */
const GUIDE_TESTS = filesOf(readFileSync(inRoot('demo/guide/pages/testing.md'), 'utf8')).get('notes.spec.ts') ?? '';
const BROWSER_TESTS = `${GUIDE_TESTS.replace("'@playwright/test'", "'playwright/test'")}
test('a cleared database is empty', async ({ page, baseURL, bigtab }) => {
  await page.goto('/');
  await page.locator('input').fill('Buy milk');
  await page.keyboard.press('Enter');
  await expect(page.locator('li')).toHaveText(['Buy milk']);
  await page.goto('about:blank');
  await bigtab.clear(baseURL ?? '', 'app');
  await page.goto('/');
  await page.locator('input').fill('Call Eva');
  await page.keyboard.press('Enter');
  await expect(page.locator('li')).toHaveText(['Call Eva']);
});
`;

/** The files of the app, by path. */
export const FILES: Readonly<Record<string, string>> = {
  'notes.ts': NOTES,
  'page.ts': PAGE,
  'notes.test.ts': UNIT_TESTS,
  'notes.spec.ts': BROWSER_TESTS,
  'playwright.config.ts': `import { defineConfig } from 'playwright/test';

export default defineConfig({
  testMatch: '*.spec.ts',
  reporter: [['line']],
  use: {
    baseURL: process.env.APP_ORIGIN as string,
    actionTimeout: 10_000,
    launchOptions: { executablePath: process.env.CHROMIUM as string, args: ['--no-sandbox', '--disable-gpu'], chromiumSandbox: false },
  },
});
`,
  'vitest.config.ts': "export default { test: { include: ['*.test.ts'] } };\n",
  'index.html': `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Notes</title><link rel="icon" href="data:,"></head>
<body><form><input aria-label="Note" disabled></form><ul></ul><script type="module" src="/built/main.js"></script></body></html>
`,
};
