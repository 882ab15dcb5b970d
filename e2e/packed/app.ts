import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { inRoot } from '../../lib/build/package/places.js';
import { UNPACKED } from './package-files.js';

/** Creates the folder of an app that has installed only the package, and returns its path. */
export async function makeApp(name: string): Promise<string> {
  const folder = inRoot(`.out/apps/${name}`);
  await rm(folder, { recursive: true, force: true });
  await mkdir(`${folder}/node_modules`, { recursive: true });
  await cp(UNPACKED, `${folder}/node_modules/bigtab`, { recursive: true });
  await writeFile(`${folder}/package.json`, JSON.stringify({ name, private: true, type: 'module' }));
  return folder;
}

/**
 * A page that counts its visits in a database and reports the result in `document.title`: the count, the value that it
 * read and the backend, or the error.
 */
export const VISITS = `import { connect, Put } from 'bigtab';

async function visit() {
  const connection = await connect('visits');
  const table = await connection.ensureTable({ name: 'pages', families: ['count', 'text'] });
  const count = await table.incrementColumnValue('home', 'count', 'visits', 1);
  await table.put(new Put('home').addColumn('text', 'title', 'Home'));
  const result = await table.get('home');
  const { backend } = await connection.status();
  await connection.close();
  return count + ' ' + result.getText('text', 'title') + ' ' + backend;
}

visit().then(
  (said) => { document.title = said; },
  (error) => { document.title = 'failed: ' + error.code + ': ' + error.message; },
);
`;

/** A page that loads `script`. */
export function pageWith(script: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>waiting</title></head>
<body><script type="module" src="${script}"></script></body></html>`;
}
