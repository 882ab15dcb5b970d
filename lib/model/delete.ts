import { notAllowed } from '../bytes/kind.js';
import { BigtabError } from '../errors.js';
import { type BytesLike, toReadable } from './bytes-like.js';
import type { Cell } from './cell.js';
import { CellType } from './cell-type.js';
import type { Durability } from './durability.js';
import { oneOf, readLiteral, readRequest, type Unread, unlessDefault } from './literal.js';
import { Mutation } from './mutation.js';
import { type TimestampLike, toTimestamp } from './timestamp.js';

interface ColumnMarker {
  readonly kind: 'column' | 'columns';
  readonly family: BytesLike;
  /** Default: the empty qualifier. */
  readonly qualifier?: BytesLike;
  /** Default: the Delete's timestamp. */
  readonly timestamp?: TimestampLike;
}

interface FamilyMarker {
  readonly kind: 'family' | 'familyVersion';
  readonly family: BytesLike;
  /** Default: the Delete's timestamp. */
  readonly timestamp?: TimestampLike;
}

/**
 * A marker of a Delete literal. `columns` and `family` delete every version of a column or family up to a timestamp.
 * `column` and `familyVersion` delete the versions with exactly that timestamp; a `column` without a timestamp deletes
 * the newest version.
 */
export type MarkerLike = ColumnMarker | FamilyMarker;

/** A Delete as a literal. */
export interface DeleteLike {
  readonly kind?: 'Delete';
  readonly row: BytesLike;
  /** The timestamp of markers without their own. Default: the time at which the Delete is applied. */
  readonly timestamp?: TimestampLike;
  /** What to delete; if left out, the whole row. An empty list is refused, so that a mistake never widens a delete. */
  readonly markers?: readonly MarkerLike[];
  /** Default `USE_DEFAULT`. */
  readonly durability?: Durability;
}

const NAMES = ['row', 'markers', 'timestamp', 'durability', 'kind'] as const satisfies readonly (keyof DeleteLike)[];
const FAMILY_NAMES = ['kind', 'family', 'timestamp'] as const satisfies readonly (keyof FamilyMarker)[];
const COLUMN_NAMES = ['kind', 'family', 'qualifier', 'timestamp'] as const satisfies readonly (keyof ColumnMarker)[];

/** The stored type of each kind of marker. */
const TYPES = {
  column: CellType.Delete,
  columns: CellType.DeleteColumn,
  family: CellType.DeleteFamily,
  familyVersion: CellType.DeleteFamilyVersion,
} as const satisfies Record<MarkerLike['kind'], CellType>;
const KINDS = Object.keys(TYPES) as MarkerLike['kind'][];

/**
 * Deletes from one row: the whole row, or the families and columns that you add. It writes markers, so deleting what
 * does not exist succeeds. Puts up to a marker's timestamp stay hidden; later ones are visible. Only `addColumn`
 * without a timestamp reads the row.
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
   * `timestamp` applies to the whole-row delete and to markers added without their own. Default: the time at which the
   * Delete is applied.
   *
   * @see W-21
   */
  constructor(row: BytesLike, timestamp?: TimestampLike);
  /** Builds it from a literal, or copies another Delete with its durability. @see A-13 */
  constructor(like: DeleteLike);
  constructor(row: BytesLike | DeleteLike, timestamp?: TimestampLike) {
    const like = readRequest<DeleteLike>(row, 'Delete', NAMES, timestamp);
    super(like ?? { row, timestamp });
    if (like !== null && 'markers' in like) this.addMarkers(like.markers);
  }

  /**
   * Deletes every version of every column of `family` up to `timestamp` (default: the Delete's). Discards markers of
   * the family that were added earlier. Throws INVALID_ARGUMENT.
   *
   * @see W-22
   */
  addFamily(family: BytesLike, timestamp: TimestampLike = this.timestamp): this {
    return this.addCell(CellType.DeleteFamily, family, null, toTimestamp(timestamp));
  }

  /** Deletes every version of one column up to `timestamp` (default: the Delete's); null means the empty qualifier. */
  addColumns(family: BytesLike, qualifier: BytesLike | null, timestamp: TimestampLike = this.timestamp): this {
    return this.addCell(CellType.DeleteColumn, family, qualifier, toTimestamp(timestamp));
  }

  /**
   * Deletes the version of one column with exactly `timestamp` (default: the Delete's); null means the empty qualifier.
   * Without either timestamp, it deletes the newest version that a read returns when the Delete is applied; the n-th
   * call for the same column deletes the n-th newest. If there are fewer versions, it writes a marker at the time of
   * the Delete. Throws INVALID_ARGUMENT.
   *
   * @see W-24
   */
  addColumn(family: BytesLike, qualifier: BytesLike | null, timestamp: TimestampLike = this.timestamp): this {
    return this.addCell(CellType.Delete, family, qualifier, toTimestamp(timestamp));
  }

  /** Deletes the version with exactly `timestamp` in every column of `family`. Throws INVALID_ARGUMENT. */
  addFamilyVersion(family: BytesLike, timestamp: TimestampLike): this {
    return this.addCell(CellType.DeleteFamilyVersion, family, null, toTimestamp(timestamp));
  }

  /** Adds a marker of this row unchanged. Throws WRONG_ROW_IO, or INVALID_ARGUMENT for a put. @see N-39, A-35 */
  add(cell: Cell): this {
    return this.addGiven(cell, true);
  }

  /** Throws UNSUPPORTED_OPERATION: a delete has no time to live. @see W-26 */
  override setTTL(_ttlMs: number): this {
    throw new BigtabError('UNSUPPORTED_OPERATION', 'Setting TTLs on Deletes is not supported');
  }

  /** The literal that builds an equal Delete. Printable UTF-8 becomes text. */
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

  /** @deprecated HBase's older name for `addFamily`. */
  deleteFamily(family: BytesLike, timestamp?: TimestampLike): this {
    return this.addFamily(family, timestamp);
  }

  /** @deprecated HBase's older name for `addFamilyVersion`. */
  deleteFamilyVersion(family: BytesLike, timestamp: TimestampLike): this {
    return this.addFamilyVersion(family, timestamp);
  }

  /** @deprecated HBase's older name for `addColumn`. */
  deleteColumn(family: BytesLike, qualifier: BytesLike | null, timestamp?: TimestampLike): this {
    return this.addColumn(family, qualifier, timestamp);
  }

  /** @deprecated HBase's older name for `addColumns`. */
  deleteColumns(family: BytesLike, qualifier: BytesLike | null, timestamp?: TimestampLike): this {
    return this.addColumns(family, qualifier, timestamp);
  }
}

/**
 * Returns `like` itself if it is a Delete of this copy of the package, else the Delete it describes. Throws
 * INVALID_ARGUMENT.
 */
export function toDelete(like: Delete | DeleteLike): Delete {
  return like instanceof Delete ? like : new Delete(like);
}

/** A family marker has no qualifier. A caller who passes one wants to delete less than the family, so it is refused. */
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
