/*
 * The consequences of writes that an open finds lost. They are stored before the log continues in another segment: the header
 * of that segment does not list what is missing, so a later open could not find them any more.
 */
import type { Catalog, CatalogImage } from '../../storage/catalog/catalog.js';
import type { Manifest } from '../../storage/manifest/manifest.js';
import type { LogContents } from '../../storage/wal/read-log.js';
import { withIncompleteIndexes } from '../region/new-indexes.js';
import { randomName } from '../region/random-name.js';
import type { Region } from '../region/region.js';
import { lostWith } from '../region/region-commit.js';
import { mapRecords } from '../region/rollback-point.js';
import type { OpenedTable } from './open-table.js';
import { writeImage } from './write-image.js';

/** The data that was read from the files and the log. */
export interface ReadWrites {
  readonly opened: readonly OpenedTable[];
  readonly log: Pick<LogContents, 'hasGaps' | 'lost' | 'problems'>;
  /** The largest sequence id that was found. */
  readonly lastSequenceId: number;
}

/** An image, and why the catalog does not have it, or null. */
interface StoredImage {
  readonly image: CatalogImage;
  readonly broken: unknown;
}

/**
 * Stores the image with what follows from lost writes, in one commit: it lists them; no increment continues an export
 * that may have them; and if records of the log are lost, indexes are built again, because an entry may be lost on which
 * a later record counts. They keep the entries that they have, of which outdated ones do no harm. Returns `stored` if
 * nothing is lost.
 */
export async function storeLostWrites<S extends StoredImage>(
  stored: S,
  read: ReadWrites & { readonly regions: ReadonlyMap<string, Region> },
  { catalog, random }: { readonly catalog: Catalog; readonly random: () => number },
  manifest: Manifest,
): Promise<S> {
  const image = withLostWrites(stored.image, read, random);
  if (image === stored.image) return stored;
  if (losesRecords(read)) {
    for (const { indexes } of read.regions.values()) for (const index of indexes) index.lose();
  }
  const broken = stored.broken ?? (await writeImage(catalog, image, 'older'));
  manifest.write(image);
  return { ...stored, image, broken };
}

function withLostWrites(image: CatalogImage, read: ReadWrites, random: () => number): CatalogImage {
  const { exports, lost: before = [], generation } = image.database;
  const { lastSequenceId, log, opened } = read;
  const loses =
    losesRecords(read) ||
    (exports !== undefined &&
      (exports.sequenceId > lastSequenceId || opened.some(({ problems }) => problems.length > 0)));
  if (!loses) return image;
  const { database, ...records } = losesRecords(read) ? mapRecords(image, withIncompleteIndexes) : image;
  const lost = lostWith(before, log.lost);
  return {
    ...records,
    database: {
      ...database,
      generation: generation + 1,
      ...(exports && { exports: { database: randomName(random), sequenceId: 0 } }),
      ...(log.hasGaps && { lostEpoch: database.epoch }),
      ...(lost.length > 0 && { lost }),
    },
  };
}

/** Whether records of the log may be lost. */
export function losesRecords({ log }: Pick<ReadWrites, 'log'>): boolean {
  return log.problems.length > 0;
}
