/*
 * What every catalog refuses, so that a writer of an older epoch cannot change anything.
 */
import { BigtabError, corruption, type ErrorCode } from '../../errors.js';
import { isNoAnswer } from '../../within.js';
import type { Catalog, CatalogEdit, CatalogImage, DatabaseRecord } from './catalog.js';

/** The part of a catalog that decides which commit may follow. */
export type Stored = Pick<DatabaseRecord, 'epoch' | 'generation'> | null;

/** Throws FENCED unless `image` may replace `stored`. REQUIRES a call in the transaction that then writes. */
export function admitReplace(stored: Stored, image: CatalogImage): void {
  if (stored !== null && stored.epoch > image.database.epoch) throw fenced(stored.epoch, image.database.epoch);
}

/**
 * Throws FENCED or CORRUPTION unless `edit` may follow `stored`. REQUIRES a call in the transaction that then writes.
 */
export function admitCommit(stored: Stored, edit: CatalogEdit, where: string): void {
  const { epoch, generation } = edit.database;
  if (stored === null || stored.epoch !== epoch) throw fenced(stored?.epoch ?? null, epoch);
  if (stored.generation + 1 !== generation) {
    throw corruption(
      where,
      0,
      `expected generation ${generation - 1} before ${generation}, found ${stored.generation}`,
    );
  }
}

/** Whether `error` refused a writer. */
export function isFenced(error: unknown): boolean {
  return BigtabError.is(error) && error.code === 'FENCED';
}

/** Codes of errors of a catalog that works: it is in use, full, or not for this writer. */
const REFUSALS: readonly string[] = [
  'FENCED',
  'FORMAT_TOO_NEW',
  'DATABASE_BUSY',
  'QUOTA_EXCEEDED',
  'STORAGE_CLEARED',
] satisfies ErrorCode[];

/** Whether `error` means that the catalog itself cannot be used, such as one whose files the browser cannot open. */
export function isBroken(error: unknown): boolean {
  return !isNoAnswer(error) && !(BigtabError.is(error) && REFUSALS.includes(error.code));
}

/**
 * Replaces the stored image. A catalog that cannot be used is deleted and created again, if `mayReset`. REQUIRES that
 * the image is in the mirror then.
 */
export async function rebuildCatalog(catalog: Catalog, image: CatalogImage, mayReset: boolean): Promise<void> {
  try {
    await catalog.replace(image);
  } catch (error) {
    if (!mayReset || !isBroken(error)) throw error;
    await catalog.reset();
    await catalog.replace(image);
  }
}

/** Whether `error` refused a commit because no image is stored: the image was deleted, and there is no other writer. */
export function isEmptied(error: unknown): boolean {
  return isFenced(error) && (error as BigtabError).details.stored === null;
}

function fenced(stored: number | null, own: number): BigtabError {
  const found = stored === null ? 'is empty' : `belongs to the writer of epoch ${stored}`;
  return new BigtabError('FENCED', `The catalog ${found}; this worker has epoch ${own}`, {
    details: { epoch: own, stored },
  });
}
