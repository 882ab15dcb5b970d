import type { Clock } from '../../clock.js';
import type { MemoryBudget } from '../../model/memory-options.js';
import type { Configuration } from '../../model/schema/settings.js';
import type { FileSystem } from '../../storage/fs/file-system.js';
import type { SlabPool } from '../../storage/memstore/slab.js';
import type { BlockCache } from '../../storage/storefile/block-cache.js';
import type { OperationLog } from '../../storage/wal/operation-log.js';
import type { Wal } from '../../storage/wal/wal.js';
import type { Yielder } from '../../yielder.js';
import type { CommitGroup } from './commit-group.js';
import type { ConfirmedTime } from './confirmed-time.js';
import type { DataClock } from './data-clock.js';
import type { DatabaseState } from './database-state.js';
import type { OpenFiles } from './open-files.js';
import type { Region } from './region.js';
import type { RegionCommit } from './region-commit.js';
import type { RowClock } from './row-clock.js';
import type { SpareFiles } from './spare-files.js';
import type { StorageGuard } from './storage-guard.js';
import type { StoreFileWatch } from './store-file-watch.js';

/** The parts of one open database, assembled by recovery and used by everything above. */
export interface Engine {
  readonly files: FileSystem;
  /** Free space on the medium in bytes, as far as it is known, otherwise Infinity. */
  readonly room: () => Promise<number>;
  readonly clock: Clock;
  /** The time of writes and reads. */
  readonly dataClock: DataClock;
  readonly yielder: Yielder;
  readonly epoch: number;
  /** The size at which a compaction ends a store file and begins the next one of its run. */
  readonly storeFileBytes: number;
  readonly budget: MemoryBudget;
  readonly pool: SlabPool;
  /** The settings of the database (S-8). */
  readonly site: Configuration;
  /** See RegionParts. */
  readonly prunes: boolean;
  readonly salvages: boolean;
  readonly cache: BlockCache;
  readonly watch: StoreFileWatch;
  readonly wal: Wal;
  readonly operations: OperationLog;
  readonly group: CommitGroup;
  readonly rowClock: RowClock;
  /** The time by which expired cells are removed. */
  readonly confirmed: ConfirmedTime;
  readonly commit: RegionCommit;
  readonly spareFiles: SpareFiles;
  readonly guard: StorageGuard;
  readonly state: DatabaseState;
  readonly openFiles: OpenFiles;
  /** Open regions by their table name as text. */
  readonly regions: Map<string, Region>;
  /** Reports an error in background work; the engine continues. */
  readonly onError: (error: unknown) => void;
}
