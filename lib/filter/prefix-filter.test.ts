import { describe, expect, it } from 'vitest';
import { toBytesBinary } from '../bytes/text.js';
import { survivors, verdicts } from '../testing/samples/filters.js';
import { PrefixFilter } from './prefix-filter.js';

const INVALID = expect.objectContaining({ code: 'INVALID_ARGUMENT' });
const ROWS = ['a', 'ab', 'abc', 'ac', 'b'].map((row) => `${row} f:q@1`);

describe('PrefixFilter', () => {
  it('seeks to the prefix and ends the scan after it', () => {
    const filter = new PrefixFilter('ab');
    expect(verdicts(filter, ROWS)).toEqual(['hint ab', 'Include', 'Include', 'row key', 'end']);
    expect(verdicts(filter, ROWS, { reversed: true })).toEqual(['hint ac', 'hint ac', 'Include', 'Include', 'row key']);
  });

  it('compares byte strings, also with rows shorter than the prefix (A-19)', () => {
    expect(survivors(new PrefixFilter('ab'), ['a f:q@1', 'ab f:q@1'])).toEqual(['ab f:q@1']);
    expect(survivors(new PrefixFilter('ab'), ['b f:q@1'])).toEqual([]);
    expect(survivors(new PrefixFilter('ab'), ['a f:q@1'], { reversed: true })).toEqual([]);
  });

  it.each(['\\xFF', '\\x7F\\x7F', 'a\\xFF'])('finds every row of %s in a reversed scan (A-50)', (prefix) => {
    const rows = ['a', 'b', prefix, `${prefix}\\x00`, `${prefix}\\xFF`, '\\xFF\\xFF'].map((row) => `${row} f:q@1`);
    const filter = new PrefixFilter(toBytesBinary(prefix));
    expect(survivors(filter, rows, { reversed: true })).toEqual([...survivors(filter, rows)].reverse());
    expect(survivors(filter, rows).length).toBeGreaterThanOrEqual(3);
  });

  it('drops all rows when it is null, none when it is empty', () => {
    expect(survivors(new PrefixFilter(null), ROWS)).toEqual([]);
    expect(survivors(new PrefixFilter(''), ROWS)).toEqual(ROWS);
    expect(() => new PrefixFilter(undefined as never)).toThrow(INVALID);
  });
});
