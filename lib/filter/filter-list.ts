import type { ByteWriter } from '../bytes/byte-writer.js';
import { invalidArgument } from '../errors.js';
import { Filter } from '../model/filter.js';
import { oneOf } from '../model/literal.js';
import { toFilter, toList } from './constructor-arguments.js';
import { FilterKind } from './filter-kind.js';
import { listText } from './filter-to-string.js';

/** How a FilterList combines its members. */
export type FilterListOperator = 'MUST_PASS_ALL' | 'MUST_PASS_ONE';

const OPERATORS: readonly FilterListOperator[] = ['MUST_PASS_ALL', 'MUST_PASS_ONE'];

/**
 * Combines filters with "and" (`MUST_PASS_ALL`, the default) or "or" (`MUST_PASS_ONE`), in the given order. A list
 * without members lets everything pass. Lists may contain lists. HBase: `FilterList`.
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
   * Appends one or several filters. Throws INVALID_ARGUMENT if the members have different `reversed` flags,
   * or if the list would contain itself.
   *
   * @see F-10
   */
  addFilter(filters: Filter | readonly Filter[]): this {
    const more = filters instanceof Filter ? [filters] : toList(filters, 'filters').map(toFilter);
    const inside = new Set<Filter>(more);
    // Iterating over a Set also visits what is added meanwhile.
    for (const filter of inside) for (const member of filter.members()) inside.add(member);
    if (inside.has(this)) throw invalidArgument('a FilterList cannot contain itself');
    return this.append(more);
  }

  /** Sets the flag of all members too. */
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
