import { readFile } from 'node:fs/promises';
import { withDescendants } from '../../process-tree.js';

const KIB = 1024;
const MEGABYTE = 1e6;
/** The names in `smaps_rollup`: heaps, and the share of each process in memory that several processes use. */
const COUNTED = ['Pss_Anon', 'Pss_Shmem'];

/**
 * The memory that processes and their descendants use, in MB; null if the system does not report it. Memory that
 * several processes share is divided among them. Mapped files are left out: nearly all of them are the browser's
 * program, and each process's share of it depends on what else runs on the machine.
 */
export async function memoryMegabytes(roots: readonly number[]): Promise<number | null> {
  const sizes = await Promise.all(withDescendants(roots).map(memoryOf));
  const found = sizes.filter((size) => size !== null);
  return found.length === 0 ? null : (found.reduce((sum, size) => sum + size, 0) * KIB) / MEGABYTE;
}

/** In KiB; null if the process has already ended. */
async function memoryOf(id: number): Promise<number | null> {
  const text = await readFile(`/proc/${id}/smaps_rollup`, 'utf8').catch(() => '');
  const sizes = COUNTED.map((name) => new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1]);
  return sizes.includes(undefined) ? null : sizes.reduce((sum, size) => sum + Number(size), 0);
}
