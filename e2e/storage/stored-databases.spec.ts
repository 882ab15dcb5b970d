import type { Answered } from '../../lib/testing/databases/answer-player.js';
import { storedDatabases } from '../../lib/testing/databases/stored-database.js';
import { expect, test } from '../in-page.js';
import { replaceFiles, useCatalog } from './stored-files.js';

/*
 * The built package opens databases that any version of the code stored, answers from them and continues to write to
 * them, with OPFS and IndexedDB.
 */

const ANYTHING = /./;

for (const { name, catalog, files, opened, compacted } of storedDatabases()) {
  test(`the stored database ${name} opens, answers, is compacted, written and opened again`, async ({ page }) => {
    await page.evaluate(async (name) => (await (await import('bigtab')).connect(name)).close(), name);
    const bytes = [...files].map(([path, content]) => [path, Buffer.from(content)] as const);
    await replaceFiles(page, name, ANYTHING, Object.fromEntries(bytes));
    await useCatalog(page, name, catalog as never);

    const printed = await page.evaluate(
      async ([name, version, questions]) => {
        const { playStoredDatabase } = (await import('/testing/stored-database-page.js' as string)) as {
          playStoredDatabase: (name: string, version: number, questions: string) => Promise<Answered>;
        };
        return playStoredDatabase(name, version, questions);
      },
      [name, catalog.database.version as number, opened.lines.join('\n')] as const,
    );

    const answers = ({ sections }: typeof opened) =>
      sections.flatMap(({ blocks }) => blocks.map((block) => block.expected));
    expect(printed.problems).toEqual([]);
    expect(printed.opened).toEqual(answers(opened));
    expect(printed.compacted).toEqual(answers(compacted));
    expect(printed.reopened).toEqual(answers(compacted));
    expect(printed.written).toEqual([true, true]);
  });
}
