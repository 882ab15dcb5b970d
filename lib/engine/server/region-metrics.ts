import { toStringBinary } from '../../bytes/text.js';
import type { CompactionState } from '../../model/status-report.js';
import type { RegionMetrics, StoreFileMetrics, StoreMetrics } from '../../service/region-metrics.js';
import type { FileRecord, TableRecord } from '../../storage/catalog/catalog.js';
import type { StoreFile } from '../../storage/storefile/store-file.js';
import type { Region } from '../region/region.js';
import type { Store } from '../region/store.js';

/** One table as plain data. `record`: the table's record in the catalog, which also lists files that cannot be read. */
export function makeRegionMetrics(
  region: Region,
  record: TableRecord,
  compactionState: CompactionState,
): RegionMetrics {
  const stores = region.stores.map((store) => storeMetrics(store, filesOf(record, store.familyId)));
  return {
    table: region.name,
    state: region.state,
    damage: region.damage?.message ?? null,
    memstoreBytes: region.memstoreBytes,
    storeFileBytes: stores.reduce((sum, { storeFileBytes }) => sum + storeFileBytes, 0),
    flushedSequenceId: region.flushedSequenceId,
    compactionState,
    stores,
  };
}

function filesOf({ families }: TableRecord, familyId: number): readonly FileRecord[] {
  return families.find(({ id }) => id === familyId)?.runs.flat() ?? [];
}

function storeMetrics({ name, memstore, files }: Store, records: readonly FileRecord[]): StoreMetrics {
  return {
    family: toStringBinary(name),
    memstoreBytes: memstore.bytes,
    memstoreCells: memstore.active.cellCount + (memstore.snapshot?.cellCount ?? 0),
    storeFileCount: records.length,
    storeFileBytes: records.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
    storeFiles: files.map(({ file }) => fileMetrics(file)).reverse(),
  };
}

function fileMetrics({ info, cachedBlocks }: StoreFile): StoreFileMetrics {
  const { cellCount, sizeBytes, kind, major, createdAt } = info;
  const inCells = <T>(fact: T): T | null => (cellCount === 0 ? null : fact);
  return {
    number: info.fileNumber,
    sizeBytes,
    cells: cellCount,
    markers: cellCount - info.putCount,
    minKey: inCells(toStringBinary(info.minKey)),
    maxKey: inCells(toStringBinary(info.maxKey)),
    minTimestamp: inCells(info.minTimestamp),
    maxTimestamp: inCells(info.maxTimestamp),
    minSequenceId: inCells(info.minSequenceId),
    maxSequenceId: inCells(info.maxSequenceId),
    kind,
    major,
    createdAt,
    blocks: info.blockCount,
    cachedBlocks,
  };
}
