import type { CatalogImage } from '../catalog/catalog.js';
import { isNewer } from '../catalog/catalog-image.js';
import { BigtabError } from '../errors.js';
import { isFileNotFound } from '../fs/file-errors.js';
import { type NumberedName, parseManifestName } from '../fs/file-names.js';
import type { FileSystem } from '../fs/file-system.js';
import { decodeManifest, type ManifestContents } from './manifest-format.js';

/** What all manifests of a database say. */
export interface MirroredCatalog {
  /** The newest whole image, by epoch and generation. */
  readonly image: CatalogImage | null;
  /** Path of the file it stands in. */
  readonly path: string | null;
  /** Paths of all manifests, whatever they hold. */
  readonly paths: readonly string[];
  /** Sentences for people about files that are damaged; a torn write is no damage. */
  readonly problems: readonly string[];
}

/** Reads every manifest. FORMAT_TOO_NEW when a newer version wrote one. Changes nothing. */
export async function readManifests(files: FileSystem): Promise<MirroredCatalog> {
  const paths: string[] = [];
  const problems: string[] = [];
  let image: CatalogImage | null = null;
  let newestPath: string | null = null;
  for (const path of await files.list('')) {
    const name = parseManifestName(path);
    if (name === null) continue;
    paths.push(path);
    const contents = await readManifest(files, path, name, problems);
    if (contents.image === null) continue;
    if (!contents.hasHeader) problems.push(`${path} has a damaged header; its image is whole and was read.`);
    if (image === null || isNewer(contents.image.database, image.database)) {
      image = contents.image;
      newestPath = path;
    }
  }
  return { image, path: newestPath, paths, problems };
}

async function readManifest(
  files: FileSystem,
  path: string,
  name: NumberedName,
  problems: string[],
): Promise<ManifestContents> {
  const nothing: ManifestContents = { hasHeader: false, image: null };
  try {
    return decodeManifest(await readWhole(files, path), name, path);
  } catch (error) {
    if (isFileNotFound(error)) return nothing;
    if (!BigtabError.is(error) || error.code !== 'CORRUPTION') throw error;
    problems.push(`${error.message}; the other copy of the catalog decides.`);
    return nothing;
  }
}

async function readWhole(files: FileSystem, path: string): Promise<Uint8Array> {
  const handle = await files.open(path);
  try {
    const bytes = new Uint8Array(handle.size());
    return bytes.subarray(0, handle.read(bytes, 0));
  } finally {
    handle.close();
  }
}
