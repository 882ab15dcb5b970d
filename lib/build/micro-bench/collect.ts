/*
 * Replaces vitest when `npm run bench:micro` bundles the benchmarks next to the code: its `describe` and `bench` only
 * record the benchmarks.
 */

/** A benchmark to measure. */
export interface Benchmark {
  /** The folder and file, group and title. */
  readonly name: string;
  readonly run: () => void;
}

interface Group {
  readonly title: string;
  readonly define: () => void | Promise<void>;
}

const groups: Group[] = [];
const found: Benchmark[] = [];
/** The name of the group that is being defined. */
let prefix = '';

export function describe(title: string, define: () => void | Promise<void>): void {
  groups.push({ title, define });
}

/** REQUIRES a `run` that is finished when it returns. */
export function bench(title: string, run: () => void): void {
  found.push({ name: `${prefix}: ${title}`, run });
}

/**
 * The benchmarks of the file `name`, in their order. One group is defined after the other, because some await their
 * input.
 */
export async function collect(name: string, load: () => Promise<unknown>): Promise<readonly Benchmark[]> {
  await load();
  for (const { title, define } of groups.splice(0)) {
    prefix = `${name}: ${title}`;
    await define();
  }
  return found.splice(0);
}
