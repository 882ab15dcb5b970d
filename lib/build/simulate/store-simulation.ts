import { WAIT_FILES } from '../../engine/compaction/region-compaction.js';
import { bytesIn, type Content, merged, type Population, partOf } from './content.js';
import { Device } from './device.js';
import { FigureCounter, type Figures } from './figures.js';
import { DAY_MS, type Flush, GIB, type Load, MIB, OPEN_MS } from './loads.js';
import type { Choice, Policy, Situation } from './policy.js';
import { type SimulatedFile, simulatedFile, sortedRuns, totalBytes } from './simulated-file.js';

/** What a compaction reads and writes in a second. */
const BYTES_PER_MS = (20 * MIB) / 1000;
/** How often the engine looks for compactions that are due by time alone. In the engine it is a minute. */
const CHECK_MS = 3_600_000;
/** The device, without the log, its spare segments, the reserve and the catalog. */
const QUOTA_BYTES = 10 * GIB - 128 * MIB;

interface RunningCompaction {
  readonly choice: Choice;
  readonly outputs: readonly SimulatedFile[];
  readonly endsAt: number;
}

/**
 * One store on a device of 10 GiB, from event to event: flushes, ends of compactions, removals of replaced files, and a
 * check each hour. Like the engine, it runs one compaction at a time, looks for the next one after each flush and after
 * each compaction, and lets writes wait for a compaction when there are too many files.
 */
export class StoreSimulation {
  private readonly policy: Policy;
  private readonly load: Load;
  private readonly device = new Device(QUOTA_BYTES);
  private readonly figures = new FigureCounter();
  private now = 0;
  private nextCheck = CHECK_MS;
  private files: readonly SimulatedFile[] = [];
  private live: Content = new Map();
  /** What the files contain, keys of several files several times. */
  private readonly cells = new Map<Population, number>();
  private running: RunningCompaction | null = null;
  private isShort = false;

  constructor(policy: Policy, load: Load) {
    this.policy = policy;
    this.load = load;
  }

  run(days: number, flushes: Iterable<Flush>): Figures {
    for (const flush of flushes) this.flush(flush);
    this.advance(days * DAY_MS);
    return this.figures.figures(days, OPEN_MS);
  }

  private flush({ at, content }: Flush): void {
    this.advance(Math.max(at, this.now));
    const bytes = bytesIn(content);
    this.waitWhile(() => this.running !== null && sortedRuns(this.files) >= WAIT_FILES);
    this.waitWhile(() => bytes > this.device.roomBytes);
    if (bytes > this.device.roomBytes) {
      this.figures.refusedBytes += bytes;
      return;
    }
    const all = { level: 0, from: 0, to: 1, createdAt: this.now, major: false, maxTimestamp: this.now };
    this.add([simulatedFile(content, all)], this.files.length);
    this.live = merged([this.live, content], { now: this.now, share: 1, dropMarkers: true });
    this.figures.flushedBytes += bytes;
    this.consider();
  }

  /** Writes wait for events as long as `mustWait` and one is to come that may change this. */
  private waitWhile(mustWait: () => boolean): void {
    const since = this.now;
    while (mustWait() && this.nextChange < Number.POSITIVE_INFINITY) this.advance(this.nextChange);
    this.figures.waitedMs += this.now - since;
  }

  /** When a compaction ends or a file is removed. */
  private get nextChange(): number {
    return Math.min(this.running?.endsAt ?? Number.POSITIVE_INFINITY, this.device.nextRemovalAt);
  }

  private advance(to: number): void {
    for (;;) {
      const next = Math.min(this.nextChange, this.nextCheck);
      if (next > to) break;
      this.pass(next);
      if (this.running !== null && this.running.endsAt <= next) this.commit(this.running);
      else if (this.device.nextRemovalAt <= next) this.device.removeOldest();
      else this.check();
      if (this.isOpen) this.consider();
    }
    this.pass(to);
  }

  /** Each hour; cells that have expired are no longer returned. */
  private check(): void {
    this.nextCheck += CHECK_MS;
    this.live = merged([this.live], { now: this.now, share: 1, dropMarkers: true });
  }

