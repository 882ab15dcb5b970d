/*
 * A module that runs the reads of a stored database in a page, with the package and the browser's own storage. `bigtab`
 * remains an import, whose address the page defines.
 */
import { connect } from 'bigtab';
import { type Answered, answersOf, compactAll, readBack, writeAgain } from '../databases/answer-player.js';
import { parseScript, type Script } from '../scripts/script-parser.js';

export async function playStoredDatabase(name: string, version: number, questions: string): Promise<Answered> {
  const script = parseScript('questions', questions);
  const problems: string[] = [];
  for (const open of ['read-only', 'salvage', 'normal', 'normal'] as const) {
    const connection = await connect({ name, open });
    problems.push(...(await problemsOf(connection)));
    await connection.close();
  }
  const first = await connect(name);
  const opened = await linesOf(first, script);
  await compactAll(first);
  const compacted = await linesOf(first, script);
  await first.close();

  const upgrade = () => Promise.reject(new Error('it has this version'));
  const second = await connect({ name, version, upgrade });
  const reopened = await linesOf(second, script);
  const written = JSON.stringify(await writeAgain(second, 'written'));
  const same = async (connection: typeof second) => JSON.stringify(await readBack(connection, 'written')) === written;
  const before = await same(second);
  await second.close();

  const third = await connect(name);
  const after = await same(third);
  problems.push(...(await problemsOf(third)));
  await third.close();
  return { problems, opened, compacted, reopened, written: [before, after] };
}

/** The findings of the open, and of a check of everything that is stored. */
async function problemsOf(connection: Parameters<typeof answersOf>[0]): Promise<readonly string[]> {
  const { files } = await connection.verify();
  return [...(await connection.status()).lastRecovery.problems, ...files.flatMap(({ problems }) => problems)];
}

async function linesOf(connection: Parameters<typeof answersOf>[0], script: Script) {
  return [...(await answersOf(connection, script)).values()];
}
