import type { Clock } from '../../clock.js';
import { type BigtabError, errorToData } from '../../errors.js';
import { type MemoryOptions, memoryBudget } from '../../model/memory-options.js';
import type { OpenMode } from '../../model/open-mode.js';
import type { Configuration } from '../../model/schema/settings.js';
import type { StatusReport, StorageReport } from '../../model/status-report.js';
import type { TimestampMode } from '../../model/timestamp-mode.js';
import type { ClientService } from '../../service/client-service.js';
import type { EngineEvent, EventKind } from '../../service/engine-event.js';
import type { ScannerId } from '../../service/scan-codec.js';
import { AnsweringCatalog } from '../../storage/catalog/answering-catalog.js';
import type { Catalog } from '../../storage/catalog/catalog.js';
import { AnsweringFileSystem } from '../../storage/fs/answering-file-system.js';
import type { FileSystem } from '../../storage/fs/file-system.js';
import { ReserveFile } from '../../storage/fs/reserve-file.js';
import { SharedFileSystem } from '../../storage/fs/shared-file-system.js';
import type { Manifest } from '../../storage/manifest/manifest.js';
import type { OperationLimits } from '../../storage/wal/operation-log.js';
import type { Yielder } from '../../yielder.js';
import { regionsToFlushAtClose, unloggedRegions } from '../compaction/flush-at-close.js';
import { FullDevice } from '../compaction/full-device.js';
import { IndexBuilds } from '../compaction/index-builds.js';
import { Maintenance } from '../compaction/maintenance.js';
import { ObsoleteFiles } from '../compaction/obsolete-files.js';
import { acceptImage } from '../recovery/accept-image.js';
import { openWithoutRoom } from '../recovery/open-without-room.js';
import type { Recovered } from '../recovery/region-recovery.js';
import type { Engine } from '../region/engine.js';
import { SnapshotCleaner } from '../snapshot/snapshot-cleaner.js';
import type { WatchLimits } from '../watch/watch-limits.js';
import { Watches } from '../watch/watches.js';
import { AdminServiceImpl } from './admin-service-impl.js';
import { ClientServiceImpl } from './client-service-impl.js';
import { EngineListeners } from './engine-listeners.js';
import { Origin } from './origin.js';
import { Requests } from './requests.js';
import { ScannerLeases } from './scanner-leases.js';
import { makeStatus } from './status.js';

/**
 * A log that is found in more segments than this is flushed at once. Each session begins another segment, so sessions that
 * write little and are killed would otherwise leave more and more of them.
 */
const MOST_SEGMENTS = 32;

/** The parts of the platform that a database needs. */
export interface DatabasePlatform {
  /** Rooted at the database's own directory. */
  readonly files: FileSystem;
  readonly catalog: Catalog;
  readonly clock: Clock;
  readonly yielder: Yielder;
  /** Returns a number in [0, 1). */
  readonly random: () => number;
  readonly backend: StatusReport['backend'];
  /**
   * Epoch of a newly created database; default 1. It is larger than the epoch of any deleted database of that name,
   * whose files may still be open.
   */
  readonly firstEpoch?: number | undefined;
  /** The size of the file that keeps room for a full device. Default 0: none. */
  readonly reserveBytes?: number | undefined;
  /** The size at which a compaction begins another store file. Default 256 MiB. */
  readonly storeFileBytes?: number | undefined;
  /**
   * If obsolete files exceed the live ones by this number of bytes, those that are provably unneeded are removed before
   * they are a minute old; for this, empty files are created in advance. Default Infinity: never.
   */
  readonly obsoleteLimit?: number | undefined;
  /** What is remembered of the operations of clients. Default: see there. */
  readonly operationLimits?: OperationLimits | undefined;
  /** How much watches may hold. Default: see there. */
  readonly watchLimits?: WatchLimits | undefined;
  /** The number of free bytes on the medium. Default: unknown, Infinity. Never rejects. */
  readonly room?: (() => Promise<number>) | undefined;
  /** The number of tabs that use the database, for `status`. Default: 1. */
  readonly tabs?: (() => number) | undefined;
  /** The storage of the site, for `status`. Default: unknown. Never rejects. */
  readonly storage?: (() => Promise<StorageReport>) | undefined;
  /** Called when another writer has opened the database: the host ends, so that its clients start again. */
  readonly onFenced?: () => void;
  /**
   * Called when the stored data was deleted: every call is answered with this error, and the host notifies its clients
   * and ends.
   */
  readonly onCleared?: (error: BigtabError) => void;
  /**
   * Whether reads skip files that contain nothing for them; default true. Answers are the same without it, as tests
   * check.
   */
  readonly prunes?: boolean;
}

const UNKNOWN_STORAGE: StorageReport = { usage: null, quota: null, persisted: null };

