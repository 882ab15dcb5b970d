import { bytesIn, type Content, type Population } from './content.js';
import type { Device } from './device.js';
import type { SimulatedFile } from './simulated-file.js';
import { sortedRuns } from './simulated-file.js';
import { WeightedSamples } from './weighted-samples.js';

/** The figures of one load under one policy. */
export interface Figures {
  /** Bytes written to store files, of flushes and compactions, for each byte flushed. */
  readonly writes: number;
  /** The files that a get reads: those that contain the key, and 1 % of the others, whose bloom filters say maybe. */
  readonly get: { readonly mean: number; readonly p99: number };
  /** The sorted runs that a scan merges. */
  readonly scan: { readonly mean: number; readonly p99: number };
  /** Bytes on the device for each byte that reads return; these count as 16 MiB if they are fewer. */
  readonly space: { readonly mean: number; readonly worst: number };
  /** The most bytes that outputs and replaced files took besides the files in use. */
  readonly extraBytes: number;
  /** Bytes written by compactions, for each day. */
  readonly compactedBytesPerDay: number;
  /** The part of the time during which a compaction was due that had no room. */
  readonly withoutRoom: number;
  /** Seconds for which writes waited for a compaction. */
  readonly waitedSeconds: number;
  /** Bytes that were not written, because the device was full. */
  readonly refusedBytes: number;
}

/** The rate at which a bloom filter says maybe for a key that its file does not contain. */
const MAYBE = 0.01;
const LEAST_LIVE_BYTES = 16 << 20;

/** Adds up what happens to a store. */
export class FigureCounter {
  flushedBytes = 0;
  compactedBytes = 0;
  waitedMs = 0;
  refusedBytes = 0;
  private withoutRoomMs = 0;
  private extraBytes = 0;
  private readonly filesOfGets = new WeightedSamples();
  private readonly runsOfScans = new WeightedSamples();
  private readonly spaces = new WeightedSamples();

  /** The state of the store during `ms` milliseconds, in which reads come at any time with the same probability. */
  passes(ms: number, state: StoreState): void {
    const { files, live, cells, device, isShort } = state;
    const runs = sortedRuns(files);
    const liveBytes = bytesIn(live);
    this.runsOfScans.add(runs, ms);
    this.filesOfGets.add(filesOfGet(runs, live, cells), ms);
    this.spaces.add(device.usedBytes / Math.max(liveBytes, LEAST_LIVE_BYTES), ms);
    this.extraBytes = Math.max(this.extraBytes, device.extraBytes);
    if (isShort) this.withoutRoomMs += ms;
  }

  figures(days: number, openMs: number): Figures {
    const { flushedBytes, compactedBytes, waitedMs, refusedBytes } = this;
    return {
      writes: (flushedBytes + compactedBytes) / flushedBytes,
      get: { mean: this.filesOfGets.mean, p99: this.filesOfGets.quantile(0.99) },
      scan: { mean: this.runsOfScans.mean, p99: this.runsOfScans.quantile(0.99) },
      space: { mean: this.spaces.mean, worst: this.spaces.most },
      extraBytes: this.extraBytes,
      compactedBytesPerDay: compactedBytes / days,
      withoutRoom: this.withoutRoomMs / (openMs * days),
      waitedSeconds: waitedMs / 1000,
      refusedBytes,
    };
  }
}

export interface StoreState {
  readonly files: readonly SimulatedFile[];
  /** What reads return. */
  readonly live: Content;
  /** What the files contain, keys of several files several times. */
  readonly cells: Content;
  readonly device: Device;
  /** Whether a compaction is due that has no room. */
  readonly isShort: boolean;
}

/** The expected number of files that a get of a live key reads. */
function filesOfGet(runs: number, live: Content, cells: Content): number {
  let reads = 0;
  let files = 0;
  for (const [keys, count] of live) {
    const weight = count * keys.reads;
    reads += weight;
    files += weight * holders(keys, count, cells);
  }
  const holding = reads === 0 ? 0 : files / reads;
  return holding + MAYBE * (runs - holding);
}

/** In how many files a live key is. Of keys that are written once, the files may have more: deleted ones. */
function holders(keys: Population, count: number, cells: Content): number {
  return keys.overwritten ? (cells.get(keys) ?? 0) / count : 1;
}
