import type { IndexQuery } from '../../model/index-query.js';
import type { OpenScannerRequest } from '../../service/scan-codec.js';
import { findIndex, IndexScan } from '../index/index-scan.js';
import type { Engine } from '../region/engine.js';
import type { Region } from '../region/region.js';

/** Opens a scan of a table by one of its indexes. Throws INVALID_ARGUMENT, INVALID_STATE and NO_SUCH_COLUMN_FAMILY. */
export function openIndexScan(
  { group, dataClock }: Pick<Engine, 'group' | 'dataClock'>,
  region: Region,
  request: OpenScannerRequest,
  read: IndexQuery,
): IndexScan {
  for (const { family } of request.families) if (region.store(family) === undefined) throw region.noSuchFamily(family);
  const { start, startInclusive, reversed } = request;
  const position = { key: start, inclusive: startInclusive, reversed };
  const rows = Math.min(request.limit, request.caching);
  return new IndexScan(
    region,
    findIndex(region, read.index),
    read,
    position,
    request,
    group.readPoint,
    dataClock.now(),
    rows,
  );
}
