import type { DatabaseOptions, DatabasePlatform } from '../../engine/server/database.js';
import type { FamilyText, History, Step } from '../vectors/history.js';

/** A configuration of the engine that must not affect any answer. */
export interface Variant {
  readonly name: string;
  /** Attributes of every family, which replace those of the history. */
  readonly family?: Partial<FamilyText>;
  readonly options?: Partial<DatabaseOptions>;
  readonly platform?: Partial<DatabasePlatform>;
}

/** The engine with its defaults: blocks of 64 KiB, a block cache, and pruning of files. */
export const PLAIN: Variant = { name: 'blocks of 64 KiB' };

/** Smaller than a table may request without the bypass of S-40, so every few cells start a block. */
export const SMALL_BLOCKS: Variant = { name: 'blocks of 64 bytes', family: { BLOCKSIZE: '64' } };

export const VARIANTS: readonly Variant[] = [
  SMALL_BLOCKS,
  { name: 'blocks of 1 KiB', family: { BLOCKSIZE: '1024' } },
  { name: 'compressed blocks of 64 bytes', family: { BLOCKSIZE: '64', COMPRESSION: 'GZ' } },
  { name: 'compressed blocks of 1 KiB', family: { BLOCKSIZE: '1024', COMPRESSION: 'GZ' } },
  { name: 'compressed blocks of 64 KiB', family: { COMPRESSION: 'GZ' } },
  { name: 'no block cache', family: { BLOCKSIZE: '64' }, options: { memory: { blockCache: 0 } } },
  { name: 'families without a cache', family: { BLOCKSIZE: '64', COMPRESSION: 'GZ', BLOCKCACHE: 'false' } },
  { name: 'families in memory', family: { BLOCKSIZE: '64', IN_MEMORY: 'true', DATA_BLOCK_ENCODING: 'FAST_DIFF' } },
  { name: 'filters of the first byte', family: { BLOOMFILTER: 'ROWPREFIX_FIXED_LENGTH', PREFIX_LENGTH: '1' } },
  { name: 'no pruning', platform: { prunes: false } },
];

/** The history with the variant's attributes for every family. */
export function inVariant({ family: attributes }: Variant, history: History): History {
  if (attributes === undefined) return history;
  const withAttributes = <Has extends { readonly families: History['table']['families'] }>(one: Has): Has => ({
    ...one,
    families: one.families.map((family) => ({ ...family, ...attributes })),
  });
  const steps = history.steps.map((step): Step => (step.op === 'alter' ? withAttributes(step) : step));
  const config = { ...history.table.config, 'hbase.table.sanity.checks': 'false' };
  return { ...history, table: { ...withAttributes(history.table), config }, steps };
}
