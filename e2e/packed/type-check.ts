import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { inRoot } from '../../lib/build/package/places.js';

/** The options of an app with React. */
const OPTIONS = {
  strict: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: true,
  noEmit: true,
  target: 'ES2022',
  lib: ['ES2022', 'DOM', 'DOM.Iterable'],
  jsx: 'react-jsx',
  module: 'ESNext',
  moduleResolution: 'bundler',
};

/** Writes the `tsconfig.json` of an app. `types`: the packages whose global types it uses. */
export async function writeConfig(folder: string, include: readonly string[], types: readonly string[]): Promise<void> {
  const compilerOptions = { ...OPTIONS, types };
  await writeFile(`${folder}/tsconfig.json`, JSON.stringify({ compilerOptions, include }));
}

/** What the compiler says of an app; '' if nothing is wrong. */
export function typeCheck(folder: string): string {
  try {
    const compiler = inRoot('node_modules/typescript/bin/tsc');
    execFileSync(process.execPath, [compiler, '-p', folder, '--pretty', 'false'], { encoding: 'utf8' });
    return '';
  } catch (error) {
    return (error as { readonly stdout: string }).stdout;
  }
}
