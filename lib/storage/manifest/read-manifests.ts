import { errorToData } from '../../errors.js';
import { settleAll } from '../../settle-all.js';
import type { CatalogImage } from '../catalog/catalog.js';
import { isNewer } from '../catalog/catalog-image.js';
import { isBroken } from '../catalog/catalog-rules.js';
import { isFileNotFound } from '../fs/file-errors.js';
import { type NumberedName, parseManifestName } from '../fs/file-names.js';
import type { FileSystem } from '../fs/file-system.js';
import { withAttempts } from '../fs/with-attempts.js';
import { decodeManifest, type ManifestContents } from './manifest-format.js';

/** The content of all manifests of a database. */
export interface MirroredCatalog {
  /** The newest valid image, by epoch and generation. */
  readonly image: CatalogImage | null;
  /** Messages for people about damaged files; a torn write is not damage. */
  readonly problems: readonly string[];
}

/** Reads every manifest. Throws FORMAT_TOO_NEW if a newer version wrote one. Changes nothing. */
export async function readManifests(files: Pick<FileSystem, 'list' | 'open'>): Promise<MirroredCatalog> {
  const problems: string[] = [];
  let image: CatalogImage | null = null;
  const read = await settleAll(
    (await files.list('')).flatMap((path) => {
      const name = parseManifestName(path);
      return name === null ? [] : [readManifest(files, path, name).then((contents) => ({ path, ...contents }))];
    }),
  );
  for (const { path, problem, ...contents } of read) {
    if (problem !== null) problems.push(problem);
    if (contents.image === null) continue;
    if (!contents.hasHeader) problems.push(`${path} has a damaged header; its image is complete and was read.`);
    if (image === null || isNewer(contents.image.database, image.database)) image = contents.image;
  }
  return { image, problems };
}

/** The content of a manifest. If there is none but should be, `problem` contains the reason. */
async function readManifest(
  files: Pick<FileSystem, 'open'>,
  path: string,
  name: NumberedName,
): Promise<ManifestContents & { readonly problem: string | null }> {
  try {
    return { ...decodeManifest(await withAttempts(() => readWhole(files, path)), name, path), problem: null };
  } catch (error) {
    const nothing = { hasHeader: false, image: null };
    if (isFileNotFound(error)) return { ...nothing, problem: null };
    if (!isBroken(error)) throw error;
    return {
      ...nothing,
      problem: `${path} cannot be read: ${errorToData(error).message}; the other copy of the catalog is used.`,
    };
  }
}

async function readWhole(files: Pick<FileSystem, 'open'>, path: string): Promise<Uint8Array> {
  const handle = await files.open(path);
  try {
    const bytes = new Uint8Array(handle.size());
    return bytes.subarray(0, handle.read(bytes, 0));
  } finally {
    handle.close();
  }
}
