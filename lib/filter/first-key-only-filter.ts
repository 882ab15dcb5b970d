import type { ByteWriter } from '../bytes/byte-writer.js';
import { Filter } from '../model/filter.js';
import { FilterKind } from './filter-kind.js';

/** Includes only the first cell of each row: the fastest way to list or count rows. HBase: `FirstKeyOnlyFilter`. */
export class FirstKeyOnlyFilter extends Filter {
  encode(writer: ByteWriter): void {
    writer.u8(FilterKind.FirstKeyOnlyFilter);
  }

  override toString(): string {
    return 'FirstKeyOnlyFilter';
  }
}
