import { isRecord } from './literal.js';

const KIND_OF_PROPERTY = {
  cells: 'Put',
  amounts: 'Increment',
  values: 'Append',
  markers: 'Delete',
  mutations: 'RowMutations',
  action: 'CheckAndMutate',
} as const;

/**
 * The kind of a request or literal: its `kind`, else the kind that has a property no other kind has; null if neither
 * decides.
 */
export function kindOfRequest(like: unknown): string | null {
  if (!isRecord(like)) return null;
  if (typeof like.kind === 'string') return like.kind;
  return Object.entries(KIND_OF_PROPERTY).find(([property]) => property in like)?.[1] ?? null;
}
