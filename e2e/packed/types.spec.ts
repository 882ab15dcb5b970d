import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, test } from 'playwright/test';
import { publint } from 'publint';
import { inRoot } from '../../lib/build/package/places.js';
import { compilerOutput, misjudged, programWithMistakes } from '../../lib/testing/types/mistakes.js';
import { makeApp } from './app.js';
import { TARBALL, UNPACKED } from './package-files.js';

/** The project's own compiler, and the older one that attw includes. */
const COMPILERS = {
  'TypeScript 7': inRoot('node_modules/typescript/bin/tsc'),
  'TypeScript 5': join(
    dirname(
      createRequire(inRoot('node_modules/@arethetypeswrong/core/package.json')).resolve('typescript/package.json'),
    ),
    'bin/tsc',
  ),
};

const PROGRAM = `import { BigtabError, connect, defineTable, Delete, Get, int64, json, Put, Scan, text } from 'bigtab';
import type { ScanLike } from 'bigtab';
import { connectHBase, type FetchLike } from 'bigtab/hbase';
import { createHBaseProxy, type HBaseProxy, type ProxyRequest, startHBaseProxy } from 'bigtab/hbase/proxy';
import { openMemory } from 'bigtab/memory';
import { type Bigtab, type BigtabFixtures, bigtabFixtures, bigtabIn, type ContextLike, type PageLike } from 'bigtab/playwright';
import { createShell, type Shell } from 'bigtab/shell';
import { ManualClock, openMemory as openMemoryForTests, SimulatedMachine, type SimulatedFault } from 'bigtab/testing';
import { openDirectory } from 'bigtab/testing/node';

export async function first(inMemory: boolean): Promise<string | null> {
  const connection = inMemory ? await openMemory({ name: 'x' }) : await connect('x');
  const table = await connection.ensureTable({ name: 't', families: ['f', { name: 'g', blockSize: 8192 }] });
  await table.put(new Put('row').addColumn('f', 'q', new Uint8Array([1])));
  await table.delete(new Delete('row'));
  for await (const row of table.getScanner(new Scan().addFamily('f'))) if (row.isEmpty) return null;
  const result = await table.get(new Get('row').addColumn('f', 'q'));
  const shell: Shell = createShell(connection, { width: 80 });
  const printed: string = await shell.run("scan 't'");
  await connection.close();
  return result.getText('f', 'q') ?? printed;
}

const webtable = defineTable({
  name: 'webtable',
  families: { contents: { maxVersions: 3, columns: { html: text, tags: json<string[]>() } }, stats: { columns: { hits: int64 } } },
});

export async function typed(scan: ScanLike): Promise<bigint | null> {
  const connection = await openMemory();
  const table = await connection.ensureTable(webtable);
  await table.put({ row: 'r', cells: { contents: { html: 'v', tags: ['a'] }, stats: { hits: 5n } } });
  // @ts-expect-error an integer, not text
  await table.put({ row: 'r', cells: { stats: { hits: 'many' } } });
  for await (const { contents } of table.getScanner({ columns: ['contents:html'] })) contents.html?.length;
  for await (const row of table.table.getScanner(scan)) row.getText('contents', 'html');
  const mutator = connection.getBufferedMutator({ tableName: 'webtable', listener: ({ code }) => code });
  await mutator.mutate(new Put('r').addColumn('contents', 'html', 'v'));
  await mutator.close();
  const [first] = await connection.atomicBatch([{ table: table.table, mutation: { row: 'r', amounts: { stats: { hits: 1 } } } }]);
  await connection.close();
  return first === undefined ? null : (await table.get('r')).stats.hits;
}

export async function tested(fault: SimulatedFault): Promise<number> {
  const clock = new ManualClock(new Date(0));
  const machine = new SimulatedMachine({ seed: 7, clock });
  machine.fail(fault);
  const connections = [await machine.open({ open: 'normal' }), await openMemoryForTests({ clock }), await openDirectory('x', { clock })];
  for (const connection of connections) await connection.close();
  machine.cutPower();
  return clock.now() + machine.operations;
}

export async function inBrowser(context: ContextLike, page: PageLike): Promise<Bigtab> {
  const { bigtab }: BigtabFixtures = { bigtab: bigtabIn(context) };
  await bigtab.setTime(page, 'x', new Date(0));
  await bigtab.seed('http://localhost', 'x', await bigtab.dump(page, 'x'));
  await bigtab.seed('http://localhost', 'x', [{ name: 't', families: ['f'], rows: [{ row: 'a', cells: { f: { q: 'v' } } }] }]);
  await bigtab.clear('http://localhost', 'x');
  await bigtabFixtures.bigtab({ context }, async (made) => made.setTime(page, 'x', null));
  return bigtab;
}

export async function clustered(fetch: FetchLike): Promise<string | null> {
  const connection = await connectHBase({ url: 'http://127.0.0.1:9090/', headers: { Authorization: 'Bearer x' }, fetch, exactlyOnce: true });
  return (await connection.getTable('t').get('row')).getText('f', 'q');
}

export async function proxied(): Promise<HBaseProxy> {
  const login = async ({ headers }: ProxyRequest) => (headers.authorization === 'Bearer x' ? { user: 'ada', readOnly: true } : null);
  createHBaseProxy({ gateway: 'http://127.0.0.1:9090/', tables: ['app_*'], login });
  return startHBaseProxy({ gateway: 'http://127.0.0.1:9090/', listen: '127.0.0.1:0', allowOrigins: ['https://app.example.com'] });
}

export function codeOf(error: unknown): string | undefined {
  return BigtabError.is(error) ? error.code : undefined;
}
`;

