import type { StoreFile } from '../../storage/storefile/store-file.js';
import type { Region } from './region.js';
import type { StorageGuard } from './storage-guard.js';
import type { StoreFileWatch } from './store-file-watch.js';

/** The store files that stay open when nothing reads them. */
export const MOST_IDLE_FILES = 64;

export interface OpenFilesParts {
  readonly watch: Pick<StoreFileWatch, 'reopen'>;
  readonly regions: ReadonlyMap<string, Region>;
  readonly guard: Pick<StorageGuard, 'check'>;
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
 * may read them. The trailer and the cached blocks of a closed file stay in memory.
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

  constructor(parts: OpenFilesParts) {
    this.#parts = parts;
  }

  /** Whether files may be closed: otherwise readers do not have to hold them. */
  get crowded(): boolean {
    return this.#crowded;
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

  /** Counts the files again and closes some, if there are too many. To be called when there may be more of them. */
  recount(): void {
    this.#open = 0;
    let all = 0;
    const added: Region[] = [];
    const used = new Set<Region>();
    for (const region of this.#parts.regions.values()) {
      const files = filesOf(region);
      const open = files.filter(({ isOpen }) => isOpen).length;
      all += files.length;
      this.#open += open;
      if (this.#used.has(region)) used.add(region);
      else if (open > 0) added.push(region);
    }
    // Those that are new here have just been flushed.
    this.#used = new Set([...[...this.#used].filter((region) => used.has(region)), ...added]);
    this.#crowded = all > MOST_IDLE_FILES;
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
    return this.#holds.has(region) || this.#opening.has(region) || region.stores.some(({ isRead }) => isRead);
  }

  /** Null if all files are open. */
  #reopen(region: Region): Promise<unknown> | null {
    const closed = filesOf(region).filter(({ isOpen }) => !isOpen);
    if (closed.length === 0) return null;
    this.#open += closed.length;
    const opening = Promise.all(closed.map((file) => this.#resume(file))).finally(() => this.#opening.delete(region));
    this.#opening.set(region, opening);
    return opening;
  }

  /** Never rejects. */
  async #resume(file: StoreFile): Promise<void> {
    const { watch, guard } = this.#parts;
    await watch.reopen(file);
    // The site's data may have been deleted.
    if (file.failure !== null) await guard.check().catch(() => {});
  }
}

function filesOf({ stores }: Region): readonly StoreFile[] {
  return stores.flatMap((store) => store.files.map(({ file }) => file));
}
