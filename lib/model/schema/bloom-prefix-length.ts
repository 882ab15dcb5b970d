import type { FamilyDescriptor } from './family-descriptor.js';

/**
 * How many bytes of a row the family's bloom filter contains, 1 or more. Null if it contains complete rows or nothing,
 * or if the configuration has no readable number; `sanityCheck` refuses that (S-40).
 */
export function bloomPrefixLength({ bloomFilter, configuration }: FamilyDescriptor): number | null {
  if (bloomFilter !== 'ROWPREFIX_FIXED_LENGTH') return null;
  const text = configuration['RowPrefixBloomFilter.prefix_length'] ?? '';
  return /^\+?\d{1,9}$/.test(text) && Number(text) > 0 ? Number(text) : null;
}
