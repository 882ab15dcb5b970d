import { errorToData } from '../../errors.js';
import type { StatusReport } from '../../model/status-report.js';
import type { CatalogImage } from '../../storage/catalog/catalog.js';
import { isNewer } from '../../storage/catalog/catalog-image.js';
import { isBroken } from '../../storage/catalog/catalog-rules.js';

/** The image to continue with, and messages about how it was found. */
export interface ChosenImage {
  /** Null if the database is new. */
  readonly image: CatalogImage | null;
  readonly origin: StatusReport['origin'];
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
  const newest = stored !== null && mirrored !== null && isNewer(mirrored.database, stored.database);
  const image = newest ? mirrored : (stored ?? mirrored);
  return { image, origin: originOf(image, image === mirrored), problems };
}

/** A database in which no table was ever created holds nothing: for its user, it is new. */
function originOf(image: CatalogImage | null, isMirror: boolean): StatusReport['origin'] {
  if (image === null || image.database.nextTableId === 1) return 'created';
  return isMirror ? 'recovered' : 'opened';
}

function storedImage(
  read: PromiseSettledResult<CatalogImage | null>,
  hasMirror: boolean,
  problems: string[],
): CatalogImage | null {
  if (read.status === 'fulfilled') return read.value;
  const error: unknown = read.reason;
  if (!hasMirror || !isBroken(error)) throw error;
  problems.push(`The catalog could not be read and was restored from its mirror: ${errorToData(error).message}`);
  return null;
}
