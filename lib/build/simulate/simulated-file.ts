import type { FileStats } from '../../engine/compaction/compaction-policy.js';
import { bytesIn, type Content, cellsIn } from './content.js';

/** A store file: what the policy sees of it, and what it contains. */
export interface SimulatedFile extends FileStats {
  readonly content: Content;
  /** 0 for files that may have any key. On other levels, files are in the order of their keys and do not overlap. */
  readonly level: number;
  /** The part of the range of keys that the file covers, within 0 … 1. */
  readonly from: number;
  readonly to: number;
}

/** The properties of a file that do not follow from its content. */
type Given = Pick<SimulatedFile, 'createdAt' | 'major' | 'maxTimestamp' | 'level' | 'from' | 'to'>;

export function simulatedFile(content: Content, given: Given): SimulatedFile {
  const minTimestamp = Math.min(given.maxTimestamp, ...[...content.keys()].map(({ since }) => since));
  return { content, sizeBytes: bytesIn(content), cellCount: cellsIn(content), minTimestamp, ...given };
}

/** The number of sorted runs: each file of level 0, and each other level. A scan merges all of them. */
export function sortedRuns(files: readonly SimulatedFile[]): number {
  const levels = new Set(files.map(({ level }) => level));
  levels.delete(0);
  return files.filter(({ level }) => level === 0).length + levels.size;
}

export function overlap(a: SimulatedFile, b: SimulatedFile): boolean {
  return a.from < b.to && b.from < a.to;
}

export function totalBytes(files: readonly SimulatedFile[]): number {
  return files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
}
