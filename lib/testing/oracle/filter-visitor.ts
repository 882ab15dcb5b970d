/* One row and family of a read with a filter. */
import { comparePlaces, type OracleFilter, type Place } from './filter.js';
import { compareTexts, type StoredCell } from './stored-cell.js';
import type { Step, Visitor } from './visitor.js';

export interface FilteredFamily {
  readonly filter: OracleFilter;
  /** The maximum number of cells of a column. */
  readonly versions: number;
  /** R-70; negative = none. */
  readonly storeLimit: number;
  readonly storeOffset: number;
  readonly reversed: boolean;
}

const STEPS: readonly Step[] = ['cell', 'column', 'family'];

export class FilterVisitor implements Visitor {
  readonly cells: StoredCell[] = [];
  /** Before this row, the filter needs nothing of this family. */
  nextRow: string | null = null;
  /** The filter has ended the scan. */
  ended = false;
  private readonly read: FilteredFamily;
  private place: Place | null = null;
  private column: string | null = null;
  private inColumn = 0;
  private inFamily = 0;

  constructor(read: FilteredFamily) {
    this.read = read;
  }

  passesOver(cell: StoredCell): boolean {
    return this.place !== null && comparePlaces(cell, this.place, false) < 0;
  }

  /** */
  visit(cell: StoredCell): Step {
    const { filter } = this.read;
    const code = filter.filterCell(cell);
    let step = code.endsWith('ROW') ? 2 : code.endsWith('COL') ? 1 : 0;
    if (code === 'SEEK_NEXT_USING_HINT') step = this.follow(filter.hint(cell), cell);
    else if (code.startsWith('INCLUDE')) step = Math.max(step, this.include(cell));
    this.ended = filter.filterAllRemaining();
    return this.ended ? 'family' : (STEPS[step] as Step);
  }

  private include(cell: StoredCell): number {
    const { filter, versions, storeLimit } = this.read;
    const storeOffset = Math.max(this.read.storeOffset, 0);
    if (cell.qualifier !== this.column) this.inColumn = 0;
    this.column = cell.qualifier;
    if (++this.inColumn > versions) return 1;
    if (++this.inFamily > storeOffset) this.cells.push({ ...cell, value: filter.transform(cell.value) });
    return storeLimit >= 0 && this.inFamily >= storeOffset + Math.max(storeLimit, 1) ? 2 : 0;
  }

  private follow(place: Place | null, cell: StoredCell): number {
    if (place === null) return 0;
    if (place.row !== cell.row) {
      const ahead = compareTexts(place.row, cell.row) > 0 !== this.read.reversed;
      if (ahead) this.nextRow = place.row;
      return ahead ? 2 : 0;
    }
    if (!this.read.reversed && comparePlaces(place, cell, false) > 0) this.place = place;
    return 0;
  }
}
