import { describe, expect, it } from 'vitest';
import { notCarried } from '../../hbase/not-carried.js';
import { type Compared, differences, figures, refusedPart } from './compared.js';

const SAME: Compared = { kind: 'same' };
const REFUSED: Compared = { kind: 'refused', part: 'flush' };
const DIFFERS: Compared = { kind: 'differs', failure: { id: 'a', reason: 'another answer' } };

function lines(compared: Compared, refusals = {}, differing = {}): readonly string[] {
  return differences(new Map([['a', compared]]), refusals, differing);
}

describe('what was played over a cluster', () => {
  it('is as listed if exactly the listed ones are refused or differ', () => {
    expect(lines(SAME)).toEqual([]);
    expect(lines({ kind: 'decided' })).toEqual([]);
    expect(lines(REFUSED, { flush: ['a'] })).toEqual([]);
    expect(lines(DIFFERS, {}, { a: 'a reason' })).toEqual([]);
  });

  it('is not as listed if something else is refused, or something is refused for another part', () => {
    expect(lines(REFUSED)).toEqual(['a: is refused for flush, but listed for undefined']);
    expect(lines(REFUSED, { snapshots: ['a'] })).toEqual(['a: is refused for flush, but listed for snapshots']);
    expect(lines(DIFFERS)).toEqual(['a\n  another answer']);
  });

  it('is not as listed if something listed is answered, or does not exist', () => {
    expect(lines(SAME, { flush: ['a'] })).toEqual(['a: is refused for undefined, but listed for flush']);
    expect(lines(SAME, {}, { a: 'a reason' })).toEqual(['a: is listed as different, but is not']);
    expect(lines(SAME, { flush: ['b'] })).toEqual(['b: is listed, but there is none with this id']);
  });

  it('is counted by how it ended', () => {
    const played = new Map<string, Compared>([
      ['a', SAME],
      ['b', REFUSED],
      ['c', SAME],
    ]);
    expect(figures(played)).toBe('2 the same, 0 decided, 1 refused, 0 different');
  });
});

describe('an answer', () => {
  it('tells which part was refused, also inside of a list', () => {
    const { message } = notCarried('snapshots');
    expect(refusedPart([null, { error: 'UnsupportedOperationException', message }])).toBe('snapshots');
    expect(refusedPart([null, { error: 'IOException', message: 'other' }])).toBe(null);
  });
});
