import { equalBytes, equalRanges } from '../../bytes/compare.js';
import type { CellView } from '../../keyvalue/cell-view.js';
import type { FilterReader } from './filter-reader.js';

/** The column that a filter tests. */
export class TestedColumn {
  readonly #family: Uint8Array;
  readonly #qualifier: Uint8Array;

  constructor(reader: FilterReader) {
    this.#family = reader.sized();
    this.#qualifier = reader.sized();
  }

  isFamily(family: Uint8Array): boolean {
    return equalBytes(family, this.#family);
  }

  has({ key, qualifierOffset, qualifierLength }: CellView, family: Uint8Array): boolean {
    const qualifier = this.#qualifier;
    return equalRanges(key, qualifierOffset, qualifierLength, qualifier, 0, qualifier.length) && this.isFamily(family);
  }
}
