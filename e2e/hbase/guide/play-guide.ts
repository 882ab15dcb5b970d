import { mkdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { format } from 'node:util';
import { build, type Plugin } from 'esbuild';
import { inRoot } from '../../../lib/build/package/places.js';
import { guideProgram } from './guide-program.js';

const SOURCES: Readonly<Record<string, string>> = {
  bigtab: 'lib/index.ts',
  'bigtab/hbase': 'lib/hbase.ts',
  'bigtab/memory': 'lib/memory.ts',
  'bigtab/shell': 'lib/shell.ts',
};

/** The package's names lead to the sources. */
const FROM_SOURCES: Plugin = {
  name: 'bigtab:from-sources',
  setup({ onResolve }) {
    onResolve({ filter: /^bigtab(\/|$)/ }, ({ path }) => ({ path: inRoot(SOURCES[path] as string) }));
  },
};

/**
 * Runs the program of the guide's page about clusters over the gateway at `url`, an empty cluster. Resolves to the lines
 * that it should have printed and to those that it did print. Its browser database is in memory, because this is Node.
 */
export async function playGuide(url: string): Promise<{ readonly expected: string[]; readonly printed: string[] }> {
  const { code, prints } = guideProgram(url);
  const file = inRoot(`.out/hbase-guide/${process.pid}.mjs`);
  mkdirSync(dirname(file), { recursive: true });
  await build({
    stdin: { contents: code.replace("connect('weather')", 'openMemory()'), loader: 'ts', resolveDir: inRoot('.') },
    outfile: file,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'warning',
    plugins: [FROM_SOURCES],
  });
  const printed: string[] = [];
  const { log } = console;
  console.log = (...values) => void printed.push(format(...values));
  try {
    await import(/* @vite-ignore */ pathToFileURL(file).href);
  } finally {
    console.log = log;
    rmSync(file);
  }
  return { expected: [...prints], printed };
}
