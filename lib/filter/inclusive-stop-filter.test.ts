import { describe, expect, it } from 'vitest';
import { survivors, verdicts } from '../testing/samples/filters.js';
import { InclusiveStopFilter } from './inclusive-stop-filter.js';

const INVALID = expect.objectContaining({ code: 'INVALID_ARGUMENT' });
const ROWS = ['a', 'b', 'ba'].map((row) => `${row} f:q@1`);

describe('InclusiveStopFilter', () => {
  it('ends the scan after its row, in both directions (R-47)', () => {
    expect(verdicts(new InclusiveStopFilter('b'), ROWS)).toEqual(['Include', 'Include', 'row key']);
    expect(survivors(new InclusiveStopFilter('b'), ROWS, { reversed: true })).toEqual(['ba f:q@1', 'b f:q@1']);
  });

  it('accepts a row of at most 32767 bytes', () => {
    expect(() => new InclusiveStopFilter('x'.repeat(32_768))).toThrow(INVALID);
  });
});
