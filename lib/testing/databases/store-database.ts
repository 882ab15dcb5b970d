import type { CatalogImage } from '../../storage/catalog/catalog.js';
import { copyOf, type MemoryMedium, openEngine } from '../samples/engine.js';
import { withOutputs } from '../scripts/script-parser.js';
import { answersOf, compactAll } from './answer-player.js';
import { makeDatabase } from './make-database.js';
import { readQuestions, store } from './stored-database.js';

/**
 * Makes a database with the current code, and stores it under `name` with the answers of this code. Only a
 * person can see whether these answers are right: read them before you commit them.
 */
export async function storeDatabase(name: string | undefined): Promise<void> {
  if (name === undefined || !/^format-[\w-]+$/.test(name))
    throw new Error('give the name of the new folder: format-N, or format-N-what-is-new');
  const medium = await makeDatabase();
  const catalog = medium.catalog.image as CatalogImage;
  const files = new Map(medium.files.paths().map((path) => [path, medium.files.bytesOf(path)]));
  const { opened, compacted } = await ask(copyOf(medium));
  store({ name, storedAt: medium.clock.now(), catalog, files, opened, compacted });
}

async function ask(medium: MemoryMedium): Promise<{ readonly opened: string; readonly compacted: string }> {
  const { connection } = await openEngine(medium);
  const questions = readQuestions();
  const opened = withOutputs(questions, await answersOf(connection, questions));
  await compactAll(connection);
  const compacted = withOutputs(questions, await answersOf(connection, questions));
  await connection.close();
  return { opened, compacted };
}
