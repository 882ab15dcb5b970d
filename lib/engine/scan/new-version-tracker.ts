/*
 * The rule of NEW_VERSION_BEHAVIOR: a row contains what a replay of its mutations leaves, in the order of their
 * sequence ids (R-60…R-62). A marker removes the versions that exist at that moment, a put removes the versions that
 * then exceed VERSIONS, and removed versions never come back.
 *
 * Nothing is actually replayed. In cell order, everything that affects a put comes before it: versions and
 * markers with larger timestamps, and what was written at its own timestamp. So the tracker computes for each put the
 * interval in which its version existed:
 *
 *   from   the moment of the put
 *   to     the first later moment with a marker that covers it, another put of its timestamp, or VERSIONS
 *          newer versions
 *
 * A put without an end is not deleted. The number of versions of the column is counted for each moment; it is at most
 * VERSIONS.
 */
import type { CellView } from '../../keyvalue/cell-view.js';
import { CellType } from '../../model/cell-type.js';
import { DeleteResult, type DeleteTracker } from './delete-tracker.js';
import { insertAt, Moments } from './moments.js';

interface Marker {
  readonly sequenceId: number;
  readonly timestamp: number;
  /** Covers older versions too. */
  readonly isRange: boolean;
}

/** Places are timestamps minus this number, so that a half can be added to each of them exactly. */
const MIDDLE = 2 ** 52;

export class NewVersionTracker implements DeleteTracker {
  #maxVersions = 1;
  /** By descending timestamp, the order in which they arrive. */
  readonly #familyMarkers: Marker[] = [];
  /** How many of them have been applied to the current column. */
  #applied = 0;
  /** The moments of markers that cover everything that follows in the column. */
  readonly #ranges: Moments = new Moments();
  /** The moments of markers that cover only `timestamp`, and of its puts. */
  readonly #ends: Moments = new Moments();
  #timestamp = -1;
  /** The moments at which the number of versions changes. */
  readonly #changes: Moments = new Moments();
  /** The number of versions from each of these moments on, minus `lift`. */
  readonly #counts: number[] = [];
  #lift = 0;
  /** How many versions have been counted. */
  #counted = 0;
  #survivors = 0;

  /** Starts another read, of a family that keeps `maxVersions` versions. */
  reset(maxVersions: number): void {
    this.#maxVersions = maxVersions;
  }

  startRow(): void {
    this.#familyMarkers.length = 0;
    this.startColumn();
  }

  startColumn(): void {
    this.#applied = 0;
    this.#ranges.clear();
    this.#startVersion(-1);
    this.#changes.clear();
    this.#counts.length = 0;
    this.#lift = 0;
    this.#counted = 0;
    this.#survivors = 0;
  }

  /** Never returns true: a marker does not affect what is written after it. */
  add({ type, sequenceId, timestamp }: CellView): boolean {
    const isFamily = type === CellType.DeleteFamily || type === CellType.DeleteFamilyVersion;
    const marker = { sequenceId, timestamp, isRange: type === CellType.DeleteFamily || type === CellType.DeleteColumn };
    if (isFamily) this.#familyMarkers.push(marker);
    else this.#apply(marker);
    return false;
  }

  isDeleted({ sequenceId, timestamp }: CellView): DeleteResult {
    if (this.#survivors === this.#maxVersions) return DeleteResult.ColumnDeleted;
    const familyMarkers = this.#familyMarkers;
    const ends = this.#ends;
    for (; this.#applied < familyMarkers.length; this.#applied++) {
      const marker = familyMarkers[this.#applied] as Marker;
      if (marker.timestamp < timestamp) break;
      if (marker.isRange || marker.timestamp === timestamp) this.#apply(marker);
    }
    if (timestamp !== this.#timestamp) this.#startVersion(timestamp);
    const survives = this.#occupy(sequenceId, timestamp - MIDDLE);
    ends.insert(ends.upTo(sequenceId, timestamp - MIDDLE), sequenceId, timestamp - MIDDLE);
    if (!survives) return DeleteResult.VersionDeleted;
    this.#survivors++;
    return DeleteResult.NotDeleted;
  }

  #startVersion(timestamp: number): void {
    this.#timestamp = timestamp;
    this.#ends.clear();
  }

  #apply({ sequenceId, timestamp, isRange }: Marker): void {
    if (!isRange && timestamp !== this.#timestamp) this.#startVersion(timestamp);
    const place = timestamp - MIDDLE + 0.5;
    const moments = isRange ? this.#ranges : this.#ends;
    moments.insert(moments.upTo(sequenceId, place), sequenceId, place);
  }

  /** Counts the version of a put from its moment to its end; returns true if it has no end. */
  #occupy(sequenceId: number, place: number): boolean {
    const changes = this.#changes;
    const counts = this.#counts;
    const ranges = this.#ranges;
    const ends = this.#ends;
    const maxVersions = this.#maxVersions;
    const range = ranges.upTo(sequenceId, place) - 1;
    const own = ends.upTo(sequenceId, place) - 1;
    const isRangeFirst =
      own < 0 || (range >= 0 && ranges.isBefore(range, ends.sequenceIds[own] as number, ends.places[own] as number));
    const end = isRangeFirst ? this.#changeAt(ranges, range) : this.#changeAt(ends, own);
    let at = this.#change(sequenceId, place);
    if (this.#counted++ < maxVersions && end < 0 && at === changes.length - 1) {
      // The usual case, in one step: written in the order of the timestamps, and too few to push out any.
      this.#lift++;
      return true;
    }
    for (; at > end; at--) {
      const count = counts[at] as number;
      if (count + this.#lift >= maxVersions) return false;
      counts[at] = count + 1;
    }
    return end < 0;
  }

  /** The change at the moment with this index; -1 for -1. */
  #changeAt({ sequenceIds, places }: Moments, index: number): number {
    return index < 0 ? -1 : this.#change(sequenceIds[index] as number, places[index] as number);
  }

  /** The change at a moment. Creates it if there is none; a new one does not change the number. */
  #change(sequenceId: number, place: number): number {
    const changes = this.#changes;
    const counts = this.#counts;
    const at = changes.upTo(sequenceId, place);
    if (changes.sequenceIds[at - 1] === sequenceId && changes.places[at - 1] === place) return at - 1;
    changes.insert(at, sequenceId, place);
    insertAt(counts, at, counts[at] ?? -this.#lift);
    return at;
  }
}
