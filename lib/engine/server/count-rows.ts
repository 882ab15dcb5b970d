import { ByteReader } from '../../bytes/byte-reader.js';
import { BigtabError } from '../../errors.js';
import { ResultBlockWriter } from '../../keyvalue/result-block.js';
import { type OpenScannerRequest, readOpenScanner } from '../../service/scan-codec.js';
import type { Engine } from '../region/engine.js';
import type { Region } from '../region/region.js';
import type { OpenScan } from '../region/region-reads.js';
import type { LongCall } from './long-calls.js';
import { openIndexScan } from './open-index-scan.js';
import { enabledRegion, tableGone } from './requests.js';
import { checkRawColumns } from './scan-query.js';

/** A turn does not delay other requests for longer than this, in ms, nor read more bytes at once. */
const TURN_MS = 8;
const TURN_BYTES = 1024 * 1024;

interface Counted {
  readonly rows: number;
  readonly cells: number;
}

/** An open scan, and the cells or entries that it has visited. */
interface Counting {
  readonly scan: OpenScan;
  readonly visited: () => number;
}

/**
 * Counts the rows of a scan in turns, all in one state of the table. `bytes`: a request of the operation OpenScanner.
 * Throws as that operation does, and INVALID_STATE if the call was ended.
 */
export async function countRows(engine: Engine, bytes: Uint8Array, call: LongCall): Promise<Counted> {
  const { clock, openFiles, yielder } = engine;
  const request = readOpenScanner(new ByteReader(bytes, 0, bytes.length, 'the scan to count'));
  const known = engine.regions.get(request.table);
  const held = openFiles.hold(known === undefined ? [] : [known]);
  try {
    await held.ready;
    const region = enabledRegion(engine, request.table);
    const total = region.stores.reduce((cells, { view }) => cells + view.cellCount, 0);
    const { scan, visited } = openCount(engine, region, request);
    const writer = new ResultBlockWriter();
    let rows = 0;
    try {
      for (;;) {
        const end = clock.monotonic() + TURN_MS;
        writer.begin([]);
        const budget = { rows: request.limit - rows, bytes: TURN_BYTES, deadline: () => clock.monotonic() >= end };
        const more = scan.scanner.fill(writer, budget);
        rows += writer.wholeRows;
        if (total > 0) call.advance(Math.min(visited(), total), total);
        if (!more || rows >= request.limit) return { rows, cells: visited() };
        await yielder();
        if (call.isAborted) throw new BigtabError('INVALID_STATE', 'The count was ended');
        if (region.closed) throw tableGone(region.name);
        enabledRegion(engine, request.table);
      }
    } finally {
      scan.close();
    }
  } finally {
    held.release();
  }
}

function openCount(engine: Engine, region: Region, request: OpenScannerRequest): Counting {
  if (request.index !== null) {
    const scan = openIndexScan(engine, region, request, request.index);
    return { scan, visited: () => scan.entries };
  }
  checkRawColumns(region, request);
  const { dataClock, group } = engine;
  // Pieces of rows are not counted.
  const query = { ...request, batch: Number.POSITIVE_INFINITY };
  const { scan, trace } = region.reads.traced(request, query, group.readPoint, dataClock.now());
  return { scan, visited: () => trace.cells };
}
