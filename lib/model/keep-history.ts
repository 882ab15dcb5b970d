import { ALL_VERSIONS } from './query-options.js';

/**
 * Attributes of a family that forgets nothing, to spread into its literal: every version stays, and deleted cells stay
 * readable before the time of their deletion.
 *
 * ```ts
 * await connection.ensureTable({ name: 'webtable', families: [{ name: 'contents', ...KEEP_HISTORY }] });
 * ```
 */
export const KEEP_HISTORY: { readonly maxVersions: number; readonly keepDeletedCells: 'TRUE' } = {
  maxVersions: ALL_VERSIONS,
  keepDeletedCells: 'TRUE',
};
