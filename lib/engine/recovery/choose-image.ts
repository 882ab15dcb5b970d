import { BigtabError } from '../../errors.js';
import type { CatalogImage } from '../../storage/catalog/catalog.js';
import { isNewer } from '../../storage/catalog/catalog-image.js';

/** The image to continue with, and messages about how it was found. */
export interface ChosenImage {
  /** Null if the database is new. */
  readonly image: CatalogImage | null;
  readonly problems: readonly string[];
}

/**
 * Chooses from the catalog and its mirror the valid image with the highest (epoch, generation). `read`: the outcome of
 * opening the catalog. Either of them may be missing or one commit older; nothing is lost then. Rethrows the error of
 * `read`, such as FORMAT_TOO_NEW, unless the mirror can replace the catalog.
 */
export function chooseImage(
  read: PromiseSettledResult<CatalogImage | null>,
  mirrored: CatalogImage | null,
): ChosenImage {
  const problems: string[] = [];
  const stored = storedImage(read, mirrored !== null, problems);
  if (stored === null && mirrored !== null && problems.length === 0)
    problems.push('The catalog was missing and was restored from its mirror.');
  if (stored !== null && mirrored === null)
    problems.push('The mirror of the catalog was missing and was written again.');
  if (stored === null || mirrored === null) return { image: stored ?? mirrored, problems };
  return { image: isNewer(mirrored.database, stored.database) ? mirrored : stored, problems };
}

function storedImage(
  read: PromiseSettledResult<CatalogImage | null>,
  hasMirror: boolean,
  problems: string[],
): CatalogImage | null {
  if (read.status === 'fulfilled') return read.value;
  const error: unknown = read.reason;
  if (!hasMirror || !BigtabError.is(error) || error.code !== 'CORRUPTION') throw error;
  problems.push(`The catalog could not be read and was restored from its mirror: ${error.message}`);
  return null;
}
