import type { IndexBuildReport, PruningReport, StatusReport, StorageReport } from '../../model/status-report.js';
import type { FileRecord } from '../../storage/catalog/catalog.js';
import type { Maintenance } from '../compaction/maintenance.js';
import type { Recovered } from '../recovery/region-recovery.js';
import { visibleRegions } from '../region/hidden-tables.js';
import { filesByPath } from '../region/named-files.js';
import { noPruning } from '../region/pruning.js';
import type { Region } from '../region/region.js';
import { bytesOf } from '../region/region-commit.js';
import type { Watches } from '../watch/watches.js';
import type { Origin } from './origin.js';
import { storedVersion } from './outdated.js';
import type { ScannerLeases } from './scanner-leases.js';

/** The state of a database as one plain object. */
export function makeStatus(parts: {
  readonly name: string;
  readonly backend: StatusReport['backend'];
  readonly recovered: Recovered;
  readonly leases: ScannerLeases;
  readonly watches: Watches;
  readonly maintenance: Maintenance;
  readonly origin: Origin;
  readonly storage: StorageReport;
  readonly tabs: number;
}): StatusReport {
  const { engine, report } = parts.recovered;
  const { damaged, refused } = engine.openFiles;
  const origin = parts.origin.name;
  const { budget, commit, pool, cache, wal, regions, spareFiles, state } = engine;
  const live = new Map<number, number>();
  let unflushed = 0;
  for (const region of regions.values()) {
    unflushed += region.memstoreBytes;
    for (const { files, unread } of region.allStores) {
      for (const { record } of [...files, ...unread]) live.set(record.number, record.sizeBytes);
    }
  }
  const kept = [...filesByPath(commit.snapshots.map(({ table }) => table)).values()];
  const { obsolete, quarantined } = commit;
  return {
    name: parts.name,
    backend: parts.backend,
    state: state.name,
    stateReason: state.reason,
    origin: origin === 'opened' && damaged.length > 0 ? 'recovered' : origin,
    role: 'leader',
    epoch: engine.epoch,
    tabs: parts.tabs,
    generation: commit.image.database.generation,
    version: storedVersion(engine),
    tables: visibleRegions(regions).length,
    storeFiles: {
      count: live.size,
      bytes: sum(live.values()),
      snapshots: sizeOf(kept.filter(({ number }) => !live.has(number))),
      obsolete: { count: obsolete.length, bytes: bytesOf(obsolete) },
      quarantined: { count: quarantined.length, bytes: bytesOf(quarantined) },
      spare: { count: spareFiles.list.length, old: spareFiles.ready },
    },
    memory: {
      memstore: { used: unflushed, limit: budget.memstoreLimit },
      blockCache: { used: cache.usedBytes, limit: budget.blockCache },
      log: { used: wal.bytes, limit: budget.log },
      slab: { used: pool.usedBytes, limit: budget.memstoreLimit },
    },
    budget,
    clock: engine.rowClock.lead,
    scanners: scannersOf(parts.leases, budget.scanners),
    watches: parts.watches.report,
    indexes: { building: visibleRegions(regions).flatMap(buildsOf) },
    flushing: parts.maintenance.flushing,
    compactions: parts.maintenance.compactions.summary,
    pruning: pruningOf(regions.values()),
    lastRecovery: { ...report, problems: [...report.problems, ...damaged, ...refused] },
    storage: parts.storage,
    powerSafe: wal.powerSafe && commit.powerSafe,
  };
}

function sizeOf(files: readonly FileRecord[]): { readonly count: number; readonly bytes: number } {
  return { count: files.length, bytes: sum(files.map(({ sizeBytes }) => sizeBytes)) };
}

function sum(numbers: Iterable<number>): number {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
}

function buildsOf({ name: table, indexes }: Region): readonly IndexBuildReport[] {
  const building = indexes.filter(({ complete }) => !complete);
  return building.map(({ name: index, built: done }) => ({ table, index, done }));
}

function pruningOf(regions: Iterable<Region>): PruningReport {
  const all = noPruning();
  for (const { pruning } of regions) {
    for (const reason of ['key', 'bloom', 'time', 'expired'] as const) all.files[reason] += pruning.files[reason];
    all.blocks += pruning.blocks;
  }
  return all;
}

function scannersOf(leases: ScannerLeases, limit: number): StatusReport['scanners'] {
  const { open, expired, held } = leases;
  const segments = { used: held.segments, limit: held.segmentLimit };
  return { open, limit, expired, held: { segments, files: { used: held.files, limit: held.fileLimit } } };
}
