import { GrowableBytes } from '../storage/fs/growable-bytes.js';
import type { Random } from './random.js';

/**
 * What a power cut does to changes of a file that were not forced to the device: all remain, all are lost, each remains
 * up to some step, or any of these for each change and each block.
 */
export type Unflushed = 'keep' | 'drop' | 'torn' | 'any';

/** The steps in which devices and browsers tear a write. */
const STEPS: readonly number[] = [512, 4096];

interface Change {
  /** A write of `bytes` at `at`, or, if there are no bytes, a truncation to `at`. */
  readonly at: number;
  readonly bytes: Uint8Array | null;
  /** Forced to the device, but after a doubtful change, so it is not merged into `forced` yet. */
  safe: boolean;
  /**
   * A flush of this change failed: the platform no longer knows that it must be written, and no later flush forces it.
   */
  doubtful: boolean;
}

/**
 * The bytes of a simulated file, in two versions: those that every process reads, and those that are certainly on the
 * device.
 *
 * Invariant: `content` is `forced` with all of `changes` applied in order.
 */
export class SimFile {
  readonly content: GrowableBytes;
  private readonly forced: GrowableBytes;
  private changes: Change[];

  constructor(
    content: GrowableBytes = new GrowableBytes(),
    forced: GrowableBytes = content.clone(),
    changes: Change[] = [],
  ) {
    this.content = content;
    this.forced = forced;
    this.changes = changes;
  }

  /** The same file on another simulated medium. Later changes of one do not affect the other. */
  clone(): SimFile {
    const changes = this.changes.map((change) => ({ ...change }));
    return new SimFile(this.content.clone(), this.forced.clone(), changes);
  }

  write(from: Uint8Array, at: number): void {
    if (from.length === 0) return;
    this.content.write(from, at);
    this.changes.push({ at, bytes: from.slice(), safe: false, doubtful: false });
  }

  truncate(size: number): void {
    this.content.truncate(size);
    this.changes.push({ at: size, bytes: null, safe: false, doubtful: false });
  }

  flush(): void {
    for (const change of this.changes) if (!change.doubtful) change.safe = true;
    let merged = 0;
    for (const change of this.changes) {
      if (!change.safe) break;
      applyWhole(this.forced, change);
      merged++;
    }
    this.changes.splice(0, merged);
  }

  failFlush(): void {
    for (const change of this.changes) if (!change.safe) change.doubtful = true;
  }

  /** The content of the device after a power failure. */
  afterPowerCut(unflushed: Unflushed, random: Random): SimFile {
    const content = this.forced.clone();
    for (const change of this.changes) {
      const fate = change.safe ? 'keep' : unflushed === 'any' ? random.pick(FATES) : unflushed;
      applyPart(content, change, fate, random);
    }
    return new SimFile(content);
  }
}

type Fate = 'keep' | 'drop' | 'torn' | 'scattered' | 'grown';
const FATES: readonly Fate[] = ['keep', 'drop', 'torn', 'scattered', 'grown'];

/**
 * The first bytes of a write at `at` that remain after a tear: up to a multiple of 512 or 4,096 in the file, or none,
 * or all.
 */
export function tornPrefix(bytes: Uint8Array, at: number, random: Random): Uint8Array {
  const step = random.pick(STEPS);
  const first = step - (at % step);
  const ends = [0];
  for (let end = first; end < bytes.length; end += step) ends.push(end);
  ends.push(bytes.length);
  return bytes.subarray(0, random.pick(ends));
}

function applyWhole(target: GrowableBytes, change: Change): void {
  if (change.bytes === null) target.truncate(change.at);
  else target.write(change.bytes, change.at);
}

function applyPart(target: GrowableBytes, change: Change, fate: Fate, random: Random): void {
  if (fate === 'drop') return;
  const { at, bytes } = change;
  if (fate === 'keep' || bytes === null) applyWhole(target, change);
  else if (fate === 'torn') target.write(tornPrefix(bytes, at, random), at);
  else {
    const before = target.length;
    const end = at + bytes.length;
    // The new length reached the device, but the blocks did not: they contain zeros, or older data of the device.
    if (end > before) {
      target.truncate(end);
      if (random.chance(0.25)) target.write(random.bytes(end - Math.max(at, before)), Math.max(at, before));
    }
    if (fate === 'scattered') writeSomeBlocks(target, at, bytes, random);
  }
}

function writeSomeBlocks(target: GrowableBytes, at: number, bytes: Uint8Array, random: Random): void {
  const step = random.pick(STEPS);
  for (let from = 0; from < bytes.length; ) {
    const to = Math.min(bytes.length, from + step - ((at + from) % step));
    if (random.chance(0.5)) target.write(bytes.subarray(from, to), at + from);
    from = to;
  }
}
