/*
 * A separate program for `node --expose-gc` that measures how much heap a scan of 100,000 cells uses in addition to its
 * reply. Prints JSON, see `ScanHeapGrowth`.
 *
 * The cells are in a store file and two memstore segments, and one batch contains them all. Buffers of the reply are
 * not on the heap. A few scans warm up, because code that is not compiled yet turns numbers into objects.
 */
import { PerformanceObserver } from 'node:perf_hooks';
import { encodeText } from '../bytes/text.js';
import { RegionScanner, type RegionScanOptions } from '../engine/scan/region-scanner.js';
import type { KeyValueScanner } from '../keyvalue/key-value-scanner.js';
import { ResultBlockWriter } from '../keyvalue/result-block.js';
import { ALL_TIME } from '../model/time-range.js';
import { Segment } from '../storage/memstore/segment.js';
import { SlabPool } from '../storage/memstore/slab.js';
import { BlockCache } from '../storage/storefile/block-cache.js';
import { encodeCells, put, type TestCell } from './samples/cells.js';
import { scanInfo } from './samples/scan-infos.js';
import { openStoreFile } from './samples/store-files.js';

export interface ScanHeapGrowth {
  readonly cells: number;
  readonly bytesPerCell: number;
  /** The number of garbage collections during the measured scan. If there are any, the result is meaningless. */
  readonly collections: number;
}

const CELLS = 100_000;
const FAMILY = scanInfo();
const QUALIFIERS = ['precipitation', 'temp_max', 'temp_min', 'wind'];

declare const gc: () => void;

function makeCells(): TestCell[] {
  const value = new Uint8Array(100).fill(65);
  return Array.from({ length: CELLS }, (_, index) => {
    const row = `seattle-${String(Math.floor(index / QUALIFIERS.length)).padStart(8, '0')}`;
    return put(row, QUALIFIERS[index % QUALIFIERS.length] as string, 1_700_000_000_000 + index, index + 1, value);
  });
}

function makeSegment(pool: SlabPool, cells: readonly TestCell[]): Segment {
  const segment = new Segment(pool);
  const { block, offsets } = encodeCells(cells);
  for (const offset of offsets) segment.insert(block, offset);
  return segment;
}

/** Makes a scan that writes every cell to `writer`. */
function prepareScan(writer: ResultBlockWriter): () => void {
  const cells = makeCells();
  const pool = new SlabPool();
  const file = openStoreFile(
    cells.filter((_, index) => index % 4 < 2),
    {},
    new BlockCache(),
  );
  const segments = [2, 3].map((rest) =>
    makeSegment(
      pool,
      cells.filter((_, index) => index % 4 === rest),
    ),
  );
  const everything = new Uint8Array(0);
  const options = (sources: readonly KeyValueScanner[]): RegionScanOptions => ({
    families: [{ index: 0, family: everything, sources, qualifiers: null, info: FAMILY, timeRange: ALL_TIME }],
    start: everything,
    startInclusive: true,
    stop: null,
    stopInclusive: false,
    beyond: null,
    reversed: false,
    readPoint: CELLS,
    now: 0,
    maxVersions: 1,
    storeLimit: -1,
    storeOffset: 0,
    raw: false,
    filter: null,
    onDemand: true,
    batch: Number.POSITIVE_INFINITY,
    transferBytes: Number.POSITIVE_INFINITY,
    transferResults: Number.POSITIVE_INFINITY,
    unwritten: null,
  });
  const scanner = new RegionScanner(options([]));
  return () => {
    scanner.reset(options([file.scanner(0), ...segments.map((segment, index) => segment.scanner(index + 1))]));
    writer.begin([encodeText('daily')]);
    scanner.fill(writer, {
      rows: Number.POSITIVE_INFINITY,
      bytes: Number.POSITIVE_INFINITY,
      deadline: () => false,
    });
    scanner.close();
    if (writer.rows * QUALIFIERS.length !== CELLS) throw new Error(`the scan gave ${writer.rows} rows`);
  };
}

/** Counts garbage collections until the returned function is called. */
function countCollections(): () => Promise<number> {
  let collections = 0;
  const observer = new PerformanceObserver((list) => {
    collections += list.getEntries().length;
  });
  observer.observe({ entryTypes: ['gc'] });
  return async () => {
    await new Promise((resolve) => setTimeout(resolve, 10));
    observer.disconnect();
    return collections;
  };
}

async function measure(scan: () => void): Promise<ScanHeapGrowth> {
  gc();
  await new Promise((resolve) => setTimeout(resolve, 10));
  const collections = countCollections();
  const before = process.memoryUsage().heapUsed;
  scan();
  const bytes = process.memoryUsage().heapUsed - before;
  return { cells: CELLS, bytesPerCell: bytes / CELLS, collections: await collections() };
}

const scan = prepareScan(new ResultBlockWriter());
for (let round = 0; round < 3; round++) scan();
console.log(JSON.stringify(await measure(scan)));
