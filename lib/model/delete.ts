import { kindOf } from '../bytes/kind.js';
import { invalidArgument } from '../errors.js';
import { toFamily, toQualifier } from './arguments.js';
import { type BytesLike, toReadable } from './bytes-like.js';
import { CellType } from './cell-type.js';
import { allEntries, type FamilyGroup, groupOf } from './family-group.js';
import { checkCellLengths } from './limits.js';
import { readLiteral, readRequest, type Unread } from './literal.js';
import { type Durability, Mutation, type MutationCell } from './mutation.js';
import { LATEST_TIMESTAMP, type TimestampLike, toTimestamp } from './timestamp.js';

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
const NO_BYTES = new Uint8Array(0);

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
  private readonly groups: FamilyGroup<MutationCell>[] = [];

  /** `timestamp` is that of the whole-row delete and of markers added without their own; default: when applied (W-21). */
  constructor(row: BytesLike, timestamp?: TimestampLike);
  /** From a literal, or a copy of another Delete, its durability included. */
  constructor(like: DeleteLike);
  constructor(row: BytesLike | DeleteLike, timestamp?: TimestampLike) {
    const like = readRequest<DeleteLike>(row, 'Delete', NAMES);
    super(like ?? { row, timestamp });
    if (like === null) return;
    if (timestamp !== undefined) throw invalidArgument('a timestamp beside a literal: give it inside the literal');
    if ('markers' in like) this.addMarkers(like.markers);
  }

  /** The markers: families in byte order, inside a family in the order they were added. Empty = the whole row (W-20). */
  get cells(): readonly MutationCell[] {
    return allEntries(this.groups);
  }

  /** Whether no marker was added: the Delete is one of the whole row. */
  get isEmpty(): boolean {
    return this.groups.length === 0;
  }

  /**
   * Deletes every version of every column of `family` up to `timestamp`, default the Delete's; discards markers of the
   * family that were added earlier (W-22). Throws INVALID_ARGUMENT.
   */
  addFamily(family: BytesLike, timestamp?: TimestampLike): this {
    const marker = this.marker(CellType.DeleteFamily, family, null, timestamp);
    groupOf(this.groups, marker.family).entries = [marker];
    return this;
  }

  /** Deletes every version of one column up to `timestamp`, default the Delete's; null is the empty qualifier. */
  addColumns(family: BytesLike, qualifier: BytesLike | null, timestamp?: TimestampLike): this {
    const marker = this.marker(CellType.DeleteColumn, family, qualifier, timestamp);
    groupOf(this.groups, marker.family).entries.push(marker);
    return this;
  }

  /** The literal that builds an equal Delete. Text where bytes are printable UTF-8. */
  toLiteral(): DeleteLike {
    const markers = this.cells.map((cell): MarkerLike => {
      const family = toReadable(cell.family);
      const own = cell.timestamp === this.timestamp ? {} : { timestamp: cell.timestamp };
      return cell.type === CellType.DeleteFamily
        ? { kind: 'family', family, ...own }
        : { kind: 'columns', family, qualifier: toReadable(cell.qualifier), ...own };
    });
    return {
      row: toReadable(this.row),
      ...(markers.length === 0 ? {} : { markers }),
      ...(this.timestamp === LATEST_TIMESTAMP ? {} : { timestamp: this.timestamp }),
      ...(this.durability === 'USE_DEFAULT' ? {} : { durability: this.durability }),
    };
  }

  private marker(type: CellType, family: unknown, qualifier: unknown, timestamp: unknown): MutationCell {
    const marker = {
      family: toFamily(family),
      qualifier: toQualifier(qualifier),
      timestamp: timestamp === undefined ? this.timestamp : toTimestamp(timestamp),
      type,
      value: NO_BYTES,
    };
    checkCellLengths(this.row.length, marker.family.length, marker.qualifier.length, 0);
    return marker;
  }

  /** REQUIRES that the literal names `markers`: an empty or undefined list would widen the delete to the whole row. */
  private addMarkers(markers: unknown): void {
    if (!Array.isArray(markers) || markers.length === 0) {
      throw invalidArgument(
        `markers must be a list with at least one marker; leave markers out to delete the whole row; got ${Array.isArray(markers) ? 'an empty list' : kindOf(markers)}`,
      );
    }
    for (const marker of markers) {
      const { kind, family, qualifier, timestamp } = readMarker(marker);
      if (kind === 'family') this.addFamily(family as BytesLike, timestamp as TimestampLike | undefined);
      else this.addColumns(family as BytesLike, (qualifier ?? null) as BytesLike | null, timestamp as TimestampLike);
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
  if (kind === 'columns') return marker as Unread<ColumnsMarker>;
  if (kind === 'family') return readLiteral<FamilyMarker>(marker, "'family' marker of a Delete literal", FAMILY_NAMES);
  const given = typeof kind === 'string' ? `'${kind}'` : kindOf(kind);
  throw invalidArgument(`the kind of a marker must be 'columns' or 'family'; got ${given}`);
}
