import { describe, expect, it } from 'vitest';
import { decodeFilter } from './decode-filter.js';
import { PrefixFilter } from './prefix-filter.js';

describe('PrefixFilter', () => {
  it('is read back from its bytes', () => {
    expect(decodeFilter(new PrefixFilter('ab').toByteArray()).filterAllRemaining()).toBe(false);
  });
});