export interface DatabaseOptions {
  readonly name: string;
  /** Default `ordered`. */
  readonly timestamps?: TimestampMode;
  readonly memory?: MemoryOptions;
  /** HBase's settings of the complete database (S-8). */
  readonly configuration?: Configuration;
  /** Default `normal`. */
  readonly open?: OpenMode;
}

/** One open database: the engine, its background work, and the service that clients talk to. */
export class Database {
  readonly name: string;
  readonly service: ClientService;
  readonly engine: Engine;
  readonly maintenance: Maintenance;
  readonly #manifest: Manifest;
  readonly #catalog: Catalog;
  readonly #obsolete: ObsoleteFiles;
  readonly #snapshotCleaner: SnapshotCleaner;
  readonly #device: FullDevice;
  readonly #leases: ScannerLeases;
  readonly #watches: Watches;
  readonly #admin: AdminServiceImpl;
  readonly #indexes: IndexBuilds;
  readonly #settled: () => Promise<void>;
  readonly #listeners: EngineListeners;
  #closing: Promise<void> | null = null;

  private constructor(
    platform: DatabasePlatform,
    options: DatabaseOptions,
    recovered: Recovered,
    listeners: EngineListeners,
  ) {
    const { engine, manifest } = recovered;
    this.name = options.name;
    this.engine = engine;
    this.#manifest = manifest;
    this.#catalog = platform.catalog;
    this.#listeners = listeners;
    this.#leases = new ScannerLeases(scannersAfter(engine, platform.random), engine.clock, engine.budget, () =>
      engine.regions.values(),
    );
    const { emit } = listeners;
    this.#watches = new Watches(engine, (connection) => emit({ type: 'watch', connection }), platform.watchLimits);
    engine.commit.onRewritten = (table) => this.#watches.rewritten(table);
    this.maintenance = new Maintenance(
      engine,
      () => this.#leases.endOldest() || this.#watches.endReading() || this.#admin.exports.endOldest(),
    );
    this.#obsolete = new ObsoleteFiles(engine);
    this.#snapshotCleaner = new SnapshotCleaner(engine);
    const origin = new Origin(recovered.origin);
    let storage = UNKNOWN_STORAGE;
    const device = new FullDevice(engine, recovered.reserve, this.#obsolete);
    this.#device = device;
    this.maintenance.device = device;
    device.flushAgain = () => this.maintenance.flushUrgent();
    device.onRoom = () => this.maintenance.flushDisabled();
    const status = (): StatusReport =>
      makeStatus({
        name: options.name,
        backend: platform.backend,
        recovered,
        leases: this.#leases,
        watches: this.#watches,
        maintenance: this.maintenance,
        origin,
        storage,
        tabs: platform.tabs?.() ?? 1,
      });
    const freshStatus = async (): Promise<StatusReport> => {
      if (platform.storage !== undefined) storage = await platform.storage();
      return status();
    };
    this.#indexes = new IndexBuilds(engine, this.maintenance);
    this.#indexes.warn = (table, message) => listeners.emitOnce({ type: 'warning', table, attributes: [], message });
    this.#admin = new AdminServiceImpl({
      engine,
      catalog: platform.catalog,
      manifest,
      leftovers: recovered.leftovers,
      maintenance: this.maintenance,
      obsolete: this.#obsolete,
      device,
      status: freshStatus,
      emit,
      watches: this.#watches,
      origin,
      accept: recovered.isDoubted ? () => this.#acceptImage(platform) : null,
      snapshotCleaner: this.#snapshotCleaner,
      random: platform.random,
      indexes: this.#indexes,
    });
    const requests = new Requests(engine, this.#leases, this.#watches);
    const tellStatus = (): void => {
      if (listeners.wantEvents) emit({ type: 'status', status: status() });
    };
    engine.commit.onCommitted = () => {
      this.#leases.relieve();
      engine.openFiles.recount();
      engine.spareFiles.keep();
      this.#obsolete.relieve(platform.obsoleteLimit ?? Number.POSITIVE_INFINITY);
      tellStatus();
    };
    engine.state.onChanged = () => {
      this.maintenance.stateChanged();
      this.#indexes.consider();
      tellStatus();
    };
    engine.guard.onCleared = (error) => platform.onCleared?.(error);
    const service = new ClientServiceImpl({
      engine,
      maintenance: this.maintenance,
      requests,
      leases: this.#leases,
      watches: this.#watches,
      admin: this.#admin,
      device,
      emitter: () => (listeners.wantEvents ? emit : null),
    });
    this.service = service;
    this.#settled = () => service.settled();
  }

  get epoch(): number {
    return this.engine.epoch;
  }

  /** Opens the database and recovers the state of the last run. Throws CORRUPTION, FORMAT_TOO_NEW, QUOTA_EXCEEDED. */
  static async open(platform: DatabasePlatform, options: DatabaseOptions): Promise<Database> {
    const listeners = new EngineListeners();
    const budget = memoryBudget(options.memory);
    const files = new SharedFileSystem(new AnsweringFileSystem(platform.files, platform.clock));
    const catalog = new AnsweringCatalog(platform.catalog, platform.clock);
    let device: FullDevice | null = null;
    const recovered = await openWithoutRoom({
      ...platform,
      files,
      catalog,
      budget,
      site: { 'hbase.server.keyvalue.maxsize': String(budget.cellSize), ...options.configuration },
      timestamps: options.timestamps ?? 'ordered',
      mode: options.open ?? 'normal',
      onFenced: platform.onFenced ?? (() => {}),
      onError: (error) => {
        listeners.emit({ type: 'error', error: errorToData(error) });
        device?.noticed(error);
      },
    });
    const database = new Database({ ...platform, files, catalog }, options, recovered, listeners);
    recovered.engine.openFiles.recount();
    device = database.#device;
    const { commit, confirmed, onError, regions, state } = recovered.engine;
    if (state.name === 'read-only') {
      const isNormal = options.open === undefined || options.open === 'normal';
      if (isNormal && !recovered.isDoubted) database.#awaitRoom(platform, files);
      return database;
    }
    database.#obsolete.start();
    database.#snapshotCleaner.start();
    if (recovered.hasDroppedEdits) database.maintenance.log.request();
    await database.#device.start(recovered.origin === 'created');
    confirmed.start(() => commit.commit(() => ({})).catch(onError));
    // Cells recovered from the log are flushed when there are no writes, so that the next open is fast.
    database.maintenance.consider();
    if (recovered.engine.wal.segments.length > MOST_SEGMENTS)
      void database.maintenance.flushAll([...regions.values()].filter((region) => region.hasUnflushed));
    await database.#indexes.start();
    return database;
  }

  /** Stores the image, which was only read. The host ends: its clients then open the database for writing. */
  async #acceptImage({ files, catalog, clock, onFenced = () => {} }: DatabasePlatform): Promise<void> {
    await acceptImage({ files, catalog, now: clock.now() }, this.engine.commit.image);
    onFenced();
  }

  /** The host ends when there is room again: its clients then open the database for writing. */
  #awaitRoom({ reserveBytes = 0, onFenced = () => {} }: DatabasePlatform, files: FileSystem): void {
    this.#device.reopenWithRoom(new ReserveFile(files, this.engine.epoch, reserveBytes, []), onFenced);
  }

  /** See Engine in service/client-service. */
  subscribe(listener: (event: EngineEvent) => void, wants: EventKind = 'all'): () => void {
    return this.#listeners.add(listener, wants === 'wakes');
  }

  /**
   * Ends the database: calls settle, memstores are flushed (see flush-at-close), all is closed. With `handOver`, only
   * what the log does not have is flushed. May be called again. Rejects if the log could not be forced to the device.
   */
  close({ handOver = false }: { readonly handOver?: boolean } = {}): Promise<void> {
    this.#closing ??= this.#close(handOver);
    return this.#closing;
  }

  async #close(handOver: boolean): Promise<void> {
    const { wal, regions, commit, confirmed, guard } = this.engine;
    confirmed.stop();
    commit.stop();
    // Chromium never returns from closing a handle whose file it has deleted: the end of the worker frees them.
    if (guard.cleared !== null) return;
    if (!handOver) await this.maintenance.compactions.tidy();
    // Stopped first, because calls may wait for a compaction, or for the removal of files.
    await this.maintenance.compactions.stop();
    this.#admin.endCalls();
    await this.#device.stop();
    await this.#settled();
    await this.#admin.stop();
    await this.#indexes.stop();
    await this.maintenance.stop();
    await this.#snapshotCleaner.stop();
    await this.#obsolete.stop();
    await this.engine.spareFiles.stop();
    await this.maintenance.flushAll(handOver ? unloggedRegions(this.engine) : regionsToFlushAtClose(this.engine));
    await commit.idle();
    this.#leases.closeAll();
    this.#watches.closeAll();
    for (const region of regions.values()) region.close();
    try {
      await wal.close();
    } finally {
      this.#manifest.close();
      await this.#catalog.close();
    }
  }
}

/**
 * The id before that of the first scanner. The epoch of an engine that only reads is not stored, so the next engine may
 * have the same one.
 */
function scannersAfter({ epoch, state }: Engine, random: () => number): ScannerId {
  return { epoch, number: state.is('read-only') ? Math.floor(random() * 2 ** 32) : 0 };
}
