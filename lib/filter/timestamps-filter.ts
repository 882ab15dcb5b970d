import type { ByteWriter } from '../bytes/byte-writer.js';
import { Filter } from '../model/filter.js';
import { toBoolean } from '../model/literal.js';
import { type TimestampLike, toTimestamp } from '../model/timestamp.js';
import { toList } from './filter-arguments.js';
import { FilterKind } from './filter-kind.js';
import { listText } from './filter-text.js';

/**
 * Cells with one of these timestamps. With `canHint` versions between them are jumped over, but never a marker. HBase:
 * `TimestampsFilter`.
 *
 * @see A-21
 */
export class TimestampsFilter extends Filter {
  /** Ascending. */
  readonly timestamps: readonly number[];
  readonly canHint: boolean;

  constructor(timestamps: readonly TimestampLike[], canHint = false) {
    super();
    this.timestamps = [...new Set(toList(timestamps, 'timestamps').map(toTimestamp))].sort((a, b) => a - b);
    this.canHint = toBoolean(canHint, 'canHint');
  }

  encode(writer: ByteWriter): void {
    writer.u8(FilterKind.TimestampsFilter);
    writer.u32(this.timestamps.length);
    for (const timestamp of this.timestamps) writer.f64(timestamp);
    writer.u8(Number(this.canHint));
  }

  override toString(): string {
    return `TimestampsFilter ${listText(this.timestamps)} canHint: [${this.canHint}]`;
  }
}
