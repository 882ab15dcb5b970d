import { notAllowed } from '../bytes/kind.js';
import { BigtabError } from '../errors.js';
import { type BytesLike, toReadable } from './bytes-like.js';
import type { Cell } from './cell.js';
import { CellType } from './cell-type.js';
import { oneOf, readLiteral, readRequest, type Unread, unlessDefault } from './literal.js';
import { type Durability, Mutation } from './mutation.js';
import { type TimestampLike, toTimestamp } from './timestamp.js';

interface ColumnMarker {
  readonly kind: 'column' | 'columns';
  readonly family: BytesLike;
  /** Default: the empty qualifier. */
  readonly qualifier?: BytesLike;
  /** Default: the Delete's. */
  readonly timestamp?: TimestampLike;
}

interface FamilyMarker {
  readonly kind: 'family' | 'familyVersion';
  readonly family: BytesLike;
  /** Default: the Delete's. */
  readonly timestamp?: TimestampLike;
}

/**
 * A marker of a Delete literal. `columns`, `family`: every version of a column, or of a whole family, up to a
 * timestamp.
 * `column`, `familyVersion`: those with exactly that timestamp; a `column` without one is the newest version.
 */
export type MarkerLike = ColumnMarker | FamilyMarker;

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
const COLUMN_NAMES = ['kind', 'family', 'qualifier', 'timestamp'] as const satisfies readonly (keyof ColumnMarker)[];

/** What each kind of marker is stored as. */
const TYPES = {
  column: CellType.Delete,
  columns: CellType.DeleteColumn,
  family: CellType.DeleteFamily,
  familyVersion: CellType.DeleteFamilyVersion,
} as const satisfies Record<MarkerLike['kind'], CellType>;
const KINDS = Object.keys(TYPES) as MarkerLike['kind'][];

/**
 * Deletes of one row: the whole row, or the families and columns that are added. Writes markers, so deleting what is
 * not there succeeds; puts up to a marker's timestamp stay hidden, later ones show. Only `addColumn` without a
 * timestamp looks at what is there.
 *
 * The row is 1 … 32767 bytes, else INVALID_ARGUMENT. HBase: `Delete`.
 *
 * @example
 * const all = new Delete('com.cnn.www');
 * const some = new Delete('com.cnn.www').addColumns('anchor', 'cnnsi.com').addFamily('people');
 *
 * @see W-20, W-25, W-24, N-30
 */
export class Delete extends Mutation {
  readonly kind: 'Delete' = 'Delete';
  /**
   * `timestamp` is that of the whole-row delete and of markers added without their own; default: when applied.
   *
   * @see W-21
   */
  constructor(row: BytesLike, timestamp?: TimestampLike);
  /** From a literal, or a copy of another Delete, its durability included. @see A-13 */
  constructor(like: DeleteLike);
  constructor(row: BytesLike | DeleteLike, timestamp?: TimestampLike) {
    const like = readRequest<DeleteLike>(row, 'Delete', NAMES, timestamp);
    super(like ?? { row, timestamp });
    if (like !== null && 'markers' in like) this.addMarkers(like.markers);
  }

  /**
   * Deletes every version of every column of `family` up to `timestamp`, default the Delete's; discards markers of the
   * family that were added earlier. Throws INVALID_ARGUMENT.
   *
   * @see W-22
   */
  addFamily(family: BytesLike, timestamp: TimestampLike = this.timestamp): this {
    return this.addCell(CellType.DeleteFamily, family, null, toTimestamp(timestamp));
  }

  /** Deletes every version of one column up to `timestamp`, default the Delete's; null is the empty qualifier. */
  addColumns(family: BytesLike, qualifier: BytesLike | null, timestamp: TimestampLike = this.timestamp): this {
    return this.addCell(CellType.DeleteColumn, family, qualifier, toTimestamp(timestamp));
  }

  /**
   * Deletes the version of one column with exactly `timestamp`, default the Delete's; null is the empty qualifier.
   * Without either it is the newest version that a read shows when the Delete is applied, the n-th call of one column
   * the n-th newest; where there are fewer, a marker at that time. Throws INVALID_ARGUMENT.
   *
   * @see W-24
   */
  addColumn(family: BytesLike, qualifier: BytesLike | null, timestamp: TimestampLike = this.timestamp): this {
    return this.addCell(CellType.Delete, family, qualifier, toTimestamp(timestamp));
  }

