import type { ByteWriter } from '../bytes/byte-writer.js';
import { notAllowed } from '../bytes/kind.js';
import { Filter } from '../model/filter.js';
import { FilterKind } from './filter-kind.js';

/**
 * Includes each row with the probability `chance`: 0 or less includes none, 1 or more all. HBase: `RandomRowFilter`.
 */
export class RandomRowFilter extends Filter {
  readonly chance: number;

  constructor(chance: number) {
    super();
    if (typeof chance !== 'number' || Number.isNaN(chance)) throw notAllowed('a chance', 'a number', chance);
    this.chance = chance;
  }

  override hasFilterRow(): boolean {
    return true;
  }

  encode(writer: ByteWriter): void {
    writer.u8(FilterKind.RandomRowFilter);
    writer.f64(this.chance);
  }

  override toString(): string {
    return 'RandomRowFilter';
  }
}
