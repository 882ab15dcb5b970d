import type { ByteWriter } from '../bytes/byte-writer.js';
import { toBound } from '../model/arguments.js';
import type { BytesLike } from '../model/bytes-like.js';
import { Filter } from '../model/filter.js';
import { FilterKind } from './filter-kind.js';
import { shown } from './filter-to-string.js';

/** Ends the scan after `stopRow`. Prefer `Scan.withStopRow(row, true)`. HBase: `InclusiveStopFilter`. */
export class InclusiveStopFilter extends Filter {
  readonly stopRow: Uint8Array;

  constructor(stopRow: BytesLike) {
    super();
    this.stopRow = toBound(stopRow, 'stopRow');
  }

  encode(writer: ByteWriter): void {
    writer.u8(FilterKind.InclusiveStopFilter);
    writer.sized(this.stopRow);
  }

  override toString(): string {
    return `InclusiveStopFilter ${shown(this.stopRow)}`;
  }
}
