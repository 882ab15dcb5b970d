/**
 * Moments in the history of a row, latest first. A moment consists of a sequence id and a place, which orders the cells
 * with that id: their timestamp, plus a half for a marker. So the cells of a mutation are in ascending order of
 * timestamp, and at equal timestamps the put comes before the marker.
 *
 * They are stored latest first because cells usually arrive in that order: a new moment is then added at the end.
 */
export class Moments {
  readonly sequenceIds: number[] = [];
  readonly places: number[] = [];

  get length(): number {
    return this.places.length;
  }

  clear(): void {
    this.sequenceIds.length = 0;
    this.places.length = 0;
  }

  /** The number of moments that are not before this one, which is the index to insert it at. */
  upTo(sequenceId: number, place: number): number {
    let low = 0;
    let high = this.length;
    if (high > 0 && !this.isBefore(high - 1, sequenceId, place)) return high;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.isBefore(middle, sequenceId, place)) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  isBefore(index: number, sequenceId: number, place: number): boolean {
    const own = this.sequenceIds[index] as number;
    return own === sequenceId ? (this.places[index] as number) < place : own < sequenceId;
  }

  insert(index: number, sequenceId: number, place: number): void {
    insertAt(this.sequenceIds, index, sequenceId);
    insertAt(this.places, index, place);
  }
}

/** `splice` creates an array, even to add at the end. */
export function insertAt(list: number[], index: number, item: number): void {
  if (index === list.length) list.push(item);
  else list.splice(index, 0, item);
}
