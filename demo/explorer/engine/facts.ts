import type {
  Explanation,
  RegionMetrics,
  SourceExplanation,
  StatusReport,
  StoreFileMetrics,
  StoreMetrics,
  Usage,
} from 'bigtab';
import { countOf, inBytes, inCount, inTime } from '../ui/amounts.js';
import { inTimestamp } from '../ui/times.js';

/*
 * The state of the engine as text.
 */

/** A bounded resource, or a number. */
export interface Fact {
  readonly name: string;
  readonly value: string;
  readonly about: string;
  /** The used share of the limit, from 0 to 1. */
  readonly share?: number;
}

/** The resources and the work of the whole database. */
export function databaseFacts({ memory, storeFiles, compactions, flushing, pruning }: StatusReport): readonly Fact[] {
  const { key, bloom, time, expired } = pruning.files;
  const left = [
    [key, 'by key'],
    [bloom, 'by bloom filter'],
    [time, 'by time'],
    [expired, 'expired'],
  ] as const;
  return [
    usageFact('Memstore', 'writes not yet in files', memory.memstore),
    usageFact('Log', 'data that a recovery would read', memory.log),
    usageFact('Slabs', 'memory used by the memstore', memory.slab),
    usageFact('Block cache', 'file blocks kept in memory', memory.blockCache),
    {
      name: 'Store files',
      value: storeFiles.count === 0 ? 'none' : inBytes(storeFiles.bytes),
      // This fits on one line, because a second line would move the content below.
      about: `${countOf(storeFiles.count, 'file')}${flushing ? ', one being written' : ' in all tables'}`,
    },
    {
      name: 'Compactions',
      value: compactions.running > 0 ? `${compactions.running} running` : `${inCount(compactions.finished)} done`,
      about: compactions.enabled ? 'since the database was opened' : 'switched off',
    },
    {
      name: 'Files skipped',
      value: inCount(key + bloom + time + expired),
      about: `${skippedBy(left)}Blocks skipped: ${inCount(pruning.blocks)}.`,
    },
  ];
}

/** `by key` if all were skipped for one reason, otherwise the number for each reason; empty if none was skipped. */
function skippedBy(counts: readonly (readonly [count: number, by: string])[]): string {
  const some = counts.filter(([count]) => count > 0);
  if (some.length === 0) return '';
  const words = some.map(([count, by]) => (some.length === 1 ? by : `${inCount(count)} ${by}`));
  return `(${words.join(', ')}). `;
}

function usageFact(name: string, what: string, { used, limit }: Usage): Fact {
  const share = limit === 0 ? 0 : Math.min(used / limit, 1);
  return { name, value: inBytes(used), about: `of ${inBytes(limit)}: ${what}`, share };
}

/** One bar of a family: its memstore, or a store file. */
export interface SourceBar {
  readonly key: string;
  readonly name: string;
  /** The operation that created it. */
  readonly tag: 'memstore' | 'flush' | 'compaction' | 'major';
  readonly size: string;
  /** The size as a share of the largest size in the table. */
  readonly share: number;
  readonly facts: readonly string[];
}

/** The bars of each family of a table, from new to old, all with the same scale. */
export function familyBars({
  stores,
}: RegionMetrics): readonly { readonly family: string; readonly bars: readonly SourceBar[] }[] {
  const sizes = stores.flatMap((store) => [store.memstoreBytes, ...store.storeFiles.map(({ sizeBytes }) => sizeBytes)]);
  const largest = Math.max(1, ...sizes);
  return stores.map((store) => ({
    family: store.family,
    bars: [memstoreBar(store, largest), ...store.storeFiles.map((file) => fileBar(file, largest))],
  }));
}

function memstoreBar({ memstoreBytes, memstoreCells }: StoreMetrics, largest: number): SourceBar {
  return {
    key: 'memstore',
    name: 'Memstore',
    tag: 'memstore',
    size: memstoreCells === 0 ? 'empty' : inBytes(memstoreBytes),
    share: memstoreCells === 0 ? 0 : memstoreBytes / largest,
    facts: [memstoreCells === 0 ? 'nothing to flush' : countOf(memstoreCells, 'cell')],
  };
}

function fileBar(file: StoreFileMetrics, largest: number): SourceBar {
  const { number, kind, major, sizeBytes, cells, markers, blocks, cachedBlocks } = file;
  const found =
    markers === 0 ? countOf(cells, 'cell') : `${countOf(cells, 'cell')}, including ${countOf(markers, 'marker')}`;
  return {
    key: String(number),
    name: `File ${number}`,
    tag: major ? 'major' : kind,
    size: inBytes(sizeBytes),
    share: sizeBytes / largest,
    facts: [found, ...rangesOf(file), `${cachedBlocks} of ${countOf(blocks, 'block')} in the cache`],
  };
}

function rangesOf({
  minKey,
  maxKey,
  minTimestamp,
  maxTimestamp,
  minSequenceId,
  maxSequenceId,
}: StoreFileMetrics): readonly string[] {
  if (minKey === null || maxKey === null || minTimestamp === null || maxTimestamp === null) return [];
  return [
    minKey === maxKey ? `row ${minKey}` : `rows ${minKey} … ${maxKey}`,
    minTimestamp === maxTimestamp
      ? `time ${inTimestamp(minTimestamp)}`
      : `times ${inTimestamp(minTimestamp)} … ${inTimestamp(maxTimestamp)}`,
    `writes ${inCount(minSequenceId ?? 0)} … ${inCount(maxSequenceId ?? 0)}`,
  ];
}

/** The outcome of a read, in a sentence. */
export function explanationSentence({ families, ms }: Explanation): string {
  const files = families.flatMap(({ sources }) => sources).filter(({ kind }) => kind === 'file');
  const read = files.filter(({ verdict }) => verdict === 'read').length;
  const cells = families.reduce((sum, { cellsReturned }) => sum + cellsReturned, 0);
  const of = files.length === 0 ? 'there are no files yet' : `${read} of ${countOf(files.length, 'file')} read`;
  return `${cells === 0 ? 'Nothing found' : `${countOf(cells, 'cell')} found`} in ${inTime(ms)}: ${of}.`;
}

/** How a read used one source, in a sentence. */
export function verdictSentence({ verdict, kind, cells, blocksRead, blocksCached }: SourceExplanation): string {
  if (verdict !== 'read') return VERDICTS[verdict];
  const looked = `${countOf(cells, 'cell')} read`;
  if (kind === 'memstore') return looked;
  return `${looked}, ${countOf(blocksRead, 'block')} from disk, ${inCount(blocksCached)} from the cache`;
}

const VERDICTS: Readonly<Record<Exclude<SourceExplanation['verdict'], 'read'>, string>> = {
  bloom: 'its bloom filter does not contain the row',
  time: 'none of its timestamps is in the requested range',
  key: 'its range of row keys does not include the row',
  expired: 'everything in it has expired',
};
