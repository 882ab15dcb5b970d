import { ByteReader } from '../../bytes/byte-reader.js';
import type { GetParts } from '../../model/get-request.js';
import { readGet } from '../../service/get-codec.js';
import { type OpenScannerRequest, readOpenScanner } from '../../service/scan-codec.js';
import type { RegionQuery } from '../region/region-reads.js';
import type { ScanRange } from '../region/scan-range.js';
import { withPieces } from './scan-query.js';

/** A get or a scan in the form in which it runs. */
export interface SingleRead {
  readonly table: string;
  readonly range: ScanRange;
  readonly query: RegionQuery;
  /** The number of rows. */
  readonly limit: number;
  readonly existenceOnly: boolean;
  /** A scan by an index as it was sent, otherwise null. */
  readonly byIndex: OpenScannerRequest | null;
}

/** `bytes`: a request of the operation Get, with one get, or of OpenScanner. */
export function readSingle(kind: 'get' | 'scan', bytes: Uint8Array): SingleRead {
  const reader = new ByteReader(bytes, 0, bytes.length, `the request of a ${kind}`);
  if (kind === 'scan') {
    const scan = readOpenScanner(reader);
    const byIndex = scan.index === null ? null : scan;
    const { table, limit } = scan;
    return { table, range: scan, query: withPieces(scan), limit, existenceOnly: false, byIndex };
  }
  const { table, gets, existenceOnly } = readGet(reader);
  const get = gets[0] as GetParts;
  const range = { start: get.row, startInclusive: true, stop: get.row, stopInclusive: true, reversed: false };
  const query = { ...get, raw: false, batch: Number.POSITIVE_INFINITY };
  return { table, range, query, limit: 1, existenceOnly: existenceOnly || get.checkExistenceOnly, byIndex: null };
}