test.describe('the types of the package', () => {
  for (const [compiler, path] of Object.entries(COMPILERS)) {
    for (const moduleResolution of ['bundler', 'node16']) {
      for (const lib of [['ES2022', 'DOM'], ['ES2022']]) {
        test(`compile with ${compiler}, ${moduleResolution} and ${lib.join(' + ')}`, async () => {
          const folder = await makeApp(`types-${compiler.at(-1)}-${moduleResolution}-${lib.length}`);
          await writeFile(`${folder}/main.ts`, PROGRAM);
          const compilerOptions = {
            strict: true,
            exactOptionalPropertyTypes: true,
            skipLibCheck: false,
            noEmit: true,
            target: 'ES2022',
            lib,
            types: [],
            module: moduleResolution === 'bundler' ? 'ESNext' : 'Node16',
            moduleResolution,
          };
          await writeFile(`${folder}/tsconfig.json`, JSON.stringify({ compilerOptions, include: ['main.ts'] }));
          expect(failureOf(path, ['-p', folder, '--pretty', 'false'])).toBe('');
        });
      }
    }
  }

  for (const [compiler, path] of Object.entries(COMPILERS)) {
    test(`let ${compiler} report the place of mistakes in literals, and the solution`, async () => {
      const folder = await makeApp(`mistakes-${compiler.at(-1)}`);
      await writeFile(`${folder}/main.ts`, programWithMistakes('bigtab'));
      const compilerOptions = {
        strict: true,
        exactOptionalPropertyTypes: true,
        noEmit: true,
        target: 'ES2022',
        types: [],
        module: 'ESNext',
        moduleResolution: 'bundler',
      };
      await writeFile(`${folder}/tsconfig.json`, JSON.stringify({ compilerOptions, include: ['main.ts'] }));
      expect(misjudged('bigtab', compilerOutput(path, folder))).toEqual([]);
    });
  }

  test('are found with every module resolution that loads modules', () => {
    test.setTimeout(240_000);
    const attw = inRoot('node_modules/@arethetypeswrong/cli/dist/index.js');
    expect(failureOf(attw, [TARBALL, '--profile', 'esm-only', '--no-emoji', '--no-color'])).toBe('');
  });

  test('satisfy publint, like the other fields of package.json', async () => {
    const { messages } = await publint({ pkgDir: UNPACKED, level: 'suggestion', strict: true, pack: false });
    expect(messages).toEqual([]);
  });
});

/** The output of a dependency's script if it fails; otherwise empty. */
function failureOf(script: string, words: readonly string[]): string {
  try {
    execFileSync(process.execPath, [script, ...words], { encoding: 'utf8', timeout: 200_000 });
    return '';
  } catch (error) {
    const { stdout, stderr } = error as { readonly stdout: string; readonly stderr: string };
    return `it failed: ${stdout}${stderr}`;
  }
}
