import type { ByteWriter } from '../bytes/byte-writer.js';
import { invalidArgument } from '../errors.js';
import { Filter } from '../model/filter.js';
import { oneOf } from '../model/literal.js';
import { toFilter, toList } from './filter-arguments.js';
import { FilterKind } from './filter-kind.js';
import { listText } from './filter-text.js';

/** How the members of a FilterList are joined. */
export type FilterListOperator = 'MUST_PASS_ALL' | 'MUST_PASS_ONE';

const OPERATORS: readonly FilterListOperator[] = ['MUST_PASS_ALL', 'MUST_PASS_ONE'];

/**
 * Filters joined by "and" (`MUST_PASS_ALL`, the default) or "or" (`MUST_PASS_ONE`), in this order; without members everything passes. Lists may hold lists. HBase: `FilterList`.
 *
 * @example
 * const filter = new FilterList('MUST_PASS_ONE', [new PrefixFilter('com.'), new PrefixFilter('org.')]);
 *
 * @see F-10, F-11
 */
export class FilterList extends Filter {
  readonly operator: FilterListOperator;
  readonly filters: readonly Filter[] = [];

  constructor(operator: FilterListOperator, filters?: readonly Filter[]);
  constructor(filters?: readonly Filter[]);
  constructor(first: FilterListOperator | readonly Filter[] = [], filters: readonly Filter[] = []) {
    super();
    const joined = typeof first === 'string';
    this.operator = joined ? oneOf(first, OPERATORS, 'operator') : 'MUST_PASS_ALL';
    this.append(toList(joined ? filters : first, 'filters'));
  }

  /**
   * Adds one or several behind the others. Throws INVALID_ARGUMENT unless all have the same `reversed` flag, and where the list would
   * stand in itself.
   *
   * @see F-10
   */
  addFilter(filters: Filter | readonly Filter[]): this {
    const more = filters instanceof Filter ? [filters] : toList(filters, 'filters').map(toFilter);
    const inside = new Set<Filter>(more);
    // A set gives what is added to it while it is read.
    for (const filter of inside) for (const member of filter.members()) inside.add(member);
    if (inside.has(this)) throw invalidArgument('a FilterList may not stand in itself');
    return this.append(more);
  }

  /** For its members too. */
  override setReversed(reversed: boolean): this {
    super.setReversed(reversed);
    for (const filter of this.filters) if (filter.isReversed() !== reversed) filter.setReversed(reversed);
    return this;
  }

  override hasFilterRow(): boolean {
    return this.filters.some((filter) => filter.hasFilterRow());
  }

  override members(): readonly Filter[] {
    return this.filters;
  }

  encode(writer: ByteWriter): void {
    writer.u8(FilterKind.FilterList);
    writer.u8(OPERATORS.indexOf(this.operator));
    writer.u32(this.filters.length);
    for (const filter of this.filters) filter.encode(writer);
  }

  override toString(): string {
    return `FilterList ${this.operator === 'MUST_PASS_ALL' ? 'AND' : 'OR'} ${listText(this.filters)}`;
  }

  private append(more: readonly unknown[]): this {
    const all = [...this.filters, ...more.map(toFilter)];
    const reversed = all[0]?.isReversed() ?? this.reversed;
    if (all.some((filter) => filter.isReversed() !== reversed)) {
      throw invalidArgument('Filters in the list must have the same reversed flag');
    }
    return Object.assign(this, { filters: all, reversed });
  }
}
