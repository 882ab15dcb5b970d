import type { History } from './history.js';

/** Parts of HBase's model that are built later. */
export type LaterPart = 'size limits' | 'timestamp slop';

/** All of them, in the order in which the report names them. */
export const LATER_PARTS: readonly LaterPart[] = ['size limits', 'timestamp slop'];

const SIZE_LIMITS = ['hbase.server.keyvalue.maxsize', 'hbase.client.keyvalue.maxsize', 'hbase.table.max.rowsize'];
const TIMESTAMP_SLOP = 'hbase.hregion.keyvalue.timestamp.slop.millisecs';

/** The first later part that a history needs, told by its fields; null when it can be played. */
export function laterPartOf(history: History): LaterPart | null {
  return LATER_PARTS.find((part) => NEEDS[part](history)) ?? null;
}

const NEEDS: Readonly<Record<LaterPart, (history: History) => boolean>> = {
  'size limits': ({ table }) => SIZE_LIMITS.some((key) => table.config?.[key] !== undefined),
  'timestamp slop': ({ table }) => table.config?.[TIMESTAMP_SLOP] !== undefined,
};
