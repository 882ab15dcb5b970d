import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { inRoot } from './places.js';

/** Packages whose code is in `dist`. */
export const BUNDLED: readonly string[] = ['comlink', 'fflate', 'idb'];

/** A collection of data sets, each under its own terms, in the form of the Data Package Standard. */
interface DataPackage {
  readonly resources: readonly {
    readonly path: string;
    readonly description: string;
    readonly licenses: readonly { readonly title: string; readonly path: string }[];
    readonly sources: readonly { readonly title: string; readonly path: string }[];
  }[];
}

/**
 * The name, version, licence and licence text of each package that `product` contains. `files`: the files of packages
 * that are collections of data and have separate licences.
 */
export async function thirdPartyNotices(
  product: string,
  packages: readonly string[],
  files: readonly string[] = [],
): Promise<string> {
  const parts = [`${product} contains parts of the following packages.`];
  for (const name of packages) {
    const folder = inRoot(`node_modules/${name}`);
    const { version, license } = JSON.parse(await readFile(`${folder}/package.json`, 'utf8')) as Record<string, string>;
    const text = (await licenceFile(folder)) ?? (await dataLicences(folder, files));
    if (text === null) throw new Error(`${name} has no licence file`);
    parts.push(`${name} ${version} (${license})\n\n${text.trim()}`);
  }
  return `${parts.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}

async function licenceFile(folder: string): Promise<string | null> {
  const file = (await readdir(folder)).find((entry) => /^licen[cs]e/i.test(entry));
  return file === undefined ? null : readFile(`${folder}/${file}`, 'utf8');
}

async function dataLicences(folder: string, files: readonly string[]): Promise<string | null> {
  if (!existsSync(`${folder}/datapackage.json`)) return null;
  const { resources } = JSON.parse(await readFile(`${folder}/datapackage.json`, 'utf8')) as DataPackage;
  const names = files.map((file) => basename(file));
  const used = resources.filter(({ path }) => names.includes(path));
  const list = (entries: DataPackage['resources'][number]['licenses']): string =>
    entries.map(({ title, path }) => `${title} (${path})`).join(', ');
  const parts = used.map(
    ({ path, description, licenses, sources }) =>
      `${path}: ${description}\nLicence: ${list(licenses)}\nSource: ${list(sources)}`,
  );
  return parts.length === 0 ? null : parts.join('\n\n');
}
