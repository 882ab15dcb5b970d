import { BigtabError } from '../../errors.js';
import type { StoreFile } from '../../storage/storefile/store-file.js';
import { damageSentence, type SalvagedRows } from './damaged-rows.js';
import { openStoreFile } from './open-store-file.js';
import type { Region } from './region.js';
import { type SalvagedFile, type SalvageParts, salvageStoreFile } from './salvage-store-file.js';
import type { StorageGuard } from './storage-guard.js';
import type { DamagedFile, OpenFile, Store } from './store.js';
import type { StoreFileWatch } from './store-file-watch.js';
import type { UnreadFile } from './unread-file.js';

/** The store files that stay open when nothing reads them. */
export const MOST_IDLE_FILES = 64;

export interface OpenFilesParts extends SalvageParts {
  readonly watch: StoreFileWatch;
  readonly regions: ReadonlyMap<string, Region>;
  readonly guard: Pick<StorageGuard, 'check'>;
  /** See RegionParts. */
  readonly salvages: boolean;
  readonly onError: (error: unknown) => void;
}

/** The files of some regions are open from `ready` on until `release`. */
export interface HeldFiles {
  /** Null if they are open already. Never rejects: a file that cannot be opened fails the reads that need it. */
  readonly ready: Promise<unknown> | null;
  readonly release: () => void;
}

/**
 * Decides which store files are open. A database with few files keeps all of them open. With more than 64, those of
 * unused regions are closed, least recently used regions first, and opened again before the next turn that
 * may read them. The trailer and the cached blocks of a closed file stay in memory. Such a database begins with files
 * that were never opened (`UnreadFile`); each is opened with its region, and one that cannot be read is then damaged.
 */
export class OpenFiles {
  readonly #parts: OpenFilesParts;
  /** Whether files are closed, or may have to be. */
  #crowded = false;
  /** The files that are open, and the regions to which they belong, the least recently used first. */
  #open = 0;
  #used = new Set<Region>();
  readonly #holds = new Map<Region, number>();
  readonly #opening = new Map<Region, Promise<unknown>>();
  readonly #damaged: string[] = [];

  constructor(parts: OpenFilesParts) {
    this.#parts = parts;
  }

  /** Whether files may be closed: otherwise readers do not have to hold them. */
  get crowded(): boolean {
    return this.#crowded;
  }

  /** The files that were found to be damaged when they were first needed, for people. */
  get damaged(): readonly string[] {
    return this.#damaged;
  }

