import type { IndexLike } from '../../model/schema/index-descriptor.js';

/** The indexes of a table that has some. */
export const INDEXES = {
  byValue: { on: 'f:a' },
  byQualifier: { qualifiersOf: 'g' },
  byUnique: { on: 'f:u', unique: true },
} satisfies Record<string, IndexLike>;
export type IndexName = keyof typeof INDEXES;
