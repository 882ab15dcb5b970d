import type { ByteWriter } from '../bytes/byte-writer.js';
import { Filter } from '../model/filter.js';
import { toBoolean } from '../model/literal.js';
import { type TimestampLike, toTimestamp } from '../model/timestamp.js';
import { toList } from './constructor-arguments.js';
import { FilterKind } from './filter-kind.js';
import { listText } from './filter-to-string.js';

/**
 * Includes the cells with one of these timestamps. With `canHint` the read seeks past the versions between them, but
 * never past a marker. HBase: `TimestampsFilter`.
 *
 * @see A-21
 */
export class TimestampsFilter extends Filter {
  /** In ascending order. */
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
