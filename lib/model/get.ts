import { toRow } from './arguments.js';
import { type BytesLike, type ColumnLike, toReadable } from './bytes-like.js';
import { readRequest } from './literal.js';
import { Query } from './query.js';

/** A Get as a literal. */
export interface GetLike {
  readonly kind?: 'Get';
  readonly row: BytesLike;
  /** Added in list order, as by `addFamily` and `addColumn`. Default: every family. */
  readonly columns?: readonly ColumnLike[];
}

const NAMES = ['row', 'columns', 'kind'] as const satisfies readonly (keyof GetLike)[];

/**
 * Asks for the newest version of each cell of one row; all families unless some are added.
 *
 * The row is 1 … 32767 bytes, else INVALID_ARGUMENT (N-30). A row that is not there gives an empty Result.
 * HBase: `Get`.
 *
 * @example
 * const get = new Get('com.cnn.www').addColumn('contents', 'html');
 */
export class Get extends Query {
  readonly kind: 'Get' = 'Get';
  /** A copy of the row key that was given. */
  readonly row: Uint8Array;

  constructor(row: BytesLike | GetLike) {
    super();
    const like = readRequest<GetLike>(row, 'Get', NAMES);
    this.row = toRow(like === null ? row : like.row);
    this.readColumns(like?.columns);
  }

  /** The literal that builds an equal Get. Text where bytes are printable UTF-8. */
  toLiteral(): GetLike {
    return { row: toReadable(this.row), ...this.columnsLiteral() };
  }
}

/** `like` itself when it is a Get of this copy of the package, else the Get it describes. Throws INVALID_ARGUMENT. */
export function toGet(like: Get | GetLike): Get {
  return like instanceof Get ? like : new Get(like);
}