  private get isOpen(): boolean {
    return this.now % DAY_MS < OPEN_MS;
  }

  private pass(to: number): void {
    const ms = this.isOpen ? to - this.now : 0;
    const state = { files: this.files, live: this.live, cells: this.cells, device: this.device };
    this.figures.passes(ms, { ...state, isShort: this.isShort });
    this.now = to;
  }

  /** Starts the next compaction if one is due and its inputs, and so its output, have room. */
  private consider(): void {
    if (this.running !== null) return;
    const situation = { now: this.now, ttlMs: this.load.ttlMs, roomBytes: this.device.roomBytes };
    const choice = this.policy.choose(this.files, situation);
    this.isShort = choice === null && this.lacksRoom(situation);
    if (choice === null) return;
    const outputs = this.outputsOf(choice);
    this.device.outputBytes = isMove(choice) ? 0 : totalBytes(outputs);
    const bytes = choice.expired || isMove(choice) ? 0 : totalBytes(choice.inputs) + totalBytes(outputs);
    this.running = { choice, outputs, endsAt: this.now + bytes / BYTES_PER_MS };
  }

  private lacksRoom(situation: Situation): boolean {
    if (situation.roomBytes >= totalBytes(this.files)) return false;
    return this.policy.choose(this.files, { ...situation, roomBytes: Number.POSITIVE_INFINITY }) !== null;
  }

  private outputsOf({ inputs, level, fileBytes, expired, dropMarkers }: Choice): readonly SimulatedFile[] {
    if (expired) return [];
    const from = Math.min(...inputs.map((file) => file.from));
    const to = Math.max(...inputs.map((file) => file.to));
    const rules = { now: this.now, share: to - from, dropMarkers };
    const content = merged(
      inputs.map((file) => file.content),
      rules,
    );
    if (content.size === 0 && level > 0) return [];
    const parts = Math.max(1, Math.round(bytesIn(content) / fileBytes));
    const width = (to - from) / parts;
    const maxTimestamp = Math.max(...inputs.map((file) => file.maxTimestamp));
    const given = { level, createdAt: this.now, maxTimestamp, major: inputs.length === this.files.length };
    const part = partOf(content, 1 / parts);
    return Array.from({ length: parts }, (_, at) =>
      simulatedFile(part, { ...given, from: from + at * width, to: from + (at + 1) * width }),
    );
  }

  /** Replaces the inputs by the outputs. */
  private commit({ choice, outputs }: RunningCompaction): void {
    const { inputs } = choice;
    const at = this.files.indexOf(inputs[0] as SimulatedFile);
    this.files = this.files.filter((file) => !inputs.includes(file));
    this.count(inputs, -1);
    this.device.outputBytes = 0;
    this.running = null;
    if (isMove(choice)) this.device.filesBytes -= totalBytes(inputs);
    else {
      this.device.replace(totalBytes(inputs), this.now);
      this.figures.compactedBytes += totalBytes(outputs);
    }
    this.add(outputs, at);
  }

  private add(files: readonly SimulatedFile[], at: number): void {
    this.files = inOrder(this.files.toSpliced(at, 0, ...files));
    this.device.filesBytes += totalBytes(files);
    this.count(files, 1);
  }

  private count(files: readonly SimulatedFile[], sign: 1 | -1): void {
    for (const { content } of files)
      for (const [keys, count] of content) {
        const sum = (this.cells.get(keys) ?? 0) + sign * count;
        if (sum < 1e-3) this.cells.delete(keys);
        else this.cells.set(keys, sum);
      }
  }
}

/** The deepest level first, and each in the order of its keys; level 0 keeps its order. */
function inOrder(files: readonly SimulatedFile[]): readonly SimulatedFile[] {
  return files.toSorted((a, b) => b.level - a.level || a.from - b.from);
}

/** Whether one file goes to the next level as it is, because nothing there overlaps it. */
function isMove({ inputs, level }: Choice): boolean {
  const [only, second] = inputs;
  return only !== undefined && second === undefined && only.level > 0 && only.level !== level;
}
