/*
 * Measures, as a program of its own under `node --expose-gc`: the heap that a scan of 100,000 cells uses up beyond its reply. Prints
 * JSON, see `ScanHeapGrowth`.
 *
 * Cells stand in a store file and two memstore segments; one batch holds them all. Buffers of the reply are not on the heap. A first
 * scan warms up, because code that is not compiled yet makes numbers into objects.
 */
import { performance, PerformanceObserver } from 'node:perf_hooks';
import { encodeText } from '../bytes/text.js';
import { Segment } from '../memstore/segment.js';
import { SlabPool } from '../memstore/slab.js';
import { RegionScanner } from '../scan/region-scanner.js';
import { ResultBlockWriter } from '../service/result-block.js';
import { BlockCache } from '../storefile/block-cache.js';
import { encodeCells, put, type TestCell } from './cells.js';
import { openStoreFile } from './store-files.js';

export interface ScanHeapGrowth {
  readonly cells: number;
  readonly bytesPerCell: number;
  /** The same for the scan that warmed up. */
  readonly bytesPerCellCold: number;
  readonly nanosecondsPerCell: number;
  /** Garbage collections during the measured scan; with any the number means nothing. */
  readonly collections: number;
}

const CELLS = 100_000;
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

/** Makes a scan that writes every cell into `writer`. */
function prepareScan(writer: ResultBlockWriter): () => void {
  const cells = makeCells();
  const pool = new SlabPool();
  const file = openStoreFile(cells.filter((_, index) => index % 4 < 2), {}, new BlockCache());
  const segments = [2, 3].map((rest) => makeSegment(pool, cells.filter((_, index) => index % 4 === rest)));
  const everything = new Uint8Array(0);
  return () => {
    const sources = [file.scanner(0), ...segments.map((segment, index) => segment.scanner(index + 1))];
    const scanner = new RegionScanner({
      families: [{ index: 0, sources, qualifiers: null }],
      start: everything,
      startInclusive: true,
      stop: null,
      stopInclusive: false,
      reversed: false,
      readPoint: CELLS,
      now: 0,
    });
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

async function countCollections(): Promise<() => Promise<number>> {
  let collections = 0;
  const observer = new PerformanceObserver((list) => {
    collections += list.getEntries().length;
  });
  observer.observe({ entryTypes: ['gc'] });
  return async () => {
    await new Promise((resolve) => setTimeout(resolve, 0));
    observer.disconnect();
    return collections;
  };
}

async function measure(scan: () => void): Promise<{ bytes: number; nanoseconds: number; collections: number }> {
  gc();
  await new Promise((resolve) => setTimeout(resolve, 10));
  const collections = await countCollections();
  const before = process.memoryUsage().heapUsed;
  const start = performance.now();
  scan();
  const nanoseconds = (performance.now() - start) * 1e6;
  const bytes = process.memoryUsage().heapUsed - before;
  return { bytes, nanoseconds, collections: await collections() };
}

const scan = prepareScan(new ResultBlockWriter());
const cold = await measure(scan);
let warm = await measure(scan); for (let k=0;k<6;k++){ warm = await measure(scan); console.error((warm.bytes/CELLS).toFixed(2), (warm.nanoseconds/CELLS).toFixed(0)); }
const growth: ScanHeapGrowth = {
  cells: CELLS,
  bytesPerCell: warm.bytes / CELLS,
  bytesPerCellCold: cold.bytes / CELLS,
  nanosecondsPerCell: warm.nanoseconds / CELLS,
  collections: warm.collections,
};
console.log(JSON.stringify(growth));
