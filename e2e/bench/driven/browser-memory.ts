import { readdir, readFile } from 'node:fs/promises';

const KIB = 1024;
const MEGABYTE = 1e6;
/** As `smaps_rollup` names them: heaps, and memory shared between processes, each process with its part. */
const COUNTED = ['Pss_Anon', 'Pss_Shmem'];

/**
 * What processes and all that come from them take of memory, in MB; null where the system does not say. A browser keeps
 * pages and workers in processes below its own. Memory that more than one process has counts in parts. Mapped files do
 * not count: nearly all of them are the browser's program, whose parts depend on what else runs it on the machine.
 */
export async function memoryMegabytes(roots: readonly number[]): Promise<number | null> {
  const ids = await withDescendants(roots);
  const sizes = await Promise.all(ids.map(memoryOf));
  const found = sizes.filter((size) => size !== null);
  return found.length === 0 ? null : (found.reduce((sum, size) => sum + size, 0) * KIB) / MEGABYTE;
}

/** In KiB; null when the process has ended meanwhile. */
async function memoryOf(id: number): Promise<number | null> {
  const text = await readFile(`/proc/${id}/smaps_rollup`, 'utf8').catch(() => '');
  const sizes = COUNTED.map((name) => new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1]);
  return sizes.includes(undefined) ? null : sizes.reduce((sum, size) => sum + Number(size), 0);
}

async function withDescendants(roots: readonly number[]): Promise<readonly number[]> {
  const names = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
  const all = await Promise.all(names.map(async (name) => ({ id: Number(name), parent: await parentOf(name) })));
  const found = [...roots];
  // The list grows while it is walked.
  for (const id of found) found.push(...all.filter(({ parent }) => parent === id).map((child) => child.id));
  return [...new Set(found)];
}

async function parentOf(name: string): Promise<number | null> {
  const text = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
  // The program's name before it may have any character.
  const parent = /.*\) \S (\d+)/s.exec(text)?.[1];
  return parent === undefined ? null : Number(parent);
}