  /** Deletes, in every column of `family`, the version with exactly `timestamp`. Throws INVALID_ARGUMENT. */
  addFamilyVersion(family: BytesLike, timestamp: TimestampLike): this {
    return this.addCell(CellType.DeleteFamilyVersion, family, null, toTimestamp(timestamp));
  }

  /** Adds a marker of this row as it is. Throws WRONG_ROW_IO, and INVALID_ARGUMENT for a put. @see N-39, A-35 */
  add(cell: Cell): this {
    return this.addGiven(cell, true);
  }

  /** Throws UNSUPPORTED_OPERATION: a delete has no time to live. @see W-26 */
  override setTTL(_ttlMs: number): this {
    throw new BigtabError('UNSUPPORTED_OPERATION', 'Setting TTLs on Deletes is not supported');
  }

  /** The literal that builds an equal Delete. Text where bytes are printable UTF-8. */
  toLiteral(): DeleteLike {
    const markers = this.added.map((cell): MarkerLike => {
      const family = toReadable(cell.family);
      const own = unlessDefault(cell, { timestamp: this.timestamp });
      const kind = KINDS.find((kind) => TYPES[kind] === cell.type) as MarkerLike['kind'];
      return isFamilyKind(kind)
        ? { kind, family, ...own }
        : { kind, family, qualifier: toReadable(cell.qualifier), ...own };
    });
    return { ...this.commonLiteral(), ...(this.isEmpty ? {} : { markers }) };
  }

  /** REQUIRES that the literal names `markers`: an empty or undefined list would widen the delete to the whole row. */
  private addMarkers(markers: unknown): void {
    if (!Array.isArray(markers) || markers.length === 0) {
      throw notAllowed('markers', 'a list with at least one marker; omit markers to delete the whole row', markers);
    }
    for (const marker of markers) {
      const { kind, family, qualifier = null, timestamp = this.timestamp } = readMarker(marker);
      this.addCell(TYPES[kind as MarkerLike['kind']], family, qualifier, toTimestamp(timestamp));
    }
  }

  /** @deprecated HBase's older name of `addFamily`. */
  deleteFamily(family: BytesLike, timestamp?: TimestampLike): this {
    return this.addFamily(family, timestamp);
  }

  /** @deprecated HBase's older name of `addFamilyVersion`. */
  deleteFamilyVersion(family: BytesLike, timestamp: TimestampLike): this {
    return this.addFamilyVersion(family, timestamp);
  }

  /** @deprecated HBase's older name of `addColumn`. */
  deleteColumn(family: BytesLike, qualifier: BytesLike | null, timestamp?: TimestampLike): this {
    return this.addColumn(family, qualifier, timestamp);
  }

  /** @deprecated HBase's older name of `addColumns`. */
  deleteColumns(family: BytesLike, qualifier: BytesLike | null, timestamp?: TimestampLike): this {
    return this.addColumns(family, qualifier, timestamp);
  }
}

/**
 * `like` itself when it is a Delete of this copy of the package, else the Delete it describes. Throws INVALID_ARGUMENT.
 */
export function toDelete(like: Delete | DeleteLike): Delete {
  return like instanceof Delete ? like : new Delete(like);
}

/** A family marker has no qualifier: one given there would be meant to narrow the delete, so it is refused. */
function readMarker(marker: unknown): Unread<ColumnMarker> {
  const read = readLiteral<ColumnMarker>(marker, 'marker of a Delete literal', COLUMN_NAMES);
  const kind = oneOf(read.kind, KINDS, 'the kind of a marker');
  return isFamilyKind(kind)
    ? readLiteral<FamilyMarker>(marker, `'${kind}' marker of a Delete literal`, FAMILY_NAMES)
    : read;
}

function isFamilyKind(kind: MarkerLike['kind']): kind is FamilyMarker['kind'] {
  return kind.startsWith('family');
}
