import type { FamilyDescriptor } from './family-descriptor.js';

/**
 * How many bytes of a row the family's bloom filter holds, 1 or more; null when it holds whole rows, or nothing, or
 * when its configuration does not say it in a form that can be read, which `sanityCheck` refuses (S-40).
 */
export function bloomPrefixLength({ bloomFilter, configuration }: FamilyDescriptor): number | null {
  if (bloomFilter !== 'ROWPREFIX_FIXED_LENGTH') return null;
  const text = configuration['RowPrefixBloomFilter.prefix_length'] ?? '';
  return /^\+?\d{1,9}$/.test(text) && Number(text) > 0 ? Number(text) : null;
}
