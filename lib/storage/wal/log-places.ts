import type { LogPosition } from '../catalog/catalog.js';
import type { LogTail } from './log-tail.js';

/** One group in this number of bytes is remembered: recovery reads at most as much too much. */
const PLACE_BYTES = 64 << 10;

/**
 * Remembers where some commit groups begin, so that a commit can store the position in the log from which recovery has
 * to read. All bytes before a position are on the device.
 */
export class LogPlaces {
  /** In the order of the log; never empty. */
  #places: readonly LogPosition[];

  constructor(places: readonly LogPosition[]) {
    this.#places = places;
  }

  /** The next group is written at the end of the segment `path`. */
  note(path: string, tail: LogTail): void {
    const last = this.#places.at(-1) as LogPosition;
    const offset = tail.fileEnd;
    if (last.path === path && offset - last.offset < PLACE_BYTES) return;
    const { writtenSequenceId: sequenceId, connections } = tail;
    this.#places = [...this.#places, { path, offset, sequenceId, connections }];
  }

  /** The log continues in another segment: what begins after `validLength` in the one before has moved there. */
  moved(from: string, validLength: number, to: LogPosition): void {
    this.#places = [...this.#places.filter(({ path, offset }) => path !== from || offset <= validLength), to];
  }

  /**
   * The last known position before which no record has a sequence id above `sequenceId`, in a log whose last segment
   * `path` ends with `tail`.
   */
  after(sequenceId: number, path: string, tail: LogTail): LogPosition {
    const { base: offset, flushedSequenceId, connections } = tail;
    if (flushedSequenceId <= sequenceId) return { path, offset, sequenceId: flushedSequenceId, connections };
    const onDevice = this.#places.filter((place) => place.path !== path || place.offset <= offset);
    return onDevice[lastUpTo(onDevice, sequenceId)] as LogPosition;
  }

  /** No position after a smaller sequence id will be asked for. */
  forget(sequenceId: number): void {
    this.#places = this.#places.slice(lastUpTo(this.#places, sequenceId));
  }
}

/** The index of the last of `places` that is not after `sequenceId`; 0 if all are. */
function lastUpTo(places: readonly LogPosition[], sequenceId: number): number {
  return Math.max(
    0,
    places.findLastIndex((place) => place.sequenceId <= sequenceId),
  );
}
