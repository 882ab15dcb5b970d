import { readdir, readFile } from 'node:fs/promises';
import { inRoot } from './places.js';

/** Packages whose code stands in `dist`. */
export const BUNDLED: readonly string[] = ['comlink', 'fflate', 'idb'];

/** Name, version, licence and licence text of each bundled package. */
export async function thirdPartyNotices(): Promise<string> {
  const parts = ['Bigtab contains code of the following packages.'];
  for (const name of BUNDLED) {
    const folder = inRoot(`node_modules/${name}`);
    const { version, license } = JSON.parse(await readFile(`${folder}/package.json`, 'utf8')) as Record<string, string>;
    const file = (await readdir(folder)).find((entry) => /^licen[cs]e/i.test(entry));
    if (file === undefined) throw new Error(`${name} has no licence file`);
    parts.push(`${name} ${version} (${license})\n\n${(await readFile(`${folder}/${file}`, 'utf8')).trim()}`);
  }
  return `${parts.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}
