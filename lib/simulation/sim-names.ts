import type { Random } from './random.js';
import { SimFile, type Unflushed } from './sim-file.js';

/**
 * What a power cut does to changes of names younger than `NAME_AGE_MS`: all remain, all are lost, or all from some
 * point on are lost.
 */
export type YoungNames = 'keep' | 'undo' | 'any';

/** From this age on, a created name, or a removal, survives a power cut. */
const NAME_AGE_MS = 60_000;

interface NameChange {
  readonly path: string;
  readonly file: SimFile;
  readonly created: boolean;
  /** Time on the monotonic clock. */
  readonly at: number;
}

/**
 * The names of a simulated medium, in two versions: those that every process sees, and those that a power cut cannot
 * undo.
 *
 * Invariant: `current` is `settled` with all of `young` applied in order; `young` is ordered by time.
 */
export class SimNames {
  readonly current: Map<string, SimFile> = new Map();
  private readonly settled = new Map<string, SimFile>();
  private young: NameChange[] = [];

  /** The same names and files on another simulated medium. */
  clone(): SimNames {
    const files = new Map<SimFile, SimFile>();
    const cloned = (file: SimFile): SimFile => {
      const known = files.get(file) ?? file.clone();
      files.set(file, known);
      return known;
    };
    const copy = new SimNames();
    for (const [path, file] of this.settled) copy.settled.set(path, cloned(file));
    for (const [path, file] of this.current) copy.current.set(path, cloned(file));
    copy.young = this.young.map((change) => ({ ...change, file: cloned(change.file) }));
    return copy;
  }

  create(path: string, now: number): SimFile {
    const file = new SimFile();
    this.record({ path, file, created: true, at: now });
    return file;
  }

  remove(path: string, now: number): void {
    const file = this.current.get(path);
    if (file !== undefined) this.record({ path, file, created: false, at: now });
  }

  /** Adds a name as if it had existed for a long time. */
  place(path: string, file: SimFile): void {
    this.young = this.young.filter((change) => change.path !== path);
    this.settled.set(path, file);
    this.current.set(path, file);
  }

  /** Removes a name as if it had been removed a long time ago. */
  forget(path: string): void {
    this.young = this.young.filter((change) => change.path !== path);
    this.settled.delete(path);
    this.current.delete(path);
  }

  /** The names that remain after a power failure; all of them survive the next one. */
  afterPowerCut(now: number, names: YoungNames, unflushed: Unflushed, random: Random): SimNames {
    this.settle(now);
    const survivors = names === 'keep' ? this.young.length : names === 'undo' ? 0 : random.below(this.young.length + 1);
    const left = new Map(this.settled);
    for (const change of this.young.slice(0, survivors)) apply(left, change);
    const undone = new Set(this.young.slice(survivors).map((change) => change.path));
    const after = new SimNames();
    for (const [path, file] of left) {
      // The name of a removed file came back, but its bytes may be lost.
      const isBack = undone.has(path) && !this.current.has(path);
      const isEmpty = isBack && names === 'any' && random.chance(0.25);
      after.place(path, isEmpty ? new SimFile() : file.afterPowerCut(unflushed, random));
    }
    return after;
  }

  private record(change: NameChange): void {
    apply(this.current, change);
    this.settle(change.at);
    this.young.push(change);
  }

  private settle(now: number): void {
    let settled = 0;
    for (const change of this.young) {
      if (change.at > now - NAME_AGE_MS) break;
      apply(this.settled, change);
      settled++;
    }
    this.young.splice(0, settled);
  }
}

function apply(names: Map<string, SimFile>, change: NameChange): void {
  if (change.created) names.set(change.path, change.file);
  else names.delete(change.path);
}
