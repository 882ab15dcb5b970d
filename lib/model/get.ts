import { toRow } from './arguments.js';
import { type BytesLike, toReadable } from './bytes-like.js';
import { Query, type QueryLike } from './query.js';

/** A Get as a literal. */
export interface GetLike extends QueryLike {
  readonly kind?: 'Get';
  readonly row: BytesLike;
  /** If true, the answer reports only whether anything exists: `Result.getExists`. Default false. @see R-7 */
  readonly checkExistenceOnly?: boolean;
}

/**
 * Reads cells of one row, by default the newest version of each; all families unless you add some.
 *
 * The row is 1 … 32767 bytes, else INVALID_ARGUMENT. A missing row returns an empty Result. HBase: `Get`.
 *
 * @example
 * const get = new Get('com.cnn.www').addColumn('contents', 'html').readVersions(3);
 *
 * @see R-2, N-30, R-5
 */
export class Get extends Query {
  readonly kind: 'Get' = 'Get';
  /** A copy of the row key. */
  readonly row: Uint8Array;
  /** If true, the answer reports only whether anything exists. */
  readonly checkExistenceOnly: boolean = false;

  constructor(row: BytesLike | Get | GetLike) {
    super();
    const like = this.readLiteral<GetLike>(row, 'Get', 'row');
    this.row = toRow(like === null ? row : like.row);
  }

  /**
   * If true, the answer reports only whether anything exists: the Result is then empty, and `getExists` is set.
   *
   * @see
   */
  setCheckExistenceOnly(checkExistenceOnly: boolean): this {
    return this.set('checkExistenceOnly', checkExistenceOnly);
  }

  /** The literal that builds an equal Get. Printable UTF-8 becomes text. */
  toLiteral(): GetLike {
    const row = toReadable(this.row);
    return { row, ...this.optionsLiteral(new Get(row) as this) };
  }
}

/**
 * Returns `like` itself if it is a Get of this copy of the package, else the Get it describes. Throws INVALID_ARGUMENT.
 */
export function toGet(like: Get | GetLike): Get {
  return like instanceof Get ? like : new Get(like);
}
