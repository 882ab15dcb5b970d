/* Functions that the tests of the simulated medium share. */
import { ManualClock } from '../../simulation/manual-clock.js';
import { OperationCounter } from '../../simulation/operation-counter.js';
import { type ImageOptions, SimFileSystem } from '../../simulation/sim-file-system.js';

export const BLOCK = 512;

/** `count` blocks whose bytes are all `value`. */
export function blocks(count: number, value: number): Uint8Array {
  return new Uint8Array(count * BLOCK).fill(value);
}

export interface Simulated {
  readonly files: SimFileSystem;
  readonly clock: ManualClock;
  readonly counter: OperationCounter;
}

/** A new medium, whose process ends in operation `stopAt`. */
export function simulated(seed = 1, stopAt?: number): Simulated {
  const clock = new ManualClock();
  const counter = new OperationCounter(stopAt);
  return { files: new SimFileSystem({ seed, clock, counter }), clock, counter };
}

/** Everything that a process can read, as text. */
export function contents(files: SimFileSystem): string {
  return files
    .paths()
    .map((path) => `${path}: ${files.bytesOf(path).join(' ')}`)
    .join('\n');
}

/** The distinct results of `look` in images of many seeds. */
export function outcomes<T>(
  files: SimFileSystem,
  options: Omit<ImageOptions, 'seed'>,
  look: (image: SimFileSystem) => T,
): T[] {
  const seen = new Map<string, T>();
  for (let seed = 0; seed < 300; seed++) {
    const outcome = look(files.image({ ...options, seed }));
    seen.set(JSON.stringify(outcome), outcome);
  }
  return [...seen.values()];
}

/** The length of a file; null if it does not exist. */
export function sizeOf(path: string): (image: SimFileSystem) => number | null {
  return (image) => (image.paths().includes(path) ? image.bytesOf(path).length : null);
}

/** All paths in one text. */
export function pathsOf(image: SimFileSystem): string {
  return image.paths().join(' ');
}
