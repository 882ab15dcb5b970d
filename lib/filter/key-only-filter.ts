import type { ByteWriter } from '../bytes/byte-writer.js';
import { Filter } from '../model/filter.js';
import { toBoolean } from '../model/literal.js';
import { FilterKind } from './filter-kind.js';

/**
 * Includes all cells without their values: each value becomes empty or, with `lenAsVal`, the value's length as 4 bytes,
 * big-endian. HBase: `KeyOnlyFilter`.
 *
 * @see R-46
 */
export class KeyOnlyFilter extends Filter {
  readonly lenAsVal: boolean;

  constructor(lenAsVal = false) {
    super();
    this.lenAsVal = toBoolean(lenAsVal, 'lenAsVal');
  }

  encode(writer: ByteWriter): void {
    writer.u8(FilterKind.KeyOnlyFilter);
    writer.u8(Number(this.lenAsVal));
  }

  override toString(): string {
    return 'KeyOnlyFilter';
  }
}
