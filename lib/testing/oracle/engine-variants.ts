import type { DatabaseOptions, DatabasePlatform } from '../../server/database.js';
import type { History, Step } from '../vectors/history.js';

/** A way to run the engine that no answer depends on. */
export interface Variant {
  readonly name: string;
  /** In bytes, of every family. */
  readonly blockSize?: number;
  readonly options?: Partial<DatabaseOptions>;
  readonly platform?: Partial<DatabasePlatform>;
}

/** The engine as it is by default: blocks of 64 KiB, a cache of blocks, and files that have nothing for a read left out. */
export const PLAIN: Variant = { name: 'blocks of 64 KiB' };

/** Smaller than a table may ask for without the bypass of S-40: every few cells begin a block. */
export const SMALL_BLOCKS: Variant = { name: 'blocks of 64 bytes', blockSize: 64 };

export const VARIANTS: readonly Variant[] = [
  SMALL_BLOCKS,
  { name: 'blocks of 1 KiB', blockSize: 1024 },
  { name: 'no block cache', blockSize: 64, options: { memory: { blockCache: 0 } } },
  { name: 'no pruning', platform: { prunes: false } },
];

/** The history with the variant's block size for every family. */
export function inVariant({ blockSize }: Variant, history: History): History {
  if (blockSize === undefined) return history;
  const withSize = <Has extends { readonly families: History['table']['families'] }>(one: Has): Has => ({
    ...one,
    families: one.families.map((family) => ({ ...family, BLOCKSIZE: String(blockSize) })),
  });
  const steps = history.steps.map((step): Step => (step.op === 'alter' ? withSize(step) : step));
  const config = { ...history.table.config, 'hbase.table.sanity.checks': 'false' };
  return { ...history, table: { ...withSize(history.table), config }, steps };
}
