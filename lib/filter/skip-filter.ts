import type { ByteWriter } from '../bytes/byte-writer.js';
import { Filter } from '../model/filter.js';
import { toFilter } from './constructor-arguments.js';
import { FilterKind } from './filter-kind.js';

/**
 * Drops a row unless `filter` simply includes each of its cells. `filter` does not see row keys, and cannot end the
 * scan. HBase: `SkipFilter`.
 *
 * @example
 * const filter = new SkipFilter(new ValueFilter('NOT_EQUAL', new BinaryComparator('')));
 *
 * @see F-5
 */
export class SkipFilter extends Filter {
  readonly filter: Filter;

  constructor(filter: Filter) {
    super();
    this.filter = toFilter(filter);
  }

  override hasFilterRow(): boolean {
    return true;
  }

  override members(): readonly Filter[] {
    return [this.filter];
  }

  encode(writer: ByteWriter): void {
    writer.u8(FilterKind.SkipFilter);
    this.filter.encode(writer);
  }

  override toString(): string {
    return `SkipFilter ${this.filter}`;
  }
}
