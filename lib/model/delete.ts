import { notAllowed } from '../bytes/kind.js';
import { type BytesLike, toReadable } from './bytes-like.js';
import { CellType } from './cell-type.js';
import { oneOf, readLiteral, readRequest, type Unread, unlessDefault } from './literal.js';
import { type Durability, Mutation, type MutationCell } from './mutation.js';
import { type TimestampLike, toTimestamp } from './timestamp.js';

interface ColumnsMarker {
  readonly kind: 'columns';
  readonly family: BytesLike;
  /** Default: the empty qualifier. */
  readonly qualifier?: BytesLike;
  /** Default: the Delete's. */
  readonly timestamp?: TimestampLike;
}

interface FamilyMarker {
  readonly kind: 'family';
  readonly family: BytesLike;
  /** Default: the Delete's. */
  readonly timestamp?: TimestampLike;
}

/** A marker of a Delete literal: every version of a column, or of a whole family, up to a timestamp. */
export type MarkerLike = ColumnsMarker | FamilyMarker;

/** A Delete as a literal. */
export interface DeleteLike {
  readonly kind?: 'Delete';
  readonly row: BytesLike;
  /** For markers without their own. Default: the time at which the Delete is applied. */
  readonly timestamp?: TimestampLike;
  /** What to delete; left out = the whole row. An empty list is refused, so that no slip widens a delete. */
  readonly markers?: readonly MarkerLike[];
  /** Default `USE_DEFAULT`. */
  readonly durability?: Durability;
}

const NAMES = ['row', 'markers', 'timestamp', 'durability', 'kind'] as const satisfies readonly (keyof DeleteLike)[];
const FAMILY_NAMES = ['kind', 'family', 'timestamp'] as const satisfies readonly (keyof FamilyMarker)[];
const COLUMNS_NAMES = ['kind', 'family', 'qualifier', 'timestamp'] as const satisfies readonly (keyof ColumnsMarker)[];

/**
 * Deletes of one row: the whole row, or the families and columns that are added. Writes markers and looks at nothing,
 * so deleting what is not there succeeds; puts up to a marker's timestamp stay hidden, later ones show (W-20, W-25).
 *
 * The row is 1 … 32767 bytes, else INVALID_ARGUMENT (N-30). HBase: `Delete`.
 *
 * @example
 * const all = new Delete('com.cnn.www');
 * const some = new Delete('com.cnn.www').addColumns('anchor', 'cnnsi.com').addFamily('people');
 */
export class Delete extends Mutation {
  readonly kind: 'Delete' = 'Delete';
  /** The markers: families in byte order, inside a family in the order they were added. Empty = the whole row (W-20). */
  declare readonly cells: readonly MutationCell[];

  /** `timestamp` is that of the whole-row delete and of markers added without their own; default: when applied (W-21). */
  constructor(row: BytesLike, timestamp?: TimestampLike);
  /** From a literal, or a copy of another Delete, its durability included. */
  constructor(like: DeleteLike);
  constructor(row: BytesLike | DeleteLike, timestamp?: TimestampLike) {
    const like = readRequest<DeleteLike>(row, 'Delete', NAMES, timestamp);
    super(like ?? { row, timestamp });
    if (like !== null && 'markers' in like) this.addMarkers(like.markers);
  }

  /**
   * Deletes every version of every column of `family` up to `timestamp`, default the Delete's; discards markers of the
   * family that were added earlier (W-22). Throws INVALID_ARGUMENT.
   */
  addFamily(family: BytesLike, timestamp: TimestampLike = this.timestamp): this {
    return this.addCell(CellType.DeleteFamily, family, null, toTimestamp(timestamp));
  }

  /** Deletes every version of one column up to `timestamp`, default the Delete's; null is the empty qualifier. */
  addColumns(family: BytesLike, qualifier: BytesLike | null, timestamp: TimestampLike = this.timestamp): this {
    return this.addCell(CellType.DeleteColumn, family, qualifier, toTimestamp(timestamp));
  }

  /** The literal that builds an equal Delete. Text where bytes are printable UTF-8. */
  toLiteral(): DeleteLike {
    const markers = this.cells.map((cell): MarkerLike => {
      const family = toReadable(cell.family);
      const own = unlessDefault(cell, { timestamp: this.timestamp });
      return cell.type === CellType.DeleteFamily
        ? { kind: 'family', family, ...own }
        : { kind: 'columns', family, qualifier: toReadable(cell.qualifier), ...own };
    });
    return { ...this.commonLiteral(), ...(this.isEmpty ? {} : { markers }) };
  }

  /** REQUIRES that the literal names `markers`: an empty or undefined list would widen the delete to the whole row. */
  private addMarkers(markers: unknown): void {
    if (!Array.isArray(markers) || markers.length === 0) {
      throw notAllowed(
        'markers',
        'a list with at least one marker; leave markers out to delete the whole row',
        markers,
      );
    }
    for (const marker of markers) {
      const { kind, family, qualifier = null, timestamp } = readMarker(marker);
      if (kind === 'family') this.addFamily(family as BytesLike, timestamp as TimestampLike);
      else this.addColumns(family as BytesLike, qualifier as BytesLike | null, timestamp as TimestampLike);
    }
  }

  /** @deprecated HBase's older name of `addFamily`. */
  deleteFamily(family: BytesLike, timestamp?: TimestampLike): this {
    return this.addFamily(family, timestamp);
  }

  /** @deprecated HBase's older name of `addColumns`. */
  deleteColumns(family: BytesLike, qualifier: BytesLike | null, timestamp?: TimestampLike): this {
    return this.addColumns(family, qualifier, timestamp);
  }
}

/** `like` itself when it is a Delete of this copy of the package, else the Delete it describes. Throws INVALID_ARGUMENT. */
export function toDelete(like: Delete | DeleteLike): Delete {
  return like instanceof Delete ? like : new Delete(like);
}

/** A family marker has no qualifier: one given there would be meant to narrow the delete, so it is refused. */
function readMarker(marker: unknown): Unread<ColumnsMarker> {
  const { kind } = readLiteral<ColumnsMarker>(marker, 'marker of a Delete literal', COLUMNS_NAMES);
  return oneOf(kind, ['columns', 'family'], 'the kind of a marker') === 'columns'
    ? (marker as Unread<ColumnsMarker>)
    : readLiteral<FamilyMarker>(marker, "'family' marker of a Delete literal", FAMILY_NAMES);
}
