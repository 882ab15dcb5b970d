import { equalBytes } from '../../bytes/compare.js';
import type { Cell } from '../../model/cell.js';

/** The markers among the cells of a row, which are added in their order, that may hide the cells after them. */
export class HidingMarkers {
  #last: Cell | null = null;
  /** The newest marker of the whole family, and those of single versions of the family. */
  #ofFamily: Cell | null = null;
  readonly #ofVersions = new Map<number, Cell>();
  /** The newest marker of the whole column, and the last one of a single version: the others are newer than all that follows. */
  #ofColumn: Cell | null = null;
  #ofVersion: Cell | null = null;

  add(cell: Cell): void {
    this.#moveTo(cell);
    const { type, timestamp } = cell;
    if (type === 'DeleteFamily') this.#ofFamily ??= cell;
    else if (type === 'DeleteFamilyVersion') this.#ofVersions.set(timestamp, cell);
    else if (type === 'DeleteColumn') this.#ofColumn ??= cell;
    else if (type === 'Delete') this.#ofVersion = cell;
  }

  /** Whether one of them hides a put, which was added last. */
  hide({ timestamp }: Cell): boolean {
    const isUpTo = (marker: Cell | null) => marker !== null && timestamp <= marker.timestamp;
    return (
      isUpTo(this.#ofFamily) ||
      isUpTo(this.#ofColumn) ||
      this.#ofVersion?.timestamp === timestamp ||
      this.#ofVersions.has(timestamp)
    );
  }

  /** In the order of cells. */
  get all(): readonly Cell[] {
    const ofFamily = this.#ofFamily === null ? [] : [this.#ofFamily];
    const ofColumn = [this.#ofColumn, this.#ofVersion].filter((marker) => marker !== null);
    return [...ofFamily, ...this.#ofVersions.values(), ...ofColumn];
  }

  #moveTo(cell: Cell): void {
    const last = this.#last;
    this.#last = cell;
    const isSameFamily = last !== null && equalBytes(last.family, cell.family) && equalBytes(last.row, cell.row);
    if (isSameFamily && equalBytes(last.qualifier, cell.qualifier)) return;
    this.#ofColumn = null;
    this.#ofVersion = null;
    if (isSameFamily) return;
    this.#ofFamily = null;
    this.#ofVersions.clear();
  }
}
