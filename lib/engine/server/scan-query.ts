import { BigtabError } from '../../errors.js';
import type { OpenScannerRequest } from '../../service/scan-codec.js';
import type { Region } from '../region/region.js';
import type { RegionQuery } from '../region/region-reads.js';

/** The size used if partial results are allowed and no size is requested. */
const DEFAULT_TRANSFER_BYTES = 2 * 1024 * 1024;

/** The query for the region: rows are cut where a transfer could end, if that is allowed. */
export function withPieces(request: OpenScannerRequest): RegionQuery {
  if (!request.allowPartialResults) return request;
  const { maxResultSize, caching } = request;
  return {
    ...request,
    transferBytes: Number.isFinite(maxResultSize) ? maxResultSize : DEFAULT_TRANSFER_BYTES,
    transferResults: caching,
  };
}

/** Throws INVALID_OPERATION for a raw scan with columns, but checks NO_SUCH_COLUMN_FAMILY first. */
export function checkRawColumns(region: Region, { raw, families }: RegionQuery): void {
  if (!raw || families.every(({ qualifiers }) => qualifiers === null)) return;
  for (const { family } of families) if (region.store(family) === undefined) throw region.noSuchFamily(family);
  throw new BigtabError('INVALID_OPERATION', 'Cannot specify any column for a raw scan');
}
