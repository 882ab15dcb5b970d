/*
 * The removal of a database. It begins with a tombstone: an image without tables, marked as deleted, which replaces the
 * newest image in the catalog and, as a new manifest, beside it. An open that finds the tombstone finishes the removal
 * first, so that a removal that was interrupted leaves no value on the device. Every file is emptied and flushed before
 * its name is removed: a power cut may bring names back, but then they hold nothing.
 */
import { settleAll } from '../../settle-all.js';
import type { Catalog, CatalogImage } from '../../storage/catalog/catalog.js';
import { isFileNotFound } from '../../storage/fs/file-errors.js';
import { parseManifestName } from '../../storage/fs/file-names.js';
import type { FileSystem } from '../../storage/fs/file-system.js';
import { Manifest } from '../../storage/manifest/manifest.js';
import { readManifests } from '../../storage/manifest/read-manifests.js';
import { newDatabase } from '../region/opening-image.js';

/** Removes all that is stored of a database; does nothing if it does not exist. Closes the catalog. */
export async function removeDatabase(files: FileSystem, catalog: Catalog): Promise<void> {
  try {
    const tombstone = await mark(files, catalog);
    await finishRemoval(files, catalog, tombstone);
  } finally {
    await catalog.close();
  }
}

/** Continues a removal after its tombstone was written, until nothing is left. */
export async function finishRemoval(files: FileSystem, catalog: Catalog, tombstone: string | null): Promise<void> {
  const paths = await filesBelow(files, '');
  for (const path of paths) if (path !== tombstone) await erase(files, path);
  for (const directory of await files.listDirectories('')) await files.removeDirectory(directory);
  if (tombstone !== null) await files.remove(tombstone);
  await catalog.reset();
}

/** Writes the tombstone, as far as the medium allows, and returns the path of its manifest. */
async function mark(files: FileSystem, catalog: Catalog): Promise<string | null> {
  const stored = await catalog.open().catch(() => null);
  const mirrored = await readManifests(files).catch(() => ({ image: null }));
  const names = (await files.list('')).flatMap((name) => parseManifestName(name) ?? []);
  if (stored === null && names.length === 0) return null;
  const epochs = [stored, mirrored.image].map((image) => image?.database.epoch ?? 0);
  const image = tombstoneOf(Math.max(...epochs, ...names.map(({ epoch }) => epoch)) + 1);
  if (stored !== null) await catalog.replace(image).catch(() => {});
  try {
    const manifest = await Manifest.create(files, image.database.epoch);
    try {
      manifest.write(image);
      return manifest.path;
    } finally {
      manifest.close();
    }
  } catch {
    // On a full device there is no room for it; the catalog has the tombstone.
    return null;
  }
}

function tombstoneOf(epoch: number): CatalogImage {
  return { database: { ...newDatabase(epoch), deleted: true }, tables: [] };
}

/** The paths of all files, those of subdirectories included. */
async function filesBelow(files: FileSystem, directory: string): Promise<readonly string[]> {
  const below = (name: string): string => (directory === '' ? name : `${directory}/${name}`);
  const [names, directories] = await settleAll([files.list(directory), files.listDirectories(directory)]);
  const deeper = await settleAll(directories.map((name) => filesBelow(files, below(name))));
  return [...names.map(below), ...deeper.flat()];
}

/** Empties a file and removes it. A file that cannot be written is only removed. */
async function erase(files: FileSystem, path: string): Promise<void> {
  try {
    const handle = await files.open(path);
    try {
      handle.truncate(0);
      handle.flush();
    } finally {
      handle.close();
    }
  } catch (error) {
    if (isFileNotFound(error)) return;
  }
  await files.remove(path);
}
