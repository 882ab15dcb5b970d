import { describe, expect, it } from 'vitest';
import { encodeText } from '../bytes/text.js';
import { decodeFilter } from '../engine/filter/decode-filter.js';
import { FilterEvaluator } from '../engine/filter/filter-evaluator.js';
import { MustPassAllEvaluator } from '../engine/filter/must-pass-all-evaluator.js';
import { MustPassOneEvaluator } from '../engine/filter/must-pass-one-evaluator.js';
import { ReturnCode } from '../engine/filter/return-code.js';
import { SeekKey } from '../keyvalue/seek-key.js';
import type { Filter } from '../model/filter.js';
import { survivors, verdicts } from '../testing/samples/filters.js';
import { ColumnCountGetFilter } from './column-count-get-filter.js';
import { ColumnPaginationFilter } from './column-pagination-filter.js';
import { ColumnPrefixFilter } from './column-prefix-filter.js';
import { ColumnValueFilter } from './column-value-filter.js';
import { BinaryComparator } from './comparators/binary-comparator.js';
import { FilterList, type FilterListOperator } from './filter-list.js';
import { InclusiveStopFilter } from './inclusive-stop-filter.js';
import { KeyOnlyFilter } from './key-only-filter.js';
import { PageFilter } from './page-filter.js';
import { PrefixFilter } from './prefix-filter.js';
import { QualifierFilter } from './qualifier-filter.js';
import { RowFilter } from './row-filter.js';
import { SingleColumnValueExcludeFilter } from './single-column-value-exclude-filter.js';
import { SingleColumnValueFilter } from './single-column-value-filter.js';
import { TimestampsFilter } from './timestamps-filter.js';
import { ValueFilter } from './value-filter.js';

const INVALID = expect.objectContaining({ code: 'INVALID_ARGUMENT' });
const and = (...filters: Filter[]): FilterList => new FilterList('MUST_PASS_ALL', filters);
const or = (...filters: Filter[]): FilterList => new FilterList('MUST_PASS_ONE', filters);
const row = (key: string): RowFilter => new RowFilter('EQUAL', new BinaryComparator(key));
const value = (text: string): ValueFilter => new ValueFilter('EQUAL', new BinaryComparator(text));
const qualifier = (text: string): QualifierFilter => new QualifierFilter('EQUAL', new BinaryComparator(text));

/** A member that returns answers from a list and counts the calls. */
class Scripted extends FilterEvaluator {
  override readonly seeks: boolean;
  asked = 0;
  exhausted = false;
  private readonly codes: readonly ReturnCode[];
  private readonly hintQualifier: string | null;
  private readonly hint = new SeekKey();

  constructor(codes: readonly ReturnCode[], hint: string | null = 'z', seeks = false) {
    super();
    this.codes = codes;
    this.hintQualifier = hint;
    this.seeks = seeks;
  }

  override filterAllRemaining(): boolean {
    return this.exhausted;
  }

  override filterRowKey(): boolean {
    return false;
  }

  override filterCell(): ReturnCode {
    return this.codes[this.asked++ % this.codes.length] as ReturnCode;
  }

  override nextCellHint(): SeekKey | null {
    if (this.hintQualifier === null) return null;
    this.hint.firstOnColumn(encodeText('r'), encodeText(this.hintQualifier));
    return this.hint;
  }
}

const { Include, IncludeAndNextColumn, IncludeAndSeekNextRow, Skip, NextColumn, NextRow, SeekNextUsingHint } =
  ReturnCode;
const CODES = [Include, IncludeAndNextColumn, IncludeAndSeekNextRow, Skip, NextColumn, NextRow, SeekNextUsingHint];
const NAMES: Readonly<Record<ReturnCode, string>> = { 3: 'I', 4: 'IC', 5: 'IR', 0: 'S', 1: 'C', 2: 'R', 6: 'H' };
const SHORT = Object.fromEntries(Object.entries(ReturnCode).map(([name, code]) => [name, NAMES[code]]));
const CELL = ['r f:q@1'];

