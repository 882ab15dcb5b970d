import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { format } from 'node:util';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { blocksOf, complete, docstringBlocks, filesOf, programOf } from './build/docs/code-blocks.js';
import { FIGURES, withFigures } from './build/docs/crash-table.js';
import { withErrorTable } from './build/docs/error-table.js';
import { deadLinks } from './build/docs/links.js';
import { CLUSTER_PAGE, withNotCarried } from './build/docs/not-carried-table.js';
import { inRoot } from './build/package/places.js';
import * as hbaseEntry from './hbase.js';
import * as entry from './index.js';
import * as directoryEntry from './kits/node/directory.js';
import * as testingEntry from './kits/testing.js';
import * as memoryEntry from './memory.js';
import * as shellEntry from './shell.js';
import { isTest, sourceFiles, textOf } from './testing/source-files.js';

const guide = sourceFiles('demo/guide', ['.md']);
const documents = [
  ...sourceFiles('lib', ['.md']),
  ...guide,
  ...['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md'].map((path) => ({ path, text: textOf(path) })),
];
const readme = textOf('README.md');
const folder = inRoot('.out/docs');
const blocks = [
  ...blocksOf('README.md', readme),
  ...docstringBlocks(),
  ...guide.map(({ path, text }) => programOf(path, text)).filter(({ code }) => code !== ''),
].map((block, index) => ({
  ...block,
  program: complete(block.code, {
    bigtab: Object.keys(entry),
    'bigtab/hbase': Object.keys(hbaseEntry),
    'bigtab/memory': Object.keys(memoryEntry),
    'bigtab/shell': Object.keys(shellEntry),
    'bigtab/testing': Object.keys(testingEntry).filter((name) => !(name in memoryEntry)),
    'bigtab/testing/node': Object.keys(directoryEntry),
  }),
  index,
}));

/** Replaces the package; its `connect` and `restoreDatabase` open a database in memory. */
const PACKAGE_IN_MEMORY = `export * from '../../../lib/index.js';
import { openMemory } from '../../../lib/memory.js';
export const connect = (options: any, others: any) =>
  openMemory(typeof options === 'string' ? { ...others, name: options } : options);
export const restoreDatabase = async (from: any, name: string) => {
  const connection = await openMemory({ name });
  await connection.importStream(from, { mode: 'create' });
  return connection;
};
`;

/** Replaces the entry for clusters; its `connectHBase` reaches one in memory. */
const CLUSTER_IN_MEMORY = `export * from '../../../lib/hbase.js';
import { connectHBase as connectTo } from '../../../lib/hbase.js';
import { createFakeGateway } from '../../../lib/testing/hbase/fake-gateway.js';
export const connectHBase = async (options: any) =>
  connectTo({ ...options, fetch: (await createFakeGateway()).fetch });
`;

const CONFIGURATION = {
  extends: '../../../tsconfig.json',
  compilerOptions: {
    composite: false,
    noEmit: true,
    emitDeclarationOnly: false,
    declaration: false,
    types: ['node'],
    noUnusedLocals: false,
    paths: {
      bigtab: ['../../types/lib/index.d.ts'],
      'bigtab/hbase': ['../../types/lib/hbase.d.ts'],
      'bigtab/memory': ['../../types/lib/memory.d.ts'],
      'bigtab/shell': ['../../types/lib/shell.d.ts'],
      'bigtab/testing': ['../../types/lib/kits/testing.d.ts'],
      'bigtab/testing/node': ['../../types/lib/kits/node/directory.d.ts'],
      'bigtab/*': ['../../types/lib/adapters/*.d.ts'],
    },
  },
  include: ['*.ts'],
  references: [],
};