  /** The files that the device refused when they were last needed. The next read tries again. */
  get refused(): readonly string[] {
    return [...this.#parts.regions.values()].flatMap(({ name, allStores: stores }) =>
      stores.flatMap(({ family, unread }) =>
        unread.flatMap((file) =>
          file.failure === null ? [] : [damageSentence(name, family.name, file, this.#parts.salvages)],
        ),
      ),
    );
  }

  hold(regions: readonly Region[]): HeldFiles {
    const opening: Promise<unknown>[] = [];
    for (const region of regions) {
      this.#holds.set(region, (this.#holds.get(region) ?? 0) + 1);
      this.#used.delete(region);
      this.#used.add(region);
      const ready = this.#opening.get(region) ?? this.#reopen(region);
      if (ready !== null) opening.push(ready);
    }
    const release = (): void => {
      for (const region of regions) {
        const left = (this.#holds.get(region) ?? 0) - 1;
        if (left > 0) this.#holds.set(region, left);
        else this.#holds.delete(region);
      }
      if (opening.length > 0) this.#trim();
    };
    return { ready: opening.length === 0 ? null : Promise.all(opening), release };
  }

  /** Resolves when each file of the region has been opened once, or was refused `attempts` times. Never rejects. */
  async read(region: Region, attempts = 1): Promise<void> {
    for (let left = attempts; left > 0 && hasUnread(region); left--) {
      const { ready, release } = this.hold([region]);
      await ready;
      release();
    }
  }

  /** Opens the files that were never opened, one region after the other, until `stopped`. Null if there are none. */
  readAll(stopped: () => boolean): Promise<void> | null {
    const regions = [...this.#parts.regions.values()].filter(hasUnread);
    return regions.length === 0 ? null : this.#readEach(regions, stopped);
  }

  /** Counts the files again and closes some, if there are too many. To be called when there may be more of them. */
  recount(): void {
    this.#open = 0;
    let all = 0;
    let hasUnreadFiles = false;
    const added: Region[] = [];
    const used = new Set<Region>();
    for (const region of this.#parts.regions.values()) {
      const files = filesOf(region);
      const open = files.filter(({ isOpen }) => isOpen).length;
      all += files.length;
      hasUnreadFiles ||= hasUnread(region);
      this.#open += open;
      if (this.#used.has(region)) used.add(region);
      else if (open > 0) added.push(region);
    }
    // Those that are new here have just been flushed.
    this.#used = new Set([...[...this.#used].filter((region) => used.has(region)), ...added]);
    this.#crowded = all > MOST_IDLE_FILES || hasUnreadFiles;
    this.#trim();
  }

  /** Closes the files of unused regions, least recently used first, until few enough are open. */
  #trim(): void {
    for (const region of this.#used) {
      if (this.#open <= MOST_IDLE_FILES) return;
      if (this.#isBusy(region)) continue;
      this.#used.delete(region);
      for (const file of filesOf(region)) {
        if (!file.isOpen) continue;
        file.suspend();
        this.#open--;
      }
    }
  }

  #isBusy(region: Region): boolean {
    return this.#holds.has(region) || this.#opening.has(region) || region.allStores.some(({ isRead }) => isRead);
  }

  async #readEach(regions: readonly Region[], stopped: () => boolean): Promise<void> {
    for (const region of regions) {
      if (stopped()) return;
      await this.read(region);
    }
  }

  /** Null if all files are open. */
  #reopen(region: Region): Promise<unknown> | null {
    const closed = filesOf(region).filter(({ isOpen }) => !isOpen);
    const unread = region.allStores.filter((store) => store.unread.length > 0);
    if (closed.length + unread.length === 0) return null;
    this.#open += closed.length;
    const work = [
      ...closed.map((file) => this.#resume(file)),
      ...unread.map((store) => this.#readStore(region, store)),
    ];
    const opening = Promise.all(work).finally(() => this.#opening.delete(region));
    this.#opening.set(region, opening);
    return opening;
  }

  /** Opens the files of a store that were never opened. Never rejects. */
  async #readStore(region: Region, store: Store): Promise<void> {
    const opened = new Map<UnreadFile, OpenFile | DamagedFile>();
    const damaged: SalvagedRows[] = [];
    await Promise.all(
      store.unread.map(async (unread) => {
        const read = await this.#readFile(region, store, unread);
        if (read === null) return;
        opened.set(unread, read.opened);
        damaged.push(...read.damage);
      }),
    );
    const files = [...opened.values()];
    // The data of the site may have been deleted.
    if (damaged.length > 0 || opened.size < store.unread.length) await this.#parts.guard.check().catch(() => {});
    // The table or family may have been dropped meanwhile.
    if (!store.install(opened)) return;
    this.#open += files.filter(({ file }) => file !== null).length;
    // An index would miss rows, and older values that are visible instead.
    if (this.#parts.salvages && damaged.some(({ isComplete }) => !isComplete))
      for (const index of region.indexes) index.lose();
    for (const file of damaged) {
      this.#damaged.push(damageSentence(region.name, store.family.name, file, this.#parts.salvages));
      this.#parts.onError(file.error);
    }
  }

  /** Null if the file may be sound, but cannot be opened now: the next use tries again. */
  async #readFile({ id }: Region, { familyId }: Store, unread: UnreadFile): Promise<SalvagedFile | null> {
    try {
      if (this.#parts.salvages) return await salvageStoreFile(id, familyId, unread.record, this.#parts);
      const opened = await openStoreFile(id, familyId, unread.record, this.#parts);
      return { opened, damage: opened.file === null ? [opened] : [] };
    } catch (error) {
      if (!BigtabError.is(error)) throw error;
      if (unread.failure === null) this.#parts.onError(error);
      unread.failure = error;
      return null;
    }
  }

  /** Never rejects. */
  async #resume(file: StoreFile): Promise<void> {
    const { watch, guard } = this.#parts;
    await watch.reopen(file);
    // The site's data may have been deleted.
    if (file.failure !== null) await guard.check().catch(() => {});
  }
}

function filesOf({ allStores: stores }: Region): readonly StoreFile[] {
  return stores.flatMap((store) => store.files.map(({ file }) => file));
}

function hasUnread({ allStores: stores }: Region): boolean {
  return stores.some(({ unread }) => unread.length > 0);
}
