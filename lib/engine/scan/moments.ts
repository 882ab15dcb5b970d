/**
 * Moments in the history of a row, latest first. A moment is a sequence id and, of the cells with that id, a place:
 * their timestamp, a half more for a marker. So the cells of a mutation come by ascending timestamps, at equal ones the
 * put before the marker.
 *
 * Latest first, because cells mostly come so: then a moment is added at the end.
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

  /** How many of them are not before the one that is given: behind so many it has its place. */
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

/** `splice` makes an array, also to add at the end. */
export function insertAt(list: number[], index: number, item: number): void {
  if (index === list.length) list.push(item);
  else list.splice(index, 0, item);
}
