import { bench, describe } from 'vitest';
import { encodeText } from '../../bytes/text.js';
import type { KeyValueScanner } from '../../keyvalue/key-value-scanner.js';
import { ResultBlockWriter } from '../../keyvalue/result-block.js';
import { ALL_TIME } from '../../model/time-range.js';
import { Segment } from '../../storage/memstore/segment.js';
import { SlabPool } from '../../storage/memstore/slab.js';
import { encodeCells, put, type TestCell } from '../../testing/samples/cells.js';
import { scanInfo } from '../../testing/samples/scan-infos.js';
import { openStoreFile } from '../../testing/samples/store-files.js';
import { RegionScanner, type RegionScanOptions } from './region-scanner.js';

/*
 * 20,000 cells of 100 bytes, four columns a row: divide a scan by 20,000, the thousand gets by 1,000. Imports are
 * expensive in the test runner, so the times are several times those of the built engine: compare them only with each
 * other.
 */
const CELLS = 20_000;
const QUALIFIERS = ['precipitation', 'temp_max', 'temp_min', 'wind'];
const VALUE = new Uint8Array(100).fill(7);
const NO_ROW = new Uint8Array(0);
const pool = new SlabPool();
const name = (row: number): string => `seattle-${String(row).padStart(8, '0')}`;
const cells = Array.from({ length: CELLS }, (_, index) =>
  put(name(index >>> 2), QUALIFIERS[index & 3] as string, 1_700_000_000_000 + index, index + 1, VALUE),
);

type Source = (order: number) => KeyValueScanner;

function memory(some: readonly TestCell[]): Source {
  const segment = new Segment(pool);
  const { block, offsets } = encodeCells(some);
  for (const offset of offsets) segment.insert(block, offset);
  return (order) => segment.scanner(order);
}

function file(some: readonly TestCell[]): Source {
  const opened = openStoreFile(some);
  return (order) => opened.scanner(order);
}

const part = (count: number, which: number): TestCell[] => cells.filter((_, index) => index % count === which);
const SOURCES: Readonly<Record<string, readonly Source[]>> = {
  'one segment': [memory(cells)],
  'one file': [file(cells)],
  'three files and a segment': [file(part(4, 0)), file(part(4, 1)), file(part(4, 2)), memory(part(4, 3))],
};

const scanner = new RegionScanner(options([], {}));
const writer = new ResultBlockWriter();
const UNLIMITED = { rows: Number.POSITIVE_INFINITY, bytes: Number.POSITIVE_INFINITY, deadline: () => false };

function options(
  sources: readonly Source[],
  some: Partial<RegionScanOptions>,
  qualifiers: readonly Uint8Array[] | null = null,
): RegionScanOptions {
  const family = { family: NO_ROW, info: scanInfo({ maxVersions: 3 }), timeRange: ALL_TIME };
  return {
    families: [{ index: 0, sources: sources.map((source, order) => source(order)), qualifiers, ...family }],
    start: NO_ROW,
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
    unwritten: null,
    onDemand: true,
    batch: Number.POSITIVE_INFINITY,
    transferBytes: Number.POSITIVE_INFINITY,
    transferResults: Number.POSITIVE_INFINITY,
    ...some,
  };
}

function read(to: RegionScanOptions): void {
  scanner.reset(to);
  writer.begin([]);
  scanner.fill(writer, UNLIMITED);
  scanner.close();
}

const rows = Array.from({ length: 1000 }, (_, index) => encodeText(name((index * 7919) % (CELLS >>> 2))));

for (const [where, sources] of Object.entries(SOURCES)) {
  describe(where, () => {
    bench('scan', () => read(options(sources, {})));
    bench('scan of one column', () => read(options(sources, {}, [encodeText('temp_min')])));
    bench('scan of all versions', () => read(options(sources, { maxVersions: 3 })));
    bench('raw scan', () => read(options(sources, { raw: true })));
    bench('scan backward', () => read(options(sources, { reversed: true })));
    bench('1,000 gets', () => {
      for (const row of rows) read(options(sources, { start: row, stop: row, stopInclusive: true }));
    });
  });
}