/** How a list of two members answers, row by row for the first member's code, column by column for the second's. */
function table(List: typeof MustPassAllEvaluator | typeof MustPassOneEvaluator): string[] {
  return CODES.map((first) =>
    CODES.map((second) => {
      const [said = ''] = verdicts(new List([new Scripted([first]), new Scripted([second])]), CELL);
      return SHORT[said] ?? 'H';
    }).join(' '),
  );
}

describe('FilterList', () => {
  it('takes the largest step of its members with MUST_PASS_ALL (F-12)', () => {
    // second:  I  IC IR S  C  R  H; not asked if the first one excludes the cell
    expect(table(MustPassAllEvaluator)).toEqual([
      'I IC IR S C R H',
      'IC IC IR C C R H',
      'IR IR IR R R R H',
      'S S S S S S S',
      'C C C C C C C',
      'R R R R R R R',
      'H H H H H H H',
    ]);
  });

  it('takes the smallest step of its members with MUST_PASS_ONE (F-13)', () => {
    expect(table(MustPassOneEvaluator)).toEqual([
      'I I I I I I I',
      'I IC IC I IC IC I',
      'I IC IR I IC IR I',
      'I I I S S S S',
      'I IC IC S C C S',
      'I IC IR S C R S',
      'I I I S S S H',
    ]);
  });

  it.each(['MUST_PASS_ALL', 'MUST_PASS_ONE'] as const)(
    'lets everything pass without members: %s (F-11)',
    (operator) => {
      expect(survivors(new FilterList(operator), CELL)).toEqual(CELL);
      expect(new FilterList(operator).hasFilterRow()).toBe(false);
    },
  );

  it('asks only members that seek after one has excluded the cell (F-12)', () => {
    const [counter, seeker] = [new Scripted([Include]), new Scripted([Skip], null, true)];
    verdicts(new MustPassAllEvaluator([new Scripted([NextRow]), counter, seeker]), CELL);
    expect([counter.asked, seeker.asked]).toEqual([0, 1]);
    const hinting = new Scripted([SeekNextUsingHint], 'x', true);
    expect(verdicts(new MustPassAllEvaluator([new Scripted([NextRow]), hinting]), CELL)).toEqual(['hint r x']);
  });

  it('asks seeking members only if they are direct members, not inside a list (F-12)', () => {
    const nested = and(row('a'), and(new ColumnPrefixFilter('x')));
    const cells = ['b f:q@1'];
    expect(verdicts(and(qualifier('a'), new ColumnPrefixFilter('x')), cells)).toEqual(['hint b x']);
    expect(verdicts(and(qualifier('a'), and(new ColumnPrefixFilter('x'))), cells)).toEqual(['Skip']);
    expect(survivors(nested, cells)).toEqual([]);
  });

  it('continues at the farthest hint with MUST_PASS_ALL and at the nearest with MUST_PASS_ONE; null is not a hint (F-12, F-13, A-53)', () => {
    const hints = (...names: (string | null)[]): Scripted[] =>
      names.map((name) => new Scripted([SeekNextUsingHint], name, true));
    expect(verdicts(new MustPassAllEvaluator(hints('x', 'z', 'y')), CELL)).toEqual(['hint r z']);
    expect(verdicts(new MustPassAllEvaluator(hints('x', null)), CELL)).toEqual(['hint r x']);
    expect(verdicts(new MustPassAllEvaluator(hints(null)), CELL)).toEqual(['hint']);
    expect(verdicts(new MustPassOneEvaluator(hints('z', 'x', 'y')), CELL)).toEqual(['hint r x']);
    expect(verdicts(new MustPassOneEvaluator(hints('x', null)), CELL)).toEqual(['hint']);
  });

  it('compares hints inside a row in forward order, also in a reversed scan (A-41)', () => {
    const list = or(new ColumnPrefixFilter('x'), new ColumnPrefixFilter('b'));
    expect(verdicts(list, ['r f:a@1'], { reversed: true })).toEqual(['hint r b']);
    const cells = ['r f:a@1', 'r f:b@1', 'r f:c@1', 'r f:x@1'];
    expect(survivors(list, cells, { reversed: true, hints: false })).toEqual(['r f:b@1', 'r f:x@1']);
  });

  it('remembers the answers of its members with MUST_PASS_ONE (F-13)', () => {
    const column = new Scripted([NextColumn]);
    verdicts(new MustPassOneEvaluator([column, new Scripted([Skip])]), ['r f:p@2', 'r f:p@1', 'r f:q@1', 'r g:q@1']);
    expect(column.asked).toBe(3);
    const family = new Scripted([IncludeAndSeekNextRow]);
    const said = verdicts(new MustPassOneEvaluator([family, new Scripted([Skip])]), [
      'r f:p@1',
      'r f:q@1',
      'r g:q@1',
      's f:p@1',
    ]);
    expect([said, family.asked]).toEqual([['Include', 'Skip', 'Include', 'Include'], 3]);
    const hint = new Scripted([SeekNextUsingHint], 'c');
    verdicts(new MustPassOneEvaluator([hint, new Scripted([Skip])]), ['r f:a@1', 'r f:b@1', 'r f:c@1', 'r f:d@1']);
    expect(hint.asked).toBe(3);
  });

  it('ignores exhausted members with MUST_PASS_ONE, and skips the cell when all are exhausted (F-13)', () => {
    const [done, other] = [new Scripted([Include]), new Scripted([NextColumn])];
    done.exhausted = true;
    expect(verdicts(new MustPassOneEvaluator([done, other]), CELL)).toEqual(['NextColumn']);
    const list = new MustPassOneEvaluator([done]);
    expect(verdicts(list, CELL)).toEqual(['end']);
  });

  it('moves to the next row when a member is exhausted with MUST_PASS_ALL (F-12)', () => {
    const all = new MustPassAllEvaluator([new Scripted([Include]), new Scripted([Include])]);
    const list = and(new ColumnCountGetFilter(1), new KeyOnlyFilter());
    expect(verdicts(all, CELL)).toEqual(['Include']);
    expect(verdicts(list, ['r f:a@1', 'r f:b@1', 'r f:c@1'])).toEqual([
      'IncludeAndNextColumn',
      'NextColumn',
      'NextRow',
    ]);
  });

  it('asks every member about a row key: one must reject it with MUST_PASS_ALL, all with MUST_PASS_ONE (F-14)', () => {
    const cells = ['a f:q@1', 'b f:q@1', 'c f:q@1'];
    expect(verdicts(and(row('a'), new PageFilter(9)), cells)).toEqual(['Include', 'row key', 'row key']);
    expect(verdicts(or(row('a'), row('b')), cells)).toEqual(['Include', 'Include', 'row key']);
    expect(survivors(or(new PrefixFilter('a'), new PrefixFilter('c')), cells)).toEqual(['a f:q@1', 'c f:q@1']);
  });

  it('ends with any member with MUST_PASS_ALL, and with the last one with MUST_PASS_ONE (F-15)', () => {
    const cells = ['a f:q@1', 'b f:q@1', 'c f:q@1'];
    const [first, last] = [new InclusiveStopFilter('a'), new InclusiveStopFilter('b')];
    expect(verdicts(and(first, last), cells)).toEqual(['Include', 'row key', 'end']);
    expect(verdicts(or(first, last), cells)).toEqual(['Include', 'Include', 'row key']);
  });

  it('asks its members about a row in order until the result is certain, so a PageFilter counts what they let pass (F-16)', () => {
    const cells = ['a f:p@1', 'a f:q@1=y', 'b f:q@1=x', 'c f:q@1=x', 'd f:q@1=x'];
    const x = new SingleColumnValueFilter('f', 'q', 'EQUAL', 'x');
    expect(survivors(and(x, new PageFilter(2)), cells)).toEqual(cells.slice(2, 4));
    expect(survivors(and(new PageFilter(2), x), cells)).toEqual(cells.slice(2, 3));
  });

  it('lets every member remove cells, also those that another member accepted (F-17)', () => {
    const exclude = new SingleColumnValueExcludeFilter('f', 'q', 'EQUAL', 'x');
    expect(survivors(or(exclude, row('a')), ['a f:p@1', 'a f:q@1=x'])).toEqual(['a f:p@1']);
  });

  it('transforms values with all members, or with those that included the cell (F-18)', () => {
    const cells = ['a f:p@1=abc', 'a f:q@1=abc'];
    expect(survivors(and(qualifier('p'), new KeyOnlyFilter(true)), cells)).toEqual(['a f:p@1=#3']);
    const one = or(and(qualifier('p'), new KeyOnlyFilter(true)), qualifier('q'));
    expect(survivors(one, cells)).toEqual(['a f:p@1=#3', 'a f:q@1=abc']);
  });

  it('decides about rows, and needs a family, if any member does (F-19)', () => {
    const column = new ColumnValueFilter('f', 'q', 'EQUAL', 'x');
    const essential = (list: FilterList, family: string): boolean =>
      decodeFilter(list.toByteArray()).isFamilyEssential(encodeText(family));
    expect([essential(and(column), 'f'), essential(and(column), 'g')]).toEqual([true, false]);
    expect(essential(or(column, value('x')), 'g')).toBe(true);
    expect([and(column).hasFilterRow(), and(column, new PageFilter(1)).hasFilterRow()]).toEqual([false, true]);
  });

  it('passes the direction to its members (F-10, R-47)', () => {
    const cells = ['a f:q@1', 'b f:q@1', 'c f:q@1'];
    const list = and(and(new InclusiveStopFilter('b')), or(new PrefixFilter('a'), new PrefixFilter('c')));
    expect(survivors(list, cells, { reversed: true })).toEqual(['c f:q@1']);
  });

  it('accepts only members with the same reversed flag, which becomes its own (F-10)', () => {
    const message = 'Filters in the list must have the same reversed flag';
    expect(() => and(row('a'), row('b').setReversed(true))).toThrow(message);
    const list = and(row('a').setReversed(true), or(row('b')).setReversed(true));
    expect(list.isReversed()).toBe(true);
    expect(() => list.addFilter(row('c'))).toThrow(message);
    expect(
      list
        .setReversed(false)
        .addFilter(row('c'))
        .filters.map((filter) => filter.isReversed()),
    ).toEqual([false, false, false]);
    expect(() => list.setReversed(1 as never)).toThrow(INVALID);
  });

  it('is a separate copy in each scan (F-1)', () => {
    const cells = ['a f:q@1', 'b f:q@1'];
    const list = and(new PageFilter(1));
    expect([survivors(list, cells), survivors(list, cells)]).toEqual([['a f:q@1'], ['a f:q@1']]);
  });

  it('returns the same cells with and without its hints', () => {
    const cells = ['a', 'b', 'c'].flatMap((key) =>
      ['a', 'ab', 'b', 'ba', 'c'].flatMap((name) => [3, 2, 1].map((timestamp) => `${key} f:${name}@${timestamp}`)),
    );
    for (const list of [
      and(new ColumnPrefixFilter('b'), new TimestampsFilter([3, 1], true)),
      or(new ColumnPrefixFilter('b'), new ColumnPrefixFilter('ab')),
      or(and(new PrefixFilter('b'), new ColumnPrefixFilter('c')), new ColumnPaginationFilter(1, 'b')),
      and(or(new PrefixFilter('a'), new PrefixFilter('c')), new ColumnPaginationFilter(2, 'ab')),
    ]) {
      const left = survivors(list, cells);
      expect(left.length).toBeGreaterThan(0);
      expect(survivors(list, cells, { hints: false })).toEqual(left);
    }
  });

  it('accepts an operator and filters, or filters alone', () => {
    expect(new FilterList([row('a')]).operator).toBe('MUST_PASS_ALL');
    expect(new FilterList().addFilter(row('a')).addFilter([row('b')]).filters).toHaveLength(2);
    expect(() => new FilterList('AND' as FilterListOperator)).toThrow(INVALID);
    expect(() => new FilterList([null as never])).toThrow(INVALID);
    expect(() => new FilterList('MUST_PASS_ONE', 'x' as never)).toThrow(INVALID);
    const list = and(row('a'));
    expect(() => list.addFilter([row('b'), 1 as never])).toThrow(INVALID);
    expect(list.filters).toHaveLength(1);
  });
});
