import type { BigtabError } from '../../errors.js';
import type { IndexDescriptor } from '../../model/schema/index-descriptor.js';
import type { TableDescriptor } from '../../model/schema/table-descriptor.js';
import type { TableState } from '../../storage/catalog/catalog.js';
import type { Region } from '../region/region.js';
import type { StoreView } from '../region/store-view.js';

/** A family as it was when the export began. */
export interface PinnedFamily {
  readonly view: StoreView;
  readonly newVersionBehavior: boolean;
  /** The error of a marker that deletes a single version; null if such a marker can be exported. */
  readonly refusal: BigtabError | null;
}

/**
 * A table as it was when the export began. The views keep its segments and files until `release`, whatever happens to
 * the table.
 */
export interface PinnedTable {
  readonly region: Region;
  readonly descriptor: TableDescriptor;
  readonly state: TableState;
  /** By name. */
  readonly indexes: readonly IndexDescriptor[];
  /** In the order of the descriptor. */
  readonly families: readonly PinnedFamily[];
  /** Only cells with a larger sequence id are exported; 0 = all. */
  readonly after: number;
  /** Whether the region is a snapshot that was opened for the export. */
  readonly isSnapshot: boolean;
}

/** `refusal` returns the error of markers of one version in a family; see PinnedFamily. */
export function pinTable(
  region: Region,
  after: number,
  refusal: (familyId: number) => BigtabError | null,
  isSnapshot: boolean = false,
): PinnedTable {
  return {
    region,
    descriptor: region.descriptor,
    state: region.state,
    indexes: region.indexes.map((index) => index.descriptor),
    families: region.stores.map((store) => ({
      view: store.view.retain(),
      newVersionBehavior: store.scanInfo.newVersionBehavior,
      refusal: refusal(store.familyId),
    })),
    after,
    isSnapshot,
  };
}

export function releaseTable({ region, families, isSnapshot }: PinnedTable): void {
  for (const { view } of families) view.release();
  if (isSnapshot) region.close();
}

/** The number of cells that an export of the table visits. */
export function cellsOf({ families, after }: PinnedTable): number {
  let cells = 0;
  for (const { view } of families) {
    for (const { info } of view.files) if (info.maxSequenceId > after) cells += info.cellCount;
    cells += (view.snapshot?.cellCount ?? 0) + view.active.cellCount;
  }
  return cells;
}
