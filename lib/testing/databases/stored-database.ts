import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { inRoot } from '../../build/package/places.js';
import type { CatalogImage } from '../../storage/catalog/catalog.js';
import { parseScript, type Script } from '../scripts/script-parser.js';

/** A database written by some version of the code: a folder next to this file, described in README.md. */
export interface StoredDatabase {
  readonly name: string;
  /** The wall clock when its process ended, in ms. */
  readonly storedAt: number;
  readonly catalog: CatalogImage;
  /** Bytes by path below the database's directory. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** The reads, with the answers that it must return when it is opened. */
  readonly opened: Script;
  /** The same reads after a major compaction of every table. */
  readonly compacted: Script;
}

/** The content of a new stored database. */
export interface NewStoredDatabase extends Omit<StoredDatabase, 'opened' | 'compacted'> {
  /** Texts of the two scripts. */
  readonly opened: string;
  readonly compacted: string;
}

const FOLDER = 'lib/testing/databases';
const RECORD = 'database.json';
const FILES = 'files';
/** The files are stored compressed, because long keys and values make them large. */
const PACKED = '.gz';
const OPENED = 'opened.txt';
const COMPACTED = 'compacted.txt';

/** The reads without their answers. */
export function readQuestions(): Script {
  const path = `${FOLDER}/questions.txt`;
  return parseScript(path, readFileSync(inRoot(path), 'utf8'));
}

/** Every stored database, by name. */
export function storedDatabases(): readonly StoredDatabase[] {
  return readdirSync(inRoot(FOLDER), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => read(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/**
 * Writes the folder of a new stored database. Throws an Error if a folder with this name exists, because a stored
 * database never changes.
 */
export function store({ name, storedAt, catalog, files, opened, compacted }: NewStoredDatabase): void {
  const folder = inRoot(`${FOLDER}/${name}`);
  if (existsSync(folder))
    throw new Error(`${FOLDER}/${name} exists: a stored database never changes, choose a new name`);
  const write = (path: string, content: string | Uint8Array): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  };
  write(RECORD, `${JSON.stringify({ storedAt, catalog }, null, 2)}\n`);
  for (const [path, bytes] of files) write(`${FILES}/${path}${PACKED}`, gzipSync(bytes));
  write(OPENED, opened);
  write(COMPACTED, compacted);
}

function read(name: string): StoredDatabase {
  const folder = inRoot(`${FOLDER}/${name}`);
  const text = (path: string): string => readFileSync(join(folder, path), 'utf8');
  const script = (path: string): Script => parseScript(`${FOLDER}/${name}/${path}`, text(path));
  const paths = readdirSync(join(folder, FILES), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(folder, FILES).length + 1, -PACKED.length));
  return {
    name,
    ...(JSON.parse(text(RECORD)) as Pick<StoredDatabase, 'storedAt' | 'catalog'>),
    files: new Map(
      paths.map((path) => [path, new Uint8Array(gunzipSync(readFileSync(join(folder, FILES, path + PACKED))))]),
    ),
    opened: script(OPENED),
    compacted: script(COMPACTED),
  };
}
