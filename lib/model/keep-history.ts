import { ALL_VERSIONS } from './query-options.js';

/**
 * Attributes of a family that keeps its complete history, to spread into its literal: every version is kept, and
 * deleted cells can still be read at times before their deletion.
 *
 * ```ts
 * await connection.ensureTable({ name: 'webtable', families: [{ name: 'contents', ...KEEP_HISTORY }] });
 * ```
 */
export const KEEP_HISTORY: { readonly maxVersions: number; readonly keepDeletedCells: 'TRUE' } = {
  maxVersions: ALL_VERSIONS,
  keepDeletedCells: 'TRUE',
};
