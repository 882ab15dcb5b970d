import { describe, expect, it } from 'vitest';
import { BinaryComparator } from '../../filter/comparators/binary-comparator.js';
import { FilterList } from '../../filter/filter-list.js';
import { InclusiveStopFilter } from '../../filter/inclusive-stop-filter.js';
import { KeyOnlyFilter } from '../../filter/key-only-filter.js';
import { PageFilter } from '../../filter/page-filter.js';
import { SkipFilter } from '../../filter/skip-filter.js';
import { ValueFilter } from '../../filter/value-filter.js';
import { WhileMatchFilter } from '../../filter/while-match-filter.js';
import type { Filter } from '../../model/filter.js';
import { decodeFilter } from './decode-filter.js';
import type { FilterEvaluator } from './filter-evaluator.js';
import { restoreFilterState, saveFilterState } from './filter-state.js';

const evaluatorOf = (filter: Filter): FilterEvaluator => decodeFilter(filter.toByteArray());

describe('The state of a filter', () => {
  it('is empty if the filter judges each row by itself', () => {
    const filter = new FilterList([
      new KeyOnlyFilter(),
      new SkipFilter(new ValueFilter('EQUAL', new BinaryComparator('v'))),
    ]);
    expect(saveFilterState(evaluatorOf(filter))).toEqual(new Uint8Array(0));
  });

  it('is what each filter in a list or a wrapper remembers, and continues in another evaluator', () => {
    const filter = new FilterList('MUST_PASS_ONE', [
      new WhileMatchFilter(new PageFilter(2)),
      new InclusiveStopFilter('r'),
      new PageFilter(9),
    ]);
    const first = evaluatorOf(filter);
    first.filterRow();
    first.filterRow();
    const state = saveFilterState(first);
    expect(state).toHaveLength(8 + 1 + 1 + 8);
    const second = evaluatorOf(filter);
    restoreFilterState(second, state);
    expect(saveFilterState(second)).toEqual(state);
    expect(saveFilterState(evaluatorOf(filter))).not.toEqual(state);
  });

  it('that is too short is CORRUPTION', () => {
    const filter = evaluatorOf(new PageFilter(2));
    const state = saveFilterState(filter);
    for (let length = 0; length < state.length; length++) {
      expect(() => restoreFilterState(filter, state.subarray(0, length))).toThrow(
        expect.objectContaining({ code: 'CORRUPTION' }),
      );
    }
  });
});