beforeAll(() => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(`${folder}/compiled`, { recursive: true });
  mkdirSync(`${folder}/run`, { recursive: true });
  writeFileSync(`${folder}/compiled/tsconfig.json`, JSON.stringify(CONFIGURATION));
  writeFileSync(`${folder}/run/bigtab.ts`, PACKAGE_IN_MEMORY);
  writeFileSync(`${folder}/run/hbase.ts`, CLUSTER_IN_MEMORY);
  for (const { index, program } of blocks) {
    writeFileSync(`${folder}/compiled/${index}.ts`, program);
    writeFileSync(
      `${folder}/run/${index}.ts`,
      program
        .replaceAll("'bigtab'", "'./bigtab.js'")
        .replaceAll("'bigtab/hbase'", "'./hbase.js'")
        .replace(/'bigtab\/(memory|shell)'/g, "'../../../lib/$1.js'")
        .replaceAll("'bigtab/testing/node'", "'../../../lib/kits/node/directory.js'")
        .replaceAll("'bigtab/testing'", "'../../../lib/kits/testing.js'")
        .replace(/'bigtab\/(\w+)'/g, "'../../../lib/adapters/$1.js'"),
    );
  }
});

describe('documents', () => {
  it('list every error code with its cause and solution', () => {
    expect(readme).toBe(withErrorTable(readme));
  });

  it('show the stored figures of the crash report', () => {
    expect(readme).toBe(withFigures(readme, JSON.parse(textOf(FIGURES))));
  });

  it('list everything that a connection to HBase refuses', () => {
    const page = textOf(CLUSTER_PAGE);
    expect(page).toBe(withNotCarried(page));
  });

  it('contain the examples of servers in front of the proxy as they are tested', () => {
    const files = filesOf(textOf(CLUSTER_PAGE));
    for (const name of ['login.mjs', 'nginx.conf', 'Caddyfile']) {
      expect(files.get(name), name).toBe(textOf(`e2e/hbase/proxy/${name}`));
    }
  });

  it('link only to files and anchors that exist', () => {
    const textAt = (path: string) => (existsSync(inRoot(path)) ? textOf(path) : null);
    const dead = documents.flatMap((document) => deadLinks(document, textAt));
    expect(dead).toEqual([]);
  });

  it.each(['README.md', 'CHANGELOG.md'])(
    'link in %s only to itself, because other files are missing where it is read',
    (path) => {
      expect(textOf(path).match(/\]\((?!#|https?:)[^)]*\)/g)).toBeNull();
    },
  );

  it('do not link to files in docstrings, because editors resolve such links differently', () => {
    const linked = sourceFiles('lib', ['.ts']).filter(
      ({ path }) => !/^lib\/(build|testing)\//.test(path) && !isTest(path),
    );
    const found = linked.flatMap(({ path, text }) =>
      [...text.matchAll(/\/\*\*[\s\S]*?\*\//g)].flatMap(([docstring]) =>
        (docstring.match(/\]\((?!https?:)[^)]*\)|\{@link [^}]*\}/g) ?? []).map((link) => `${path}: ${link}`),
      ),
    );
    expect(found).toEqual([]);
  });

  it('name only existing files in the reading order of the architecture', () => {
    const order = /## Where to start reading\n\n([\s\S]*?)\n\n/.exec(textOf('lib/ARCHITECTURE.md'))?.[1] ?? '';
    const names = [...order.matchAll(/`([\w/-]+)`/g)].map(([, name]) => name as string);
    expect(names.length).toBeGreaterThan(10);
    const missing = names.filter((name) => !existsSync(inRoot(`lib/${name}.ts`)) && !existsSync(inRoot(`${name}.ts`)));
    expect(missing).toEqual([]);
  });

  it('contain programs that compile', () => {
    const compiler = inRoot('node_modules/typescript/bin/tsc');
    expect(run(compiler, ['-b', inRoot('lib')])).toBe('');
    expect(run(compiler, ['-p', `${folder}/compiled`, '--pretty', 'false'])).toBe('');
  });

  it.each(blocks)('contain a program that runs, at $place', async ({ index, prints }) => {
    const printed: string[] = [];
    const log = vi.spyOn(console, 'log').mockImplementation((...values) => void printed.push(format(...values)));
    try {
      await import(/* @vite-ignore */ `${folder}/run/${index}.ts`);
    } finally {
      log.mockRestore();
    }
    let at = 0;
    for (const line of prints) {
      expect(printed.slice(at)).toContain(line);
      at = printed.indexOf(line, at) + 1;
    }
  });
});

/** The output of a command if it fails, or an empty text. */
function run(script: string, words: readonly string[]): string {
  try {
    execFileSync(process.execPath, [script, ...words], { encoding: 'utf8' });
    return '';
  } catch (error) {
    return (error as { readonly stdout: string }).stdout;
  }
}
